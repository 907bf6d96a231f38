#include "eikonal_graph.h"

#include "eikonal_elements.h"
#include "eikonal_texts.h"
#include "tools/grid/grid_executor.h"

#include <coop/coop.h>
#include <coop/graph.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* From one question whether anything has changed to the next; even, so that the times are where they were. */
#define SWEEPS_AT_ONCE 16u

struct state {
    coop_devices *devices;
    coop_tensor *now;
    coop_tensor *next;
    coop_tensor *ground;
    coop_scalar *moved; /* whether any point got earlier in the last sweep */
    coop_graph *graph;
};

static coop_status open_tensors(const struct eikonal_options *options, const struct eikonal_field *field,
                                struct state *state)
{
    const struct front never = {.time = INFINITY};
    const uint64_t *points = field->points;
    const struct coop_devices_options devices = {.devices = options->devices,
                                                 .domains = options->domains,
                                                 .split = (uint32_t)options->split,
                                                 .memory_bytes = 80 * (points[0] + 32) * (points[1] + 32) +
                                                                 ((uint64_t)64 << 20)};
    struct coop_tensor_options tensor = {
        .element = &coop_element_front,
        .layout = options->layout,
        .cells = {points[0], points[1]},
        .partitions = {options->cut[0], options->cut[1]},
        .padding = 1,
        .border = {.kinds = {COOP_BORDER_CONSTANT, COOP_BORDER_CONSTANT}, .cell = &never}};
    coop_status status = coop_devices_open(&devices, &state->devices);

    status = status == COOP_OK ? coop_tensor_create(state->devices, &tensor, &state->now) : status;
    status = status == COOP_OK ? coop_tensor_create(state->devices, &tensor, &state->next) : status;
    tensor.element = &coop_element_ground;
    tensor.padding = 0;
    memset(&tensor.border, 0, sizeof tensor.border);
    status = status == COOP_OK ? coop_tensor_create(state->devices, &tensor, &state->ground) : status;
    return status == COOP_OK
               ? coop_scalar_create(state->devices,
                                    &(struct coop_scalar_options){.type = COOP_UINT, .name = "moved"},
                                    &state->moved)
               : status;
}

static coop_status has_moved(void *data, const void *value, int *again)
{
    uint32_t moved;

    (void)data;
    memcpy(&moved, value, sizeof moved);
    *again = moved != 0;
    return COOP_OK;
}

/* Sweeps from one tensor to the other and back, and whether the last one has changed anything. */
static coop_status make_graph(const struct eikonal_options *options, const struct eikonal_field *field,
                              struct state *state)
{
    const struct coop_graph_condition until_quiet = {.scalar = state->moved, .predicate = has_moved};
    const struct coop_run_options run = grid_executor_run(options->tile);
    const struct coop_graph_options graph = {
        .text = eikonal_texts[options->executor][options->layout - 1][options->tile / 8],
        .executor = options->executor,
        .run = &run};
    coop_status status = coop_graph_create(state->devices, &graph, &state->graph);

    for (unsigned i = 0; i < SWEEPS_AT_ONCE && status == COOP_OK; i++) {
        char name[] = "sweep a";
        const struct coop_graph_node sweep = {
            .name = name,
            .kernel = "sweep",
            .local_items = {options->tile, options->tile},
            .arguments = {coop_reads_padded(i % 2 == 0 ? state->now : state->next),
                          coop_writes(i % 2 == 0 ? state->next : state->now), coop_reads(state->ground),
                          coop_value(&field->limit, sizeof field->limit)}};

        name[6] = (char)('a' + i);
        status = coop_graph_then_split(state->graph, &sweep);
    }
    status = status == COOP_OK
                 ? coop_graph_then_reduce(state->graph, "moved", state->now, "moved", COOP_MAX, state->moved)
                 : status;
    return status == COOP_OK ? coop_graph_conditional(state->graph, &until_quiet) : status;
}

static coop_status run(const struct eikonal_options *options, struct state *state,
                       struct eikonal_field *field, struct front *fronts, uint64_t *sweeps)
{
    uint64_t count = field->points[0] * field->points[1];
    coop_status status = coop_tensor_write(state->ground, NULL, field->pauses);

    for (uint64_t i = 0; i < count; i++) {
        fronts[i] = (struct front){.time = field->times[i], .moved = field->times[i] == 0.0};
    }
    status = status == COOP_OK ? coop_tensor_write(state->now, NULL, fronts) : status;
    status = status == COOP_OK ? coop_graph_start(state->graph) : status;
    status = status == COOP_OK ? coop_graph_wait(state->graph, (uint64_t)(options->timeout_s * 1e9)) : status;
    status = status == COOP_OK ? coop_tensor_read(state->now, NULL, fronts) : status;
    for (uint64_t i = 0; i < count && status == COOP_OK; i++) {
        field->times[i] = fronts[i].time;
    }
    *sweeps = SWEEPS_AT_ONCE * coop_graph_rounds(state->graph);
    return status;
}

int eikonal_run(const struct eikonal_options *options, struct eikonal_field *field, uint64_t *sweeps,
                struct tool_error *error)
{
    struct state state = {.devices = NULL};
    struct front *fronts = malloc((size_t)(field->points[0] * field->points[1]) * sizeof *fronts);
    coop_status status;
    int code = 0;

    if (fronts == NULL) {
        return tool_fail(error, "the host has no memory left");
    }
    status = open_tensors(options, field, &state);
    status = status == COOP_OK ? make_graph(options, field, &state) : status;
    status = status == COOP_OK ? run(options, &state, field, fronts, sweeps) : status;
    if (status != COOP_OK) {
        const struct coop_error *last = coop_last_error();

        code = tool_fail(error, "%s: %s%s%s", last->doing, last->message,
                         last->details[0] != '\0' ? "\n" : "", last->details);
    }
    coop_graph_destroy(state.graph);
    coop_scalar_destroy(state.moved);
    coop_tensor_destroy(state.now);
    coop_tensor_destroy(state.next);
    coop_tensor_destroy(state.ground);
    coop_devices_close(state.devices);
    free(fronts);
    return code;
}
