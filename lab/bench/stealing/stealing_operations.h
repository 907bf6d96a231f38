/* coop-bench stealing: what the operations of a queue cost. */
#ifndef LAB_BENCH_STEALING_OPERATIONS_H
#define LAB_BENCH_STEALING_OPERATIONS_H

#include "lab/bench/base/bench.h"

/* Prints the costs of the queue's operations. */
int stealing_operations(const struct bench_options *options, struct tool_error *error);

#endif
