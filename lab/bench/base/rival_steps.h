/* The work of a task, the same for each rival and in the same words as on the device. C11 and C++17. */
#ifndef LAB_BENCH_RIVAL_STEPS_H
#define LAB_BENCH_RIVAL_STEPS_H

#include "apps/fib/fib.h"
#include "apps/queens/queens.h"
#include "apps/uts/uts_lanes.h"

#include <stdint.h>

#define RIVAL_THREADS_MAX 256

/* RIVAL_JOINS is fib without a cut-off: a task waits for its children, and adds up their results. */
enum rival_work { RIVAL_UTS, RIVAL_QUEENS, RIVAL_FIB, RIVAL_JOINS };

struct rival_input {
    enum rival_work work;
    struct uts_rule rule;
    const uint32_t *table;
    uint32_t n;
    uint32_t cutoff;
    uint32_t lanes;    /* uts: children made at once, 1 or BOTH_LANES */
    uint32_t recurses; /* fib: below the cut-off by recursion, and not by the device's leaf */
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
uint64_t rival_solve_libfork(const struct rival_input *input, unsigned threads, struct rival_tally *tallies);

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

/* The states of some of a node's children, from child `first` on. */
struct rival_states {
    struct sha1_digest of[BOTH_LANES];
};

/* Makes the next children, as many at once as the device's work-items do; returns how many. */
static inline uint32_t rival_uts_states(const struct rival_input *input, struct sha1_digest parent,
                                        uint32_t first, uint32_t children, struct rival_states *states)
{
    uint32_t left = children - first;
    uint32_t made = left < BOTH_LANES ? left : BOTH_LANES;
    uint32_t i;

    if (input->lanes == 1) {
        states->of[0] = uts_child(parent, first);
        return 1;
    }
    {
        const struct uts_states words = uts_children(parent, first);

        for (i = 0; i < made; i++) {
            states->of[i] = uts_state_in_lane(words, i);
        }
    }
    return made;
}

static inline int rival_fib_is_leaf(const struct rival_input *input, uint32_t n)
{
    return n < 2 || n < input->cutoff;
}

static inline uint64_t rival_fib_recursion(uint32_t n)
{
    return n < 2 ? n : rival_fib_recursion(n - 1) + rival_fib_recursion(n - 2);
}

static inline uint64_t rival_fib_leaf(const struct rival_input *input, uint32_t n)
{
    return input->recurses ? rival_fib_recursion(n) : fib_leaf(n);
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
