/* coop-bench tasks: applications made of tasks that wait for others. */
#ifndef LAB_BENCH_JOINS_H
#define LAB_BENCH_JOINS_H

#include "lab/bench/base/bench.h"

/* fib, queens, sort and strassen on the device, against their elision and the task systems that this was
 * built with, in turns; writes two tables. As bench_tasks. */
int joins_measure(const struct bench_options *options, struct tool_error *error);

#endif
