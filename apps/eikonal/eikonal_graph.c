#include "eikonal_graph.h"

#include "eikonal_elements.h"
#include "eikonal_nodes.h"
#include "tools/grid/grid.h"

#include <coop/coop.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check(coop_status status, struct tool_error *error)
{
    const struct coop_error *last = coop_last_error();

    return status == COOP_OK ? 0
                             : tool_fail(error, "%s: %s%s%s", last->doing, last->message,
                                         last->details[0] != '\0' ? "\n" : "", last->details);
}

static uint64_t count_of(const struct eikonal_solver *solver)
{
    return solver->points[0] * solver->points[1];
}

/* Whether the method can do with the blocks. */
static int check_blocks(const struct eikonal_solver *solver, struct tool_error *error)
{
    const uint32_t *cut = solver->options.cut;
    uint64_t least = solver->points[0] / cut[0] * (solver->points[1] / cut[1]);

    if (solver->options.method == EIKONAL_SQUARES && cut[0] * cut[1] > 1) {
        return tool_fail(error,
                         "the ordinary kernel on squares wants one block, not %u x %u; do not --cut, or "
                         "choose another --method",
                         cut[0], cut[1]);
    }
    if (solver->options.method == EIKONAL_COOPERATIVE && least < EIKONAL_BLOCK_MIN) {
        return tool_fail(error,
                         "the cooperative kernel wants blocks of %u points at least, and of %" PRIu64
                         "x%" PRIu64 " points in %u x %u blocks the least has %" PRIu64
                         "; cut less, or choose --method sweeps",
                         EIKONAL_BLOCK_MIN, solver->points[0], solver->points[1], cut[0], cut[1], least);
    }
    return 0;
}

int eikonal_open(const struct eikonal_options *options, const struct eikonal_field *field,
                 struct eikonal_solver *solver, struct tool_error *error)
{
    char groups[32];
    const struct coop_devices_options devices = {.devices = options->devices,
                                                 .domains = options->domains,
                                                 .groups = options->groups > 0 ? groups : NULL,
                                                 .split = (uint32_t)options->split,
                                                 .memory_bytes =
                                                     80 * (field->points[0] + 32) * (field->points[1] + 32) +
                                                     ((uint64_t)64 << 20) + options->memory_bytes};
    coop_status status;

    memset(solver, 0, sizeof *solver);
    solver->options = *options;
    memcpy(solver->points, field->points, sizeof solver->points);
    solver->limit = field->limit;
    if (check_blocks(solver, error) != 0) {
        return -1;
    }
    solver->fronts = malloc((size_t)count_of(solver) * sizeof *solver->fronts);
    if (solver->fronts == NULL) {
        return tool_fail(error, "the host has no memory left");
    }
    snprintf(groups, sizeof groups, "%" PRIu64, options->groups);
    status = coop_devices_open(&devices, &solver->devices);
    status = status == COOP_OK ? eikonal_nodes_tensors(solver) : status;
    status = status == COOP_OK ? eikonal_nodes_graph(solver) : status;
    status = status == COOP_OK ? coop_tensor_write(solver->ground, NULL, field->pauses) : status;
    return check(status, error);
}

void eikonal_close(struct eikonal_solver *solver)
{
    coop_graph_destroy(solver->graph);
    coop_scalar_destroy(solver->moved);
    coop_tensor_destroy(solver->now);
    coop_tensor_destroy(solver->next);
    coop_tensor_destroy(solver->ground);
    coop_tensor_destroy(solver->notes);
    coop_devices_close(solver->devices);
    free(solver->fronts);
    memset(solver, 0, sizeof *solver);
}

int eikonal_solve(struct eikonal_solver *solver, const struct eikonal_field *field, struct tool_error *error)
{
    coop_status status = eikonal_nodes_begin(solver);

    for (uint64_t i = 0; i < count_of(solver); i++) {
        solver->fronts[i] = (struct front){.time = field->times[i], .moved = field->times[i] == 0.0};
    }
    solver->ms = 0;
    status = status == COOP_OK ? coop_tensor_write(solver->now, NULL, solver->fronts) : status;
    status =
        status == COOP_OK ? grid_graph_run(solver->graph, solver->options.timeout_s, &solver->ms) : status;
    solver->rounds = eikonal_nodes_rounds(solver);
    return check(status, error);
}

int eikonal_write_watch(const struct eikonal_solver *solver, struct tool_error *error)
{
    return check(grid_watch_write(&solver->options.watch, solver->graph), error);
}

int eikonal_read(struct eikonal_solver *solver, struct eikonal_field *field, struct tool_error *error)
{
    coop_status status = coop_tensor_read(solver->now, NULL, solver->fronts);

    for (uint64_t i = 0; i < count_of(solver) && status == COOP_OK; i++) {
        field->times[i] = solver->fronts[i].time;
    }
    return check(status, error);
}
