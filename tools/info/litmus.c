/* Enumerates the litmus programs.
 *
 * Stands on: litmus_oracle.c. Any thread. */
#include "litmus.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The number of instructions of each thread of a program. */
static const unsigned char shapes[][LITMUS_THREADS_MAX] = {{1, 1, 0}, {1, 2, 0}, {2, 1, 0}, {2, 2, 0},
                                                           {1, 1, 1}, {1, 1, 2}, {1, 2, 1}, {2, 1, 1}};

struct enumeration {
    litmus_take *take;
    void *context;
    unsigned number;
    struct litmus_program program;
};

/* Enumerates the instructions that are possible at `place` in a thread of `length`, in a fixed order; 0
 * when there is no `choice`-th. A branch to the next instruction counts as none, and then `check` means
 * nothing. An instruction that neither branches nor exchanges has no effect and is left out. */
static int instruction_at(unsigned place, unsigned length, unsigned choice,
                          struct litmus_instruction *instruction)
{
    for (unsigned word = 0; word < LITMUS_WORDS; word++) {
        for (unsigned exchange = 0; exchange <= LITMUS_NO_EXCHANGE; exchange++) {
            for (unsigned target = 0; target <= length; target++) {
                for (unsigned check = 0; check < 2; check++) {
                    int branches = target != place + 1;

                    if ((!branches && (check > 0 || exchange == LITMUS_NO_EXCHANGE)) || choice-- > 0) {
                        continue;
                    }
                    *instruction =
                        (struct litmus_instruction){(unsigned char)word, (unsigned char)check,
                                                    (unsigned char)exchange, (unsigned char)target};
                    return 1;
                }
            }
        }
    }
    return 0;
}

/* Requires that the words are first used in order, which leaves one of several programs that differ only in
 * the words' names. */
static int names_words_in_order(const struct litmus_program *program)
{
    unsigned known = 0;

    for (unsigned t = 0; t < program->thread_count; t++) {
        for (unsigned i = 0; i < program->threads[t].length; i++) {
            if (program->threads[t].code[i].word > known) {
                return 0;
            }
            known += program->threads[t].code[i].word == known;
        }
    }
    return 1;
}

static int can_loop(const struct litmus_program *program)
{
    for (unsigned t = 0; t < program->thread_count; t++) {
        for (unsigned i = 0; i < program->threads[t].length; i++) {
            if (program->threads[t].code[i].target <= i) {
                return 1;
            }
        }
    }
    return 0;
}

/* The thread without instruction i; branches to it lead to the next. */
static void remove_instruction(struct litmus_thread *thread, unsigned i)
{
    memmove(&thread->code[i], &thread->code[i + 1], (thread->length - i - 1) * sizeof *thread->code);
    thread->length--;
    for (unsigned k = 0; k < thread->length; k++) {
        thread->code[k].target -= thread->code[k].target > i;
    }
}

/* Whether a smaller program needs the same model. */
static int can_do_with_less(const struct litmus_program *program, unsigned ends_under)
{
    for (unsigned t = 0; t < program->thread_count; t++) {
        for (unsigned i = 0; i < program->threads[t].length; i++) {
            struct litmus_program less = *program;

            remove_instruction(&less.threads[t], i);
            if (litmus_ends_under(&less) == ends_under) {
                return 1;
            }
            less = *program;
            less.threads[t].code[i].target = (unsigned char)(i + 1);
            if (program->threads[t].code[i].target != i + 1 && litmus_ends_under(&less) == ends_under) {
                return 1;
            }
            less = *program;
            less.threads[t].code[i].exchange = LITMUS_NO_EXCHANGE;
            if (program->threads[t].code[i].exchange != LITMUS_NO_EXCHANGE &&
                litmus_ends_under(&less) == ends_under) {
                return 1;
            }
        }
    }
    return 0;
}

static void consider(struct enumeration *all)
{
    unsigned ends_under;

    if (!can_loop(&all->program) || !names_words_in_order(&all->program)) {
        return;
    }
    ends_under = litmus_ends_under(&all->program);
    if ((ends_under >> LITMUS_FAIR & 1u) == 1 && (ends_under >> LITMUS_NONE & 1u) == 0 &&
        !can_do_with_less(&all->program, ends_under)) {
        all->take(all->context, all->number++, &all->program, ends_under);
    }
}

/* All choices for instruction i of thread t and those behind it. */
static void fill(struct enumeration *all, unsigned t, unsigned i)
{
    struct litmus_thread *thread = &all->program.threads[t];

    if (t == all->program.thread_count) {
        consider(all);
    } else if (i == thread->length) {
        fill(all, t + 1, 0);
    } else {
        for (unsigned choice = 0; instruction_at(i, thread->length, choice, &thread->code[i]); choice++) {
            fill(all, t, i + 1);
        }
    }
}

void litmus_enumerate(litmus_take *take, void *context)
{
    struct enumeration all = {.take = take, .context = context};

    for (size_t shape = 0; shape < sizeof shapes / sizeof *shapes; shape++) {
        memset(&all.program, 0, sizeof all.program);
        for (unsigned t = 0; t < LITMUS_THREADS_MAX && shapes[shape][t] > 0; t++) {
            all.program.thread_count++;
            all.program.threads[t].length = shapes[shape][t];
        }
        fill(&all, 0, 0);
    }
}

struct text {
    char *at;
    size_t left;
};

static void __attribute__((format(printf, 2, 3))) add(struct text *text, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(text->at, text->left, format, arguments);
    va_end(arguments);
    if (length > 0 && (size_t)length < text->left) {
        text->at += length;
        text->left -= (size_t)length;
    } else if (length > 0) {
        text->left = 0;
    }
}

static void print_instruction(struct text *text, const struct litmus_thread *thread, unsigned i)
{
    const struct litmus_instruction *code = &thread->code[i];
    const char *word = code->word == 0 ? "x" : "y";
    char read[32];

    if (code->exchange == LITMUS_NO_EXCHANGE) {
        snprintf(read, sizeof read, "%s", word);
    } else {
        snprintf(read, sizeof read, "xchg(%s, %u)", word, code->exchange);
    }
    if (code->target == i + 1) {
        add(text, "%s = %u;", word, code->exchange);
    } else if (code->target == i) {
        add(text, "while (%s == %u);", read, code->check);
    } else if (code->target == thread->length) {
        add(text, "if (%s == %u) end;", read, code->check);
    } else {
        add(text, "if (%s == %u) goto %u;", read, code->check, code->target);
    }
}

void litmus_print(const struct litmus_program *program, char *text, size_t capacity)
{
    struct text to = {text, capacity};

    text[0] = '\0';
    for (unsigned t = 0; t < program->thread_count; t++) {
        add(&to, "%s", t > 0 ? " || " : "");
        for (unsigned i = 0; i < program->threads[t].length; i++) {
            add(&to, "%s", i > 0 ? " " : "");
            print_instruction(&to, &program->threads[t], i);
        }
    }
}
