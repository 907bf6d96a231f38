#include "eikonal_nodes.h"

#include "eikonal_elements.h"
#include "eikonal_square_texts.h"
#include "eikonal_texts.h"
#include "tools/grid/grid_choice.h"

#include <coop/coop.h>
#include <math.h>
#include <string.h>

/* Sweeps from one question whether anything has changed to the next; even, so that the times are where they
 * were. */
#define SWEEPS_AT_ONCE 16u
#define GPU_LOCAL_ITEMS 64u

coop_status eikonal_nodes_tensors(struct eikonal_solver *solver)
{
    const struct front never = {.time = INFINITY};
    const struct eikonal_options *options = &solver->options;
    struct coop_tensor_options tensor = {
        .element = &coop_element_front,
        .layout = options->layout,
        .cells = {solver->points[0], solver->points[1]},
        .partitions = {options->cut[0], options->cut[1]},
        .padding = 1,
        .border = {.kinds = {COOP_BORDER_CONSTANT, COOP_BORDER_CONSTANT}, .cell = &never}};
    coop_status status = coop_tensor_create(solver->devices, &tensor, &solver->now);

    if (options->method == EIKONAL_SWEEPS && status == COOP_OK) {
        status = coop_tensor_create(solver->devices, &tensor, &solver->next);
    }
    tensor.element = &coop_element_ground;
    tensor.padding = 0;
    memset(&tensor.border, 0, sizeof tensor.border);
    status = status == COOP_OK ? coop_tensor_create(solver->devices, &tensor, &solver->ground) : status;
    if (options->method != EIKONAL_SWEEPS && status == COOP_OK) {
        tensor.element = &coop_element_note;
        tensor.layout = COOP_SOA;
        status = coop_tensor_create(solver->devices, &tensor, &solver->notes);
    }
    return status == COOP_OK
               ? coop_scalar_create(solver->devices,
                                    &(struct coop_scalar_options){.type = COOP_UINT, .name = "moved"},
                                    &solver->moved)
               : status;
}

static uint64_t side_of(const struct eikonal_solver *solver)
{
    return solver->options.tile > 0 ? solver->options.tile : EIKONAL_SIDE;
}

/* Notes of the cooperative kernel are zeros; those of the ordinary one say that each square is active. */
static coop_status write_notes(struct eikonal_solver *solver)
{
    uint64_t side = side_of(solver);
    uint64_t squares = (solver->points[0] + side - 1) / side * ((solver->points[1] + side - 1) / side);
    struct note *notes = (struct note *)solver->fronts; /* which are larger */

    memset(notes, 0, (size_t)(solver->points[0] * solver->points[1]) * sizeof *notes);
    for (uint64_t i = 0; i < squares && solver->options.method == EIKONAL_SQUARES; i++) {
        notes[i].word = 1;
    }
    return coop_tensor_write(solver->notes, NULL, notes);
}

static coop_status write_padding(struct eikonal_solver *solver)
{
    const uint64_t *points = solver->points;
    const struct coop_region sides[] = {{.first = {-1, 0}, .cells = {1, points[1], 1}},
                                        {.first = {(int64_t)points[0], 0}, .cells = {1, points[1], 1}},
                                        {.first = {0, -1}, .cells = {points[0], 1, 1}},
                                        {.first = {0, (int64_t)points[1]}, .cells = {points[0], 1, 1}}};
    coop_status status = COOP_OK;

    for (uint64_t i = 0; i < points[0] * points[1]; i++) {
        solver->fronts[i] = (struct front){.time = INFINITY};
    }
    for (int i = 0; i < 4 && status == COOP_OK; i++) {
        status = coop_tensor_write(solver->now, &sides[i], solver->fronts);
    }
    return status;
}

coop_status eikonal_nodes_begin(struct eikonal_solver *solver)
{
    coop_status status = solver->notes != NULL ? write_notes(solver) : COOP_OK;

    return status == COOP_OK && solver->options.method == EIKONAL_SQUARES ? write_padding(solver) : status;
}

static coop_status has_moved(void *data, const void *value, int *again)
{
    uint32_t moved;

    (void)data;
    memcpy(&moved, value, sizeof moved);
    *again = moved != 0;
    return COOP_OK;
}

/* Again as long as the member of some point is not 0. */
static coop_status add_condition(struct eikonal_solver *solver, coop_tensor *tensor, const char *member)
{
    const struct coop_graph_condition until_quiet = {.scalar = solver->moved, .predicate = has_moved};
    coop_status status =
        coop_graph_then_reduce(solver->graph, "still", tensor, member, COOP_MAX, solver->moved);

    return status == COOP_OK ? coop_graph_conditional(solver->graph, &until_quiet) : status;
}

