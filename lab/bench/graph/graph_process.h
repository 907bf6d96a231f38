/* Programs of others as sides of races of coop-bench graph (rival_process.h), where they stand beside this
 * one: starpu_graph, and saxpy_cuda, which has cuBLAS. */
#ifndef LAB_BENCH_GRAPH_PROCESS_H
#define LAB_BENCH_GRAPH_PROCESS_H

#include "lab/bench/base/rival_process.h"

struct process_side {
    struct rival_process process;
    uint64_t timeout_ns;
    uint64_t count; /* tasks, steps or calls of a turn */
};

/* Whether such a program, which is not told the device, takes the same: the first that it finds. Else says
 * so.
 * index  of the device that the other sides take, among those that the program finds
 * count  of devices that they take */
int process_side_takes(const char *name, unsigned index, unsigned count);

/* A chain of so many empty tasks by StarPU; steps of heat in blocks; calls of cuBLAS's saxpy. 1: there is no
 * such program, or no device for it. process_side_stop releases it in any case. */
int process_side_start_empty(struct process_side *side, uint64_t tasks, struct tool_error *error);
int process_side_start_heat(struct process_side *side, const uint64_t cells[2], unsigned blocks,
                            uint64_t steps, struct tool_error *error);
int process_side_start_saxpy(struct process_side *side, uint64_t cells, uint64_t calls,
                             struct tool_error *error);
void process_side_stop(struct process_side *side);

/* A turn of a race (graph_race.h): microseconds a task, a step or a call. The program itself looks at the
 * results, and ends where one is wrong. */
int process_side_turn(void *side, double *us, struct tool_error *error);

#endif
