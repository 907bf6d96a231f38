/* StarPU as a side of races of coop-bench graph: the program starpu_graph, where it stands beside this one. */
#ifndef TOOLS_BENCH_GRAPH_STARPU_H
#define TOOLS_BENCH_GRAPH_STARPU_H

#include "rival_process.h"

struct starpu_side {
    struct rival_process process;
    uint64_t timeout_ns;
    uint64_t count; /* tasks, or steps, of a turn */
};

/* A chain of so many empty tasks; steps of heat in blocks. 1: there is no such program, or no device for it.
 * starpu_side_stop releases it in any case. */
int starpu_side_start_empty(struct starpu_side *side, uint64_t tasks, struct tool_error *error);
int starpu_side_start_heat(struct starpu_side *side, const uint64_t cells[2], unsigned blocks, uint64_t steps,
                           struct tool_error *error);
void starpu_side_stop(struct starpu_side *side);

/* A turn of a race (graph_race.h): microseconds a task, or a step. The program itself looks at the results,
 * and ends where one is wrong. */
int starpu_side_turn(void *side, double *us, struct tool_error *error);

#endif
