#include "sod_graph.h"

#include "sod_coop_soa_0_nodes.h"
#include "sod_elements.h"
#include "sod_texts.h"
#include "tools/grid/grid.h"

#include <coop/coop.h>
#include <coop/graph.h>
#include <stdlib.h>

struct state {
    coop_devices *devices;
    coop_tensor *now;
    coop_tensor *next;
    coop_tensor *pace;
    coop_graph *graph;
    uint64_t count;
    struct sod_cell *cells;
    double *ratios;
    double time;
};

static coop_status open_state(const struct sod_options *options, struct state *state)
{
    const struct grid_choice *choice = &options->choice;
    const struct coop_graph_options graph =
        grid_choice_graph(choice, sod_texts[choice->executor][choice->layout - 1][0], NULL);
    const struct coop_devices_options devices =
        grid_choice_devices(choice, 400 * options->count + ((uint64_t)64 << 20));
    struct coop_tensor_options tensor = {.element = &coop_element_gas,
                                         .layout = choice->layout,
                                         .cells = {options->count},
                                         .partitions = {options->cut[0]},
                                         .padding = 1,
                                         .border = {.kinds = {COOP_BORDER_EXTRAPOLATE}}};
    coop_status status = coop_devices_open(&devices, &state->devices);

    status = status == COOP_OK ? coop_tensor_create(state->devices, &tensor, &state->now) : status;
    status = status == COOP_OK ? coop_tensor_create(state->devices, &tensor, &state->next) : status;
    tensor.element = &coop_element_pace;
    tensor.padding = 0;
    status = status == COOP_OK ? coop_tensor_create(state->devices, &tensor, &state->pace) : status;
    return status == COOP_OK ? coop_graph_create(state->devices, &graph, &state->graph) : status;
}

/* A function of the graph: the step that the cells allow, told to all of them. */
static coop_status set_pace(void *data)
{
    struct state *state = data;
    coop_status status = coop_tensor_read(state->now, NULL, state->cells);
    double ratio;

    if (status != COOP_OK) {
        return status;
    }
    ratio = sod_pace(state->count, state->cells, &state->time);
    for (uint64_t i = 0; i < state->count; i++) {
        state->ratios[i] = ratio;
    }
    return coop_tensor_write(state->pace, NULL, state->ratios);
}

static coop_status run(const struct sod_options *options, struct state *state, uint64_t *steps, double *ms)
{
    const struct sod_node step = {.from = coop_reads_padded(state->now),
                                  .to = coop_writes(state->next),
                                  .pace = coop_reads(state->pace)};
    coop_status status = coop_tensor_write(state->now, NULL, state->cells);

    status = status == COOP_OK ? coop_graph_sync(state->graph, "pace", set_pace, state) : status;
    status = status == COOP_OK ? sod_then_split(state->graph, &step, NULL, NULL) : status;
    status = status == COOP_OK ? coop_graph_swap(state->graph, state->now, state->next) : status;
    *ms = 0;
    for (*steps = 0; state->time < SOD_END && status == COOP_OK; ++*steps) {
        status = grid_graph_run(state->graph, options->choice.timeout_s, ms);
    }
    status = status == COOP_OK ? grid_watch_write(&options->choice.watch, state->graph) : status;
    return status == COOP_OK ? coop_tensor_read(state->now, NULL, state->cells) : status;
}

int sod_run(const struct sod_options *options, struct sod_cell *cells, uint64_t *steps, double *ms,
            struct tool_error *error)
{
    struct state state = {.count = options->count, .cells = cells};
    coop_status status;
    int code;

    state.ratios = malloc((size_t)options->count * sizeof *state.ratios);
    if (state.ratios == NULL) {
        return tool_fail(error, "the host has no memory left");
    }
    status = open_state(options, &state);
    status = status == COOP_OK ? run(options, &state, steps, ms) : status;
    code = grid_choice_check(status, error);
    coop_graph_destroy(state.graph);
    coop_tensor_destroy(state.now);
    coop_tensor_destroy(state.next);
    coop_tensor_destroy(state.pace);
    coop_devices_close(state.devices);
    free(state.ratios);
    return code;
}
