/* What an item costs by its bytes, by the channels that it may go to, and by the places of a block. */
#ifndef LAB_BENCH_SHAPES_H
#define LAB_BENCH_SHAPES_H

#include "lab/bench/base/bench.h"

/* Measures and prints all shapes: a flow graph against the source's arrays. Returns as the commands do. */
int shapes_measure(const struct bench_options *options, struct tool_error *error);

#endif
