#include "graph_process.h"

#include <stdio.h>

int process_side_takes(const char *name, unsigned index, unsigned count)
{
    if (index == 0 && count == 1) {
        return 1;
    }
    fprintf(stderr, "coop-bench graph: without %s, which takes its first device, not the one chosen\n", name);
    return 0;
}

int process_side_start_empty(struct process_side *side, uint64_t tasks, struct tool_error *error)
{
    const struct graph_choice choice = {.grid = NULL};
    const struct rival_request request = {.application = "empty", .choice = &choice, .searches = tasks};

    side->count = tasks;
    return rival_process_start("starpu_graph", &request, side->timeout_ns, &side->process, error);
}

int process_side_start_heat(struct process_side *side, const uint64_t cells[2], unsigned blocks,
                            uint64_t steps, struct tool_error *error)
{
    char grid[48];
    const struct graph_choice choice = {.grid = grid};
    const struct rival_request request = {
        .application = "heat", .choice = &choice, .items = blocks, .searches = steps};

    side->count = steps;
    snprintf(grid, sizeof grid, "%llux%llu", (unsigned long long)cells[0], (unsigned long long)cells[1]);
    return rival_process_start("starpu_graph", &request, side->timeout_ns, &side->process, error);
}

int process_side_start_saxpy(struct process_side *side, uint64_t cells, uint64_t calls,
                             struct tool_error *error)
{
    const struct graph_choice choice = {.grid = NULL};
    const struct rival_request request = {
        .application = "saxpy", .choice = &choice, .cells = cells, .searches = calls};

    side->count = calls;
    return rival_process_start("saxpy_cuda", &request, side->timeout_ns, &side->process, error);
}

void process_side_stop(struct process_side *side)
{
    rival_process_stop(&side->process);
}

int process_side_turn(void *state, double *us, struct tool_error *error)
{
    struct process_side *side = state;
    struct rival_way ways[RIVAL_WAYS_MAX];
    unsigned count = 0;

    if (rival_process_turn(&side->process, side->timeout_ns, ways, &count, error) != 0) {
        return -1;
    }
    if (count != 1) {
        return tool_fail(error, "a program beside this one answers with %u times, not one", count);
    }
    *us = 1e3 * ways[0].ms / (double)side->count;
    return 0;
}
