/* Fibers and who steps next. */
#include "engine.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STACK_BYTES = 1 << 18, STEPS_DEFAULT = 2000000 };

struct weak_engine weak_engine;

uint64_t weak_random(void)
{
    uint64_t z = (weak_engine.random += 0x9e3779b97f4a7c15u);

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint32_t weak_below(uint32_t end)
{
    return (uint32_t)(weak_random() % end);
}

uint32_t weak_fiber(void)
{
    return weak_engine.current;
}

uint64_t weak_steps(void)
{
    return weak_engine.result.steps;
}

void weak_end(enum weak_verdict verdict, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(weak_engine.result.message, sizeof weak_engine.result.message, format, list);
    va_end(list);
    weak_engine.result.verdict = verdict;
    weak_engine.is_over = 1;
    setcontext(&weak_engine.outside);
    abort(); /* setcontext returns only when it fails */
}

void weak_check(int holds, const char *format, ...)
{
    va_list list;
    char text[300];

    if (holds) {
        return;
    }
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    weak_end(WEAK_BROKEN, "fiber %u, step %llu: %s", weak_engine.current,
             (unsigned long long)weak_engine.result.steps, text);
}

/* Writes what the fibers wait for, for a deadlock's message. */
static void describe(char *text, size_t bytes)
{
    size_t at = 0;

    text[0] = '\0';
    for (uint32_t i = 0; i < weak_engine.fiber_count && at < bytes; i++) {
        const struct weak_fiber_record *fiber = &weak_engine.fibers[i];
        int n = 0;
        if (fiber->state == WEAK_FIBER_SLEEPS) {
            n = snprintf(text + at, bytes - at, " %u sleeps on %p;", i, fiber->sleeps_on);
        } else if (fiber->state == WEAK_FIBER_JOINS) {
            n = snprintf(text + at, bytes - at, " %u waits for %u;", i, fiber->joins);
        }
        at += n > 0 ? (size_t)n : 0;
    }
}

/* Wakes the sleepers as if their time were up; false when there are none. */
static int end_sleeps(void)
{
    int any = 0;

    for (uint32_t i = 0; i < weak_engine.fiber_count; i++) {
        if (weak_engine.fibers[i].state == WEAK_FIBER_SLEEPS) {
            weak_engine.fibers[i].state = WEAK_FIBER_READY;
            weak_engine.result.limits++;
            any = 1;
        }
    }
    return any;
}

/* The fiber to step next: a random ready one, of those that have not given way if there are any. */
static uint32_t choose(void)
{
    uint32_t eager[WEAK_FIBERS_MAX];
    uint32_t ready[WEAK_FIBERS_MAX];
    uint32_t eager_count = 0;
    uint32_t ready_count = 0;

    for (uint32_t i = 0; i < weak_engine.fiber_count; i++) {
        if (weak_engine.fibers[i].state == WEAK_FIBER_READY) {
            ready[ready_count++] = i;
            if (weak_engine.fibers[i].relaxes == 0) {
                eager[eager_count++] = i;
            }
        }
    }
    if (ready_count == 0) {
        char text[300];
        if (weak_engine.options.sleeps_end && end_sleeps()) {
            return choose();
        }
        describe(text, sizeof text);
        weak_end(WEAK_DEADLOCK, "nobody can step:%s", text);
    }
    for (uint32_t i = 0; eager_count == 0 && i < ready_count; i++) {
        weak_engine.fibers[ready[i]].relaxes = 0; /* everybody has given way: all are asked again */
    }
    /* Those that relax are not shut out: a stale value may need them to look again. */
    if (eager_count > 0 && weak_below(8) != 0) {
        return eager[weak_below(eager_count)];
    }
    return ready[weak_below(ready_count)];
}

static void switch_to(uint32_t next)
{
    uint32_t previous = weak_engine.current;

    if (next != previous) {
        weak_engine.current = next;
        swapcontext(&weak_engine.fibers[previous].context, &weak_engine.fibers[next].context);
    }
}

void weak_step(void)
{
    struct weak_engine *engine = &weak_engine;

    if (++engine->result.steps > engine->options.steps_max) {
        weak_end(WEAK_ENDLESS, "still running after %llu steps",
                 (unsigned long long)engine->options.steps_max);
    }
    if ((weak_random() & 255) >= engine->options.stay_in_256) {
        switch_to(choose());
    }
    weak_self()->clock.of[engine->current]++;
}

void weak_relax(void)
{
    if (weak_engine.is_running) {
        weak_self()->relaxes = 1;
        weak_engine.result.steps++;
        if (weak_engine.result.steps > weak_engine.options.steps_max) {
            weak_end(WEAK_ENDLESS, "still running after %llu steps",
                     (unsigned long long)weak_engine.options.steps_max);
        }
        switch_to(choose());
        weak_self()->relaxes = 0;
    }
}

/* What the wakers of a word had done. */
static struct weak_clock *futex_of(const void *word)
{
    struct weak_engine *engine = &weak_engine;
    uint32_t i = 0;

    while (i < engine->futex_count && engine->futexes[i].word != word) {
        i++;
    }
    if (i == engine->futex_count) {
        if (i == WEAK_FUTEXES_MAX) {
            weak_end(WEAK_BROKEN, "more words to sleep on than the engine has room for");
        }
        memset(&engine->futexes[i], 0, sizeof engine->futexes[i]);
        engine->futexes[i].word = word;
        engine->futex_count++;
    }
    return &engine->futexes[i].clock;
}

void weak_sleep_on(const void *word, uint32_t expected)
{
    /* The operating system compares under a lock that wakers take: what a waker did before is seen. A store
     * that nobody has woken for may still be on its way. */
    weak_step();
    weak_clock_join(&weak_self()->clock, futex_of(word));
    if (weak_atomic_load_now(word, sizeof expected, WEAK_SEQ_CST) != expected) {
        return;
    }
    weak_self()->state = WEAK_FIBER_SLEEPS;
    weak_self()->sleeps_on = word;
    switch_to(choose());
}

void weak_wake(const void *word)
{
    weak_step();
    weak_clock_join(futex_of(word), &weak_self()->clock);
    weak_self()->clock.of[weak_engine.current]++;
    for (uint32_t i = 0; i < weak_engine.fiber_count; i++) {
        struct weak_fiber_record *fiber = &weak_engine.fibers[i];
        if (fiber->state == WEAK_FIBER_SLEEPS && fiber->sleeps_on == word) {
            fiber->state = WEAK_FIBER_READY;
        }
    }
}

static void fiber_entry(void)
{
    struct weak_fiber_record *self = weak_self();

    self->body(self->argument);
    self = weak_self();
    self->state = WEAK_FIBER_ENDED;
    int left = 0;
    for (uint32_t i = 0; i < weak_engine.fiber_count; i++) {
        struct weak_fiber_record *fiber = &weak_engine.fibers[i];
        if (fiber->state == WEAK_FIBER_JOINS && fiber->joins == weak_engine.current) {
            fiber->state = WEAK_FIBER_READY;
        }
        left += fiber->state != WEAK_FIBER_ENDED;
    }
    if (left == 0) {
        weak_engine.is_over = 1;
        setcontext(&weak_engine.outside);
    }
    weak_engine.current = choose();
    setcontext(&weak_engine.fibers[weak_engine.current].context);
    abort();
}

static uint32_t make_fiber(void (*body)(void *), void *argument)
{
    uint32_t id = weak_engine.fiber_count;
    struct weak_fiber_record *fiber = &weak_engine.fibers[id];
    unsigned char *stack = fiber->stack; /* kept from run to run */

    if (id == WEAK_FIBERS_MAX || (stack == NULL && (stack = malloc(STACK_BYTES)) == NULL)) {
        weak_end(WEAK_BROKEN, "no room for another fiber");
    }
    memset(fiber, 0, sizeof *fiber);
    fiber->stack = stack;
    fiber->state = WEAK_FIBER_READY;
    fiber->body = body;
    fiber->argument = argument;
    getcontext(&fiber->context);
    fiber->context.uc_stack.ss_sp = stack;
    fiber->context.uc_stack.ss_size = STACK_BYTES;
    fiber->context.uc_link = NULL;
    makecontext(&fiber->context, fiber_entry, 0);
    weak_engine.fiber_count++;
    return id;
}

uint32_t weak_spawn(void (*body)(void *), void *argument)
{
    uint32_t id;

    weak_step();
    id = make_fiber(body, argument);
    weak_clock_join(&weak_engine.fibers[id].clock, &weak_self()->clock);
    weak_self()->clock.of[weak_engine.current]++; /* what the parent does from now on is not ordered before */
    weak_engine.fibers[id].clock.of[id] = 1;
    return id;
}

void weak_join(uint32_t fiber)
{
    weak_step();
    if (weak_engine.fibers[fiber].state != WEAK_FIBER_ENDED) {
        weak_self()->state = WEAK_FIBER_JOINS;
        weak_self()->joins = fiber;
        switch_to(choose());
    }
    weak_clock_join(&weak_self()->clock, &weak_engine.fibers[fiber].clock);
}

int weak_has_ended(uint32_t fiber)
{
    weak_step();
    return weak_engine.fibers[fiber].state == WEAK_FIBER_ENDED;
}

struct weak_result weak_run(const struct weak_options *options, void (*body)(void *), void *argument)
{
    struct weak_engine *engine = &weak_engine;

    engine->options = *options;
    if (engine->options.steps_max == 0) {
        engine->options.steps_max = STEPS_DEFAULT;
    }
    memset(&engine->result, 0, sizeof engine->result);
    engine->random = options->seed;
    engine->fiber_count = 0;
    engine->futex_count = 0;
    engine->current = 0;
    engine->is_over = 0;
    weak_memory_reset();
    weak_shadow_reset();
    getcontext(&engine->outside); /* comes back here when the run is over */
    if (!engine->is_over) {
        engine->is_running = 1;
        make_fiber(body, argument);
        engine->fibers[0].clock.of[0] = 1;
        setcontext(&engine->fibers[0].context);
    }
    engine->is_running = 0;
    return engine->result;
}
