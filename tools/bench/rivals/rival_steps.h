/* The work of a task, the same for each rival and in the same words as on the device. C11 and C++17. */
#ifndef TOOLS_RIVAL_STEPS_H
#define TOOLS_RIVAL_STEPS_H

#include "apps/queens/queens.h"
#include "apps/uts/uts.h"

#include <stdint.h>

#define RIVAL_THREADS_MAX 256

enum rival_work { RIVAL_UTS, RIVAL_QUEENS, RIVAL_FIB };

struct rival_input {
    enum rival_work work;
    struct uts_rule rule;
    const uint32_t *table;
    uint32_t n;
    uint32_t cutoff;
};

/* One thread's part of the result, on cache lines of its own. */
struct rival_tally {
    uint64_t tasks;
    uint64_t first;  /* leaves, solutions, value */
    uint64_t second; /* depth, placements */
    uint64_t third;  /* nodes */
    uint64_t padding[12];
};

#ifdef __cplusplus
extern "C" {
#endif

uint64_t rival_solve_plain(const struct rival_input *input, unsigned threads, struct rival_tally *tallies);
uint64_t rival_solve_openmp(const struct rival_input *input, unsigned threads, struct rival_tally *tallies);
uint64_t rival_solve_tbb(const struct rival_input *input, unsigned threads, struct rival_tally *tallies);

#ifdef __cplusplus
}
#endif

/* Counts a node, and tells how many children it has. */
static inline uint32_t rival_uts_children(const struct rival_input *input, struct sha1_digest state,
                                          uint32_t height, struct rival_tally *tally)
{
    uint32_t children = uts_child_count(input->rule, input->table, height, uts_draw(state));

    tally->third++;
    tally->first += children == 0;
    tally->second = height > tally->second ? height : tally->second;
    return children;
}

/* Everything below a placement that is not split into tasks. */
static inline void rival_queens_rest(const struct rival_input *input, struct queens_placement placement,
                                     struct rival_tally *tally)
{
    struct queens_count count = queens_search(placement, input->n);

    tally->first += count.solutions;
    tally->second += count.placements;
}

static inline int rival_queens_is_whole(const struct rival_input *input, struct queens_placement placement)
{
    return placement.row >= input->cutoff || placement.row == input->n;
}

#endif