/* Sweeps from one tensor to the other and back, and whether the last one has changed anything. */
static coop_status add_sweeps(struct eikonal_solver *solver)
{
    coop_status status = COOP_OK;

    for (unsigned i = 0; i < SWEEPS_AT_ONCE && status == COOP_OK; i++) {
        char name[] = "sweep a";
        const struct coop_graph_node sweep = {
            .name = name,
            .kernel = "sweep",
            .local_items = {solver->options.tile, solver->options.tile},
            .arguments = {coop_reads_padded(i % 2 == 0 ? solver->now : solver->next),
                          coop_writes(i % 2 == 0 ? solver->next : solver->now), coop_reads(solver->ground),
                          coop_value(&solver->limit, sizeof solver->limit)}};

        name[6] = (char)('a' + i);
        status = coop_graph_then_split(solver->graph, &sweep);
    }
    return status == COOP_OK ? add_condition(solver, solver->now, "moved") : status;
}

/* The two colours in turns. The block's padding is that of the whole, which nobody changes: the host fills
 * it, and no node need do so for each colour. */
static coop_status add_squares(struct eikonal_solver *solver)
{
    uint64_t side = side_of(solver);
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < SWEEPS_AT_ONCE && status == COOP_OK; i++) {
        const uint32_t colour = i % 2;
        char name[] = "quiet a";
        const struct coop_graph_node quiet = {
            .name = name,
            .kernel = "quiet",
            .local_items = {side, side},
            .arguments = {coop_updates(solver->now), coop_reads(solver->ground), coop_updates(solver->notes),
                          coop_value(&solver->limit, sizeof solver->limit),
                          coop_value(&colour, sizeof colour)}};

        name[6] = (char)('a' + i);
        status = coop_graph_then_split(solver->graph, &quiet);
    }
    return status == COOP_OK ? add_condition(solver, solver->notes, "word") : status;
}

/* Each block until it is quiet; where there are several, again until no border has moved. */
static coop_status add_kernel(struct eikonal_solver *solver)
{
    const struct coop_graph_node solve = {
        .kernel = "solve",
        .arguments = {coop_updates_padded(solver->now), coop_reads(solver->ground),
                      coop_updates(solver->notes), coop_value(&solver->limit, sizeof solver->limit)}};
    coop_status status = coop_graph_then_split(solver->graph, &solve);

    return status == COOP_OK && solver->options.cut[0] * solver->options.cut[1] > 1
               ? add_condition(solver, solver->now, "moved")
               : status;
}

/* A square is a work-group's, or without tiles a work-item's: of work-groups of one work-item on a processor,
 * which runs the others of a work-group behind each other. */
static coop_status choose_local(const struct eikonal_solver *solver, struct coop_run_options *run)
{
    struct coop_device_report device;
    coop_status status = coop_context_device(coop_devices_context(solver->devices, 0), &device);

    *run = grid_executor_run(solver->options.tile);
    if (status == COOP_OK && solver->options.tile == 0) {
        run->local_items = device.kind == COOP_KIND_CPU ? 1 : GPU_LOCAL_ITEMS;
    }
    return status;
}

coop_status eikonal_nodes_graph(struct eikonal_solver *solver)
{
    const struct eikonal_options *options = &solver->options;
    int is_by_square = options->method != EIKONAL_SWEEPS;
    struct coop_run_options run = grid_executor_run(options->tile);
    coop_status status = options->method == EIKONAL_COOPERATIVE ? choose_local(solver, &run) : COOP_OK;
    unsigned layout = options->layout - 1;
    const struct coop_graph_options graph = {
        .text = is_by_square ? eikonal_square_texts[options->executor][layout][options->tile / 8]
                             : eikonal_texts[options->executor][layout][options->tile / 8],
        .executor = options->executor,
        .run = &run,
        .timeline_commands = grid_watch_commands(&options->watch)};

    status = status == COOP_OK ? coop_graph_create(solver->devices, &graph, &solver->graph) : status;
    if (status != COOP_OK) {
        return status;
    }
    switch (options->method) {
    case EIKONAL_SWEEPS:
        return add_sweeps(solver);
    case EIKONAL_SQUARES:
        return add_squares(solver);
    default:
        return add_kernel(solver);
    }
}

uint64_t eikonal_nodes_rounds(const struct eikonal_solver *solver)
{
    int is_kernel = solver->options.method == EIKONAL_COOPERATIVE;
    int has_condition = !is_kernel || solver->options.cut[0] * solver->options.cut[1] > 1;

    return (is_kernel ? 1 : SWEEPS_AT_ONCE) * (has_condition ? coop_graph_rounds(solver->graph) : 1);
}
