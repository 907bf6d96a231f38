#include "matrix_graph.h"

#include "matrix_coop_soa_0_nodes.h"
#include "matrix_elements.h"
#include "matrix_texts.h"
#include "tools/grid/grid_graph.h"

#include <coop/coop.h>
#include <coop/graph.h>
#include <stdlib.h>

enum which { LEFT, RIGHT, NEXT_LEFT, NEXT_RIGHT, PRODUCT, TENSORS };

struct state {
    coop_devices *devices;
    coop_tensor *tensors[TENSORS];
    coop_graph *graph;
    struct square *squares; /* of one matrix */
    uint64_t side;          /* squares in a row */
};

/* Where number i of a matrix, row by row, is: in a square at (x, y), turned to the left by `by_row` times its
 * row, and up by `by_column` times its column. */
static float *place_of(const struct state *state, uint64_t i, uint64_t by_row, uint64_t by_column)
{
    uint64_t size = state->side * SQUARE_SIDE;
    uint64_t row = i / size;
    uint64_t column = i % size;
    uint64_t x = column / SQUARE_SIDE;
    uint64_t y = row / SQUARE_SIDE;
    uint64_t at_x = (x + state->side - by_row * y % state->side) % state->side;
    uint64_t at_y = (y + state->side - by_column * x % state->side) % state->side;

    return &state->squares[at_y * state->side + at_x]
                .values[row % SQUARE_SIDE * SQUARE_SIDE + column % SQUARE_SIDE];
}

static coop_status write_matrix(const struct state *state, enum which which, const float *numbers)
{
    for (uint64_t i = 0; i < state->side * state->side * SQUARE_SIDE * SQUARE_SIDE; i++) {
        *place_of(state, i, which == LEFT, which == RIGHT) = numbers[i];
    }
    return coop_tensor_write(state->tensors[which], NULL, state->squares);
}

static coop_status read_product(const struct state *state, float *product)
{
    coop_status status = coop_tensor_read(state->tensors[PRODUCT], NULL, state->squares);

    for (uint64_t i = 0; i < state->side * state->side * SQUARE_SIDE * SQUARE_SIDE; i++) {
        product[i] = *place_of(state, i, 0, 0);
    }
    return status;
}

static coop_status open_state(const struct matrix_options *options, struct state *state)
{
    const struct grid_choice *choice = &options->choice;
    uint64_t around = state->side + 2 * (options->cut[0] + options->cut[1]);
    const struct coop_devices_options devices =
        grid_choice_devices(choice, TENSORS * around * around * sizeof(struct square) + ((uint64_t)64 << 20));
    const struct coop_tensor_options tensor = {
        .element = &coop_element_square,
        .layout = choice->layout,
        .cells = {state->side, state->side},
        .partitions = {options->cut[0], options->cut[1]},
        .padding = 1,
        .border = {.kinds = {COOP_BORDER_PERIODIC, COOP_BORDER_PERIODIC}}};
    const struct coop_graph_options graph =
        grid_choice_graph(choice, matrix_texts[choice->executor][choice->layout - 1][0], NULL);
    coop_status status = coop_devices_open(&devices, &state->devices);

    for (int i = 0; i < TENSORS && status == COOP_OK; i++) { /* of zeros */
        status = coop_tensor_create(state->devices, &tensor, &state->tensors[i]);
    }
    return status == COOP_OK ? coop_graph_create(state->devices, &graph, &state->graph) : status;
}

static coop_status add_step(const struct state *state)
{
    coop_tensor *const *tensors = state->tensors;
    const struct multiply_node multiply = {.left = coop_reads_padded(tensors[LEFT]),
                                           .right = coop_reads_padded(tensors[RIGHT]),
                                           .next_left = coop_writes(tensors[NEXT_LEFT]),
                                           .next_right = coop_writes(tensors[NEXT_RIGHT]),
                                           .product = coop_updates(tensors[PRODUCT])};
    coop_status status = multiply_then_split(state->graph, &multiply, NULL, NULL);

    status = status == COOP_OK ? coop_graph_swap(state->graph, tensors[LEFT], tensors[NEXT_LEFT]) : status;
    status = status == COOP_OK ? coop_graph_swap(state->graph, tensors[RIGHT], tensors[NEXT_RIGHT]) : status;
    return status == COOP_OK ? coop_graph_repeat(state->graph, state->side) : status;
}

int matrix_run(const struct matrix_options *options, const float *left, const float *right, float *product,
               double *ms, struct tool_error *error)
{
    struct state state = {.side = options->size / SQUARE_SIDE};
    coop_status status;
    int code;

    state.squares = malloc((size_t)(state.side * state.side) * sizeof *state.squares);
    if (state.squares == NULL) {
        return tool_fail(error, "the host has no memory left");
    }
    status = open_state(options, &state);
    status = status == COOP_OK ? write_matrix(&state, LEFT, left) : status;
    status = status == COOP_OK ? write_matrix(&state, RIGHT, right) : status;
    status = status == COOP_OK ? add_step(&state) : status;
    status = status == COOP_OK ? grid_graph_run(state.graph, options->choice.timeout_s, ms) : status;
    status = status == COOP_OK ? grid_watch_write(&options->choice.watch, state.graph) : status;
    status = status == COOP_OK ? read_product(&state, product) : status;
    code = grid_choice_check(status, error);
    coop_graph_destroy(state.graph);
    for (int i = 0; i < TENSORS; i++) {
        coop_tensor_destroy(state.tensors[i]);
    }
    coop_devices_close(state.devices);
    free(state.squares);
    return code;
}
