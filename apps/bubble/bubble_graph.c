#include "bubble_graph.h"

#include "bubble_coop_soa_0_nodes.h"
#include "bubble_elements.h"
#include "bubble_texts.h"
#include "tools/grid/grid.h"

#include <coop/coop.h>
#include <coop/graph.h>
#include <math.h>
#include <string.h>

#define ROUNDS_AT_ONCE 16u

struct state {
    coop_devices *devices;
    coop_tensor *now;
    coop_tensor *next;
    coop_tensor *waves;
    coop_scalar *fastest;
    coop_scalar *pause; /* the step's length in time */
    coop_scalar *time;
    coop_scalar *count; /* of steps */
    coop_graph *graph;
    double end;
};

static coop_status open_tensors(const struct bubble_options *options, struct state *state)
{
    const struct coop_devices_options devices = grid_choice_devices(
        &options->choice, 160 * (options->cells[0] + 8) * (options->cells[1] + 8) + ((uint64_t)64 << 20));
    struct coop_tensor_options tensor = {
        .element = &coop_element_gas,
        .layout = options->choice.layout,
        .cells = {options->cells[0], options->cells[1]},
        .partitions = {options->cut[0], options->cut[1]},
        .padding = 1,
        .border = {.kinds = {COOP_BORDER_EXTRAPOLATE, COOP_BORDER_REFLECT}, .turned_items = {0, 1 << 2}}};
    coop_status status = coop_devices_open(&devices, &state->devices);

    status = status == COOP_OK ? coop_tensor_create(state->devices, &tensor, &state->now) : status;
    status = status == COOP_OK ? coop_tensor_create(state->devices, &tensor, &state->next) : status;
    tensor.element = &coop_element_wave;
    tensor.padding = 0;
    return status == COOP_OK ? coop_tensor_create(state->devices, &tensor, &state->waves) : status;
}

static coop_status open_scalars(struct state *state)
{
    const struct {
        const char *name;
        coop_scalar **scalar;
        enum coop_scalar_type type;
    } scalars[] = {{"fastest", &state->fastest, COOP_DOUBLE},
                   {"pause", &state->pause, COOP_DOUBLE},
                   {"time", &state->time, COOP_DOUBLE},
                   {"count", &state->count, COOP_UINT}};
    const double none = 0.0; /* of a count, too */
    coop_status status = COOP_OK;

    for (unsigned i = 0; i < sizeof scalars / sizeof scalars[0] && status == COOP_OK; i++) {
        const struct coop_scalar_options options = {.type = scalars[i].type, .name = scalars[i].name};

        status = coop_scalar_create(state->devices, &options, scalars[i].scalar);
        status = status == COOP_OK ? coop_scalar_write(*scalars[i].scalar, &none) : status;
    }
    return status;
}

static coop_status is_before_end(void *data, const void *value, int *again)
{
    const struct state *state = data;
    double time;

    memcpy(&time, value, sizeof time);
    *again = time < state->end;
    return COOP_OK;
}

/* A step: how fast the waves are, how long the step may be, and two sweeps. */
static coop_status add_step(coop_graph *graph, const double *widths, uint64_t tile, const struct state *state)
{
    const uint64_t square[3] = {tile, tile};
    const struct speeds_node speeds = {.from = coop_reads(state->now), .to = coop_writes(state->waves)};
    const struct pace_node pace = {.fastest = state->fastest,
                                   .pause = coop_writes_scalar(state->pause),
                                   .time = coop_updates_scalar(state->time),
                                   .count = coop_updates_scalar(state->count),
                                   .width = fmin(widths[0], widths[1]),
                                   .end = state->end};
    const struct sweep_x_node along_x = {coop_reads_padded(state->now), coop_writes(state->next),
                                         state->pause, widths[0]};
    const struct sweep_y_node along_y = {coop_reads_padded(state->next), coop_writes(state->now),
                                         state->pause, widths[1]};
    coop_status status = speeds_then_split(graph, &speeds, NULL, NULL);

    status = status == COOP_OK
                 ? coop_graph_then_reduce(graph, "fastest", state->waves, "speed", COOP_MAX, state->fastest)
                 : status;
    status = status == COOP_OK ? pace_then_split(graph, &pace, NULL, NULL) : status;
    status = status == COOP_OK ? sweep_x_then_split(graph, &along_x, NULL, square) : status;
    return status == COOP_OK ? sweep_y_then_split(graph, &along_y, NULL, square) : status;
}

static coop_status make_graph(const struct bubble_options *options, struct state *state)
{
    const struct grid_choice *choice = &options->choice;
    const struct coop_run_options run = grid_executor_run(choice->tile);
    const struct coop_graph_options graph =
        grid_choice_graph(choice, bubble_texts[choice->executor][choice->layout - 1][choice->tile / 8], &run);
    const double widths[] = {BUBBLE_WIDTH / (double)options->cells[0], 1.0 / (double)options->cells[1]};
    const struct coop_graph_condition until_end = {
        .scalar = state->time, .predicate = is_before_end, .data = state, .every = ROUNDS_AT_ONCE};
    coop_status status = coop_graph_create(state->devices, &graph, &state->graph);

    status = status == COOP_OK ? add_step(state->graph, widths, choice->tile, state) : status;
    if (status == COOP_OK) {
        status = options->steps > 0 ? coop_graph_repeat(state->graph, options->steps)
                                    : coop_graph_conditional(state->graph, &until_end);
    }
    return status;
}

static coop_status run(const struct bubble_options *options, struct state *state, struct bubble_cell *cells,
                       struct bubble_course *course)
{
    uint32_t count = 0;
    coop_status status = coop_tensor_write(state->now, NULL, cells);

    course->ms = 0;
    status =
        status == COOP_OK ? grid_graph_run(state->graph, options->choice.timeout_s, &course->ms) : status;
    status = status == COOP_OK ? grid_watch_write(&options->choice.watch, state->graph) : status;
    status = status == COOP_OK ? coop_tensor_read(state->now, NULL, cells) : status;
    status = status == COOP_OK ? coop_scalar_read(state->time, &course->time) : status;
    status = status == COOP_OK ? coop_scalar_read(state->count, &count) : status;
    course->steps = count;
    return status;
}

int bubble_run(const struct bubble_options *options, struct bubble_cell *cells, struct bubble_course *course,
               struct tool_error *error)
{
    struct state state = {.end = options->steps > 0 ? 1e300 : options->time};
    coop_status status = open_tensors(options, &state);
    int code;

    status = status == COOP_OK ? open_scalars(&state) : status;
    status = status == COOP_OK ? make_graph(options, &state) : status;
    status = status == COOP_OK ? run(options, &state, cells, course) : status;
    code = grid_choice_check(status, error);
    coop_graph_destroy(state.graph);
    coop_scalar_destroy(state.fastest);
    coop_scalar_destroy(state.pause);
    coop_scalar_destroy(state.time);
    coop_scalar_destroy(state.count);
    coop_tensor_destroy(state.now);
    coop_tensor_destroy(state.next);
    coop_tensor_destroy(state.waves);
    coop_devices_close(state.devices);
    return code;
}
