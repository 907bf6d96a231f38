/* How elements lie over the ranks of MPI, for programs without coop. */
#ifndef TOOLS_NET_BENCH_RANKS_H
#define TOOLS_NET_BENCH_RANKS_H

#include <stdint.h>

/* Blocks of elements over the ranks. */
struct bench_ranks {
    int rank;
    int count;
    uint64_t block;
};

struct bench_ranks bench_ranks_of(uint64_t elements);

#endif
