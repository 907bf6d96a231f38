#include "heat_graph.h"

#include "heat_coop_soa_0_nodes.h"
#include "heat_elements.h"
#include "heat_texts.h"
#include "tools/grid/grid.h"

#include <coop/coop.h>
#include <coop/graph.h>
#include <math.h>

struct state {
    coop_devices *devices;
    coop_tensor *now;
    coop_tensor *next;
    coop_graph *graph;
};

#define TURN 6.283185307179586

static double wave(const struct heat_options *options, const uint64_t place[3])
{
    double turns = 0.0;

    for (int i = 0; i < 3; i++) {
        turns += (double)(options->mode[i] * place[i] % options->cells[i]) / (double)options->cells[i];
    }
    return cos(TURN * turns);
}

double heat_mode_error(const struct heat_options *options, const double *values)
{
    const uint64_t *cells = options->cells;
    double lost = 0.0;
    double factor;
    double most = 0.0;

    for (int i = 0; i < 3; i++) {
        double half = sin(TURN / 2 * (double)options->mode[i] / (double)cells[i]);

        lost += 4 * HEAT_PART * half * half;
    }
    factor = pow(1.0 - lost, (double)options->steps);
    for (uint64_t i = 0; i < cells[0] * cells[1] * cells[2]; i++) {
        uint64_t place[3] = {i % cells[0], i / cells[0] % cells[1], i / cells[0] / cells[1]};
        double difference = fabs(values[i] - factor * wave(options, place));

        most = difference > most ? difference : most;
    }
    return most;
}

void heat_begin(const struct heat_options *options, double *values)
{
    const uint64_t *cells = options->cells;

    for (uint64_t i = 0; i < cells[0] * cells[1] * cells[2]; i++) {
        uint64_t at[3] = {i % cells[0], i / cells[0] % cells[1], i / cells[0] / cells[1]};
        int is_hot = 3 * at[0] < cells[0] && 2 * at[1] < cells[1] && 2 * at[2] <= cells[2];

        values[i] = options->is_mode ? wave(options, at)
                                     : (is_hot ? 0.5 : 0.0) +
                                           0.5 * (double)((7 * at[0] + 13 * at[1] + 29 * at[2]) % 31) / 31.0;
    }
}

static coop_status open_state(const struct heat_options *options, struct state *state)
{
    const struct grid_choice *choice = &options->choice;
    const struct coop_devices_options devices = grid_choice_devices(
        choice, 4 * options->cells[0] * options->cells[1] * options->cells[2] * sizeof(struct heat) +
                    ((uint64_t)64 << 20));
    const struct coop_tensor_options tensor = {
        .element = &coop_element_heat,
        .layout = choice->layout,
        .dimensions = options->dimensions,
        .cells = {options->cells[0], options->cells[1], options->cells[2]},
        .partitions = {options->cut[0], options->cut[1], options->cut[2]},
        .padding = 1,
        .border = {.kinds = {COOP_BORDER_PERIODIC, COOP_BORDER_PERIODIC, COOP_BORDER_PERIODIC}}};
    const struct coop_run_options run = grid_executor_run(choice->tile);
    const struct coop_graph_options graph =
        grid_choice_graph(choice, heat_texts[choice->executor][choice->layout - 1][choice->tile / 8], &run);
    coop_status status = coop_devices_open(&devices, &state->devices);

    status = status == COOP_OK ? coop_tensor_create(state->devices, &tensor, &state->now) : status;
    status = status == COOP_OK ? coop_tensor_create(state->devices, &tensor, &state->next) : status;
    return status == COOP_OK ? coop_graph_create(state->devices, &graph, &state->graph) : status;
}

static coop_status run(const struct heat_options *options, struct state *state, double *values, double *ms)
{
    const uint64_t tile[3] = {options->choice.tile, options->choice.tile};
    const struct heat_2_node step_2 = {coop_reads_padded(state->now), coop_writes(state->next), HEAT_PART};
    const struct heat_3_node step_3 = {coop_reads_padded(state->now), coop_writes(state->next), HEAT_PART};
    coop_status status = coop_tensor_write(state->now, NULL, values);

    if (status == COOP_OK) {
        status = options->dimensions == 3 ? heat_3_then_split(state->graph, &step_3, "step", tile)
                                          : heat_2_then_split(state->graph, &step_2, "step", tile);
    }
    status = status == COOP_OK ? coop_graph_swap(state->graph, state->now, state->next) : status;
    status = status == COOP_OK ? coop_graph_repeat(state->graph, options->steps) : status;
    status = status == COOP_OK ? grid_graph_run(state->graph, options->choice.timeout_s, ms) : status;
    status = status == COOP_OK ? grid_watch_write(&options->choice.watch, state->graph) : status;
    return status == COOP_OK ? coop_tensor_read(state->now, NULL, values) : status;
}

int heat_run(const struct heat_options *options, double *values, double *ms, struct tool_error *error)
{
    struct state state = {.devices = NULL};
    coop_status status = open_state(options, &state);
    int code;

    *ms = 0;
    status = status == COOP_OK ? run(options, &state, values, ms) : status;
    code = grid_choice_check(status, error);
    coop_graph_destroy(state.graph);
    coop_tensor_destroy(state.now);
    coop_tensor_destroy(state.next);
    coop_devices_close(state.devices);
    return code;
}
