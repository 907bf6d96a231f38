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

#include "litmus_oracle.h"

#include <stddef.h>

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
