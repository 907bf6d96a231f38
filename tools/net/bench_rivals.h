/* gups by plain MPI programs, which know nothing of coop: what coop-net bench compares with. All ranks call;
 * the program has initialised MPI. */
#ifndef TOOLS_NET_BENCH_RIVALS_H
#define TOOLS_NET_BENCH_RIVALS_H

#include <stdint.h>

struct bench_rival {
    const char *name;
    int (*is_there)(void); /* whether this MPI can do so here; NULL: it can */
    /* Does this rank's updates: numbers first … first + updates - 1. `part` is its block of the elements,
     * zeros before. -1: MPI has failed, or memory is exhausted. */
    int (*update)(uint64_t first, uint64_t updates, uint64_t elements, uint64_t *part);
};

/* The last one has no name. */
extern const struct bench_rival bench_rivals[];

/* gups by one MPI_Isend for each update. */

/* As struct bench_rival has it. Own updates are done at once. */
int bench_isend(uint64_t first, uint64_t updates, uint64_t elements, uint64_t *part);

#endif
