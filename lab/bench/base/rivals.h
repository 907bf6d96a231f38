/* The cost of the same work without coop: a sequential loop, and the task systems that CPU programs use.
 * For the workloads uts, queens and fib; a task is what it is on the device: a node with children, a
 * placement of fewer queens than the cut-off, a number. */
#ifndef LAB_BENCH_RIVALS_H
#define LAB_BENCH_RIVALS_H

#include "join_steps.h"
#include "rival_steps.h"
#include "tools/workqueue/problem.h"

struct rival {
    const char *name;
    /* Adds up each thread's part of the result; returns the ns that it took. Its threads are there before
     * and stay. */
    uint64_t (*solve)(const struct rival_input *input, unsigned threads, struct rival_tally *tallies);
    /* Runs tasks that wait for their children; NULL: it has none. */
    uint64_t (*join)(const struct join_input *input, unsigned threads, uint64_t *value);
    int is_parallel;
    int recurses; /* fib below the cut-off; other rivals take the device's leaf */
};

/* The rivals that stand beside this program; the sequential loop comes first, and those that recurse last. By
 * one thread. */
const struct rival *rivals_built(unsigned *count);

/* Those that know the problem's workload: for fib with a cut-off, some once more with recursion below it, as
 * a program without kernels has it. */
const struct rival *rivals_for(const struct work_problem *problem, unsigned *count);

/* "" or "built without OpenMP tasks (…); …": what is missing and how to get it. */
const char *rivals_missing(void);

/* 0 for workloads that no rival knows. */
int rivals_know(const struct workload *workload);

/* Makes a problem ready for rivals. On failure *input is empty. */
int rival_input_make(const struct work_problem *problem, struct rival_input *input, struct tool_error *error);
void rival_input_clear(struct rival_input *input);

/* Runs a rival on at most RIVAL_THREADS_MAX threads. The answer has the counts that work_problem_solve gives.
 * ns     out; of the work alone.
 * tasks  out; how many there were. */
int rival_run(const struct rival *rival, const struct rival_input *input, unsigned threads,
              struct answer *answer, uint64_t *ns, uint64_t *tasks, struct tool_error *error);

#endif
