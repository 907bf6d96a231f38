#include "graph_starpu.h"

#include <stdio.h>

static int start(struct starpu_side *side, const char *application, const char *grid, unsigned blocks,
                 struct tool_error *error)
{
    const struct graph_choice choice = {.grid = grid};
    const struct rival_request request = {
        .application = application, .choice = &choice, .items = blocks, .searches = side->count};

    return rival_process_start("starpu_graph", &request, side->timeout_ns, &side->process, error);
}

int starpu_side_start_empty(struct starpu_side *side, uint64_t tasks, struct tool_error *error)
{
    side->count = tasks;
    return start(side, "empty", NULL, 1, error);
}

int starpu_side_start_heat(struct starpu_side *side, const uint64_t cells[2], unsigned blocks, uint64_t steps,
                           struct tool_error *error)
{
    char grid[48];

    side->count = steps;
    snprintf(grid, sizeof grid, "%llux%llu", (unsigned long long)cells[0], (unsigned long long)cells[1]);
    return start(side, "heat", grid, blocks, error);
}

void starpu_side_stop(struct starpu_side *side)
{
    rival_process_stop(&side->process);
}

int starpu_side_turn(void *state, double *us, struct tool_error *error)
{
    struct starpu_side *side = state;
    struct rival_way ways[RIVAL_WAYS_MAX];
    unsigned count = 0;

    if (rival_process_turn(&side->process, side->timeout_ns, ways, &count, error) != 0) {
        return -1;
    }
    *us = 1e3 * ways[0].ms / (double)side->count;
    return 0;
}
