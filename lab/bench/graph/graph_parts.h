/* The parts of coop-bench graph. Each prints tables; 0, 1 where a result is wrong, or -1 with a message. */
#ifndef LAB_BENCH_GRAPH_PARTS_H
#define LAB_BENCH_GRAPH_PARTS_H

#include "lab/bench/base/bench.h"

/* Accessors beside indices by hand. */
int graph_accessors(const struct bench_options *options, struct tool_error *error);

/* Empty nodes beside bare enqueues, and empty tasks of StarPU. */
int graph_nodes(const struct bench_options *options, struct tool_error *error);

/* Steps of heat and of the Euler equations beside the same without the library, loops of OpenMP, and, of
 * heat, tasks of StarPU. */
int graph_steps(const struct bench_options *options, struct tool_error *error);

/* The first two devices of the list beside the first one. */
int graph_devices(const struct bench_options *options, struct tool_error *error);

/* saxpy beside CLBlast and ViennaCL, where they were built in. */
int graph_saxpy(const struct bench_options *options, struct tool_error *error);

#endif
