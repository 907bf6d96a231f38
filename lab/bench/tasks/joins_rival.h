/* A rival on the work of an application made of tasks that wait for others. */
#ifndef LAB_BENCH_JOINS_RIVAL_H
#define LAB_BENCH_JOINS_RIVAL_H

#include "lab/bench/base/rivals.h"

/* Runs it once on a solved problem of fib, queens, sort or strassen.
 * wanted      its answer, as work_problem_solve gives it.
 * ms, cpu_ms  out; of the work alone.
 * is_wrong    out; the result differs from the right one. */
int joins_rival_run(const struct rival *rival, enum join_work work, const struct work_problem *problem,
                    const struct answer *wanted, unsigned threads, double *ms, double *cpu_ms, int *is_wrong,
                    struct tool_error *error);

#endif
