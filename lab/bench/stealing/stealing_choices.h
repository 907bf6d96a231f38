/* coop-bench stealing: what the choices of a work queue cost. */
#ifndef LAB_BENCH_STEALING_CHOICES_H
#define LAB_BENCH_STEALING_CHOICES_H

#include "lab/bench/base/bench.h"
#include "tools/workqueue/problem.h"

/* Prints a table for each problem: queues of several owners, and thieves that always look first, beside a
 * queue of one owner and damping. Defaults are filled in. 1 when a result is wrong, -1 with a message. */
int stealing_choices(const struct bench_options *options, const struct work_choice *choices, unsigned count,
                     struct tool_error *error);

#endif
