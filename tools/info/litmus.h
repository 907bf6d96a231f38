/* Progress litmus tests: small programs that end under a fair scheduler and may run for ever under a weaker
 * one.
 *
 * A program has two or three threads, which share two words of one bit, at first 0. A thread is a list of at
 * most two instructions "atomic exchange and branch": it reads a word and, if it exchanges, puts a value
 * there, in one atomic step; if what it read is `check` it goes on at `target`, otherwise behind itself. With
 * `target` behind the last instruction the thread ends. So a store, a load, a spin loop, a lock and an unlock
 * are one instruction each.
 *
 * Which model of progress a program needs is decided by a search of all its states (litmus_oracle.c); which
 * programs there are is found by enumeration (litmus.c).
 * Source: Sorensen, Salvador, Raval, Evrard, Wickerson, Martonosi, Donaldson, "Specifying and testing GPU
 * workgroup progress models", OOPSLA 2021; the models: Sorensen, Evrard, Donaldson, "GPU schedulers: how fair
 * is fair enough?", CONCUR 2018. The programs are not those of the paper's artefact. */
#ifndef TOOLS_INFO_LITMUS_H
#define TOOLS_INFO_LITMUS_H

#include <stddef.h>

#define LITMUS_THREADS_MAX 3
#define LITMUS_INSTRUCTIONS_MAX 2
#define LITMUS_WORDS 2
#define LITMUS_NO_EXCHANGE 2

struct litmus_instruction {
    unsigned char word;
    unsigned char check;
    unsigned char exchange; /* 0, 1, or LITMUS_NO_EXCHANGE: the word stays */
    unsigned char target;   /* instruction; the thread's length: its end */
};

struct litmus_thread {
    unsigned length;
    struct litmus_instruction code[LITMUS_INSTRUCTIONS_MAX];
};

struct litmus_program {
    unsigned thread_count;
    struct litmus_thread threads[LITMUS_THREADS_MAX];
};

/* What a scheduler promises, from nothing to everything. A thread has begun once it has executed an
 * instruction. A promise to a thread is: if it holds from some moment on for ever, the thread executes again
 * and again until its end. */
enum litmus_model {
    LITMUS_NONE,    /* nothing: OpenCL, Vulkan */
    LITMUS_HSA,     /* to the thread with the lowest id that has not ended */
    LITMUS_OBE,     /* occupancy-bound: to the threads that have begun */
    LITMUS_HSA_OBE, /* to those of HSA and those of OBE */
    LITMUS_LOBE,    /* linear occupancy-bound: as HSA_OBE, and to those below one that has begun */
    LITMUS_FAIR,    /* to all: weak fairness */
    LITMUS_MODELS
};

/* "OBE". */
const char *litmus_model_name(enum litmus_model model);

/* The set of models, a bit each, under which every execution of the program ends. */
unsigned litmus_ends_under(const struct litmus_program *program);

/* Calls `take` with each program that ends under LITMUS_FAIR and need not under LITMUS_NONE, and of which
 * nothing can be left out: without any of its instructions, branches or exchanges it would need another
 * model, or none. Programs that differ only in the names of words are the same. In a fixed order; numbers
 * from 0. */
typedef void litmus_take(void *context, unsigned number, const struct litmus_program *program,
                         unsigned ends_under);
void litmus_enumerate(litmus_take *take, void *context);

/* "0: while (xchg(x, 1) == 1); || 1: x = 0", cut at capacity. */
void litmus_print(const struct litmus_program *program, char *text, size_t capacity);

#endif
