/* Applications on flow graphs: against the same without one, and against one thread of the host. */
#ifndef LAB_BENCH_FLOWS_H
#define LAB_BENCH_FLOWS_H

#include "lab/bench/base/bench.h"

/* Measures and prints them. Returns as the commands do. */
int flows_measure(const struct bench_options *options, struct tool_error *error);

#endif
