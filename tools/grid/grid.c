#include "grid.h"

#include "grid_verify.h"
#include "tools/measure/clock.h"

#include <coop/coop.h>
#include <stdio.h>
#include <stdlib.h>

#define MEMORY_EXTRA ((uint64_t)64 << 20)
#define TOLERANCE 1e-5

static int check(coop_status status, struct tool_error *error)
{
    const struct coop_error *last = coop_last_error();

    return status == COOP_OK ? 0
                             : tool_fail(error, "%s: %s%s%s", last->doing, last->message,
                                         last->details[0] != '\0' ? "\n" : "", last->details);
}

static int choose_kernel(struct grid *grid, struct tool_error *error)
{
    for (unsigned i = 0; i < grid->form->kernel_count; i++) {
        const struct grid_kernel *kernel = grid->form->kernels[i];

        if (kernel->layout == grid->options.layout && kernel->tile == grid->options.tile) {
            grid->kernel = kernel;
            return 0;
        }
    }
    return tool_fail(error, "there is no kernel with tiles of %u cells on a side",
                     (unsigned)grid->options.tile);
}

static int open_device(struct grid *grid, struct tool_error *error)
{
    const struct grid_options *options = &grid->options;
    char groups[32];
    struct coop_devices_options devices = {.devices = options->device, .groups = groups};
    struct coop_tensor_options tensor = {.element = grid->form->element,
                                         .layout = options->layout,
                                         .dimensions = grid->form->dimensions,
                                         .padding = grid->form->padding,
                                         .aligned_rows = options->aligned};
    struct coop_view view;

    for (unsigned i = 0; i < 3; i++) {
        tensor.cells[i] = options->cells[i];
    }
    if (check(coop_view_init(tensor.element, tensor.layout, tensor.dimensions, tensor.cells, tensor.padding,
                             tensor.aligned_rows, &view),
              error) != 0) {
        return -1;
    }
    snprintf(groups, sizeof groups, "%u", (unsigned)options->groups);
    devices.memory_bytes = 2 * coop_view_bytes(tensor.element, &view) + MEMORY_EXTRA;
    if (check(coop_devices_open(&devices, &grid->devices), error) != 0 ||
        check(coop_context_device(coop_devices_context(grid->devices, 0), &grid->device), error) != 0 ||
        check(coop_tensor_create(grid->devices, &tensor, &grid->from), error) != 0) {
        return -1;
    }
    grid->to = grid->from;
    if (!grid->form->is_in_place &&
        check(coop_tensor_create(grid->devices, &tensor, &grid->to), error) != 0) {
        grid->to = NULL;
        return -1;
    }
    return check(coop_tensor_view(grid->from, NULL, &grid->view), error);
}

static int start(struct grid *grid, struct tool_error *error)
{
    const struct grid_options *options = &grid->options;
    uint64_t local = options->tile != 0 ? options->tile * options->tile : options->local_items;
    struct coop_run_options run = {.worker_groups = (uint32_t)options->groups,
                                   .local_items = (uint32_t)local};

    return check(coop_module_create(coop_devices_context(grid->devices, 0), grid->kernel->text,
                                    *grid->kernel->bytes, NULL, &grid->module),
                 error) != 0
               ? -1
               : check(coop_run_start(grid->module, &run, &grid->run), error);
}

/* The first values, padding included. */
static int fill(struct grid *grid, struct tool_error *error)
{
    struct coop_region box = grid_whole(&grid->view);
    uint64_t count = box.cells[0] * box.cells[1] * box.cells[2];
    unsigned char *cells = calloc(count, grid->form->element->bytes);
    int status = 0;

    if (cells == NULL) {
        return tool_fail(error, "there is no memory for %llu cells", (unsigned long long)count);
    }
    for (int is_target = 0; is_target < (grid->form->is_in_place ? 1 : 2) && status == 0; is_target++) {
        grid_fill(grid, is_target, cells);
        status = check(coop_tensor_write(is_target ? grid->to : grid->from, &box, cells), error);
    }
    free(cells);
    return status;
}

static int step(struct grid *grid, struct tool_error *error)
{
    const struct grid_options *options = &grid->options;
    const uint64_t square[3] = {options->tile, options->tile, 1};
    const uint64_t line[3] = {options->local_items, 1, 1};
    uint64_t timeout_ns = (uint64_t)(options->timeout_s * 1e9);
    uint64_t begin_ns = clock_now_ns();
    coop_launch *launch = NULL;
    int status;

    status = check(grid->kernel->launch(grid->run, grid->from, grid->to, options->tile != 0 ? square : line,
                                        NULL, &launch),
                   error);
    if (status == 0) {
        status = check(coop_launch_wait(launch, timeout_ns, NULL), error);
        samples_add(&grid->step_ms, (double)(clock_now_ns() - begin_ns) / (double)NS_PER_MS);
    }
    coop_launch_destroy(launch);
    return status;
}

int grid_run(struct grid *grid, struct tool_error *error)
{
    uint64_t count;

    if (choose_kernel(grid, error) != 0 || open_device(grid, error) != 0 || start(grid, error) != 0 ||
        fill(grid, error) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < grid->options.steps; i++) {
        if (step(grid, error) != 0) {
            return -1;
        }
    }
    count = (uint64_t)grid->view.extent[0] * grid->view.extent[1] * grid->view.extent[2];
    grid->cells = calloc(count, grid->form->element->bytes);
    if (grid->cells == NULL) {
        return tool_fail(error, "there is no memory for %llu cells", (unsigned long long)count);
    }
    if (check(coop_tensor_read(grid->to, NULL, grid->cells), error) != 0) {
        return -1;
    }
    return grid->options.verify ? grid_verify(grid, error) : 0;
}

int grid_is_right(const struct grid *grid)
{
    return grid->difference <= TOLERANCE;
}

void grid_clear(struct grid *grid)
{
    if (grid->to != grid->from) {
        coop_tensor_destroy(grid->to);
    }
    coop_tensor_destroy(grid->from);
    coop_devices_close(grid->devices);
    samples_clear(&grid->step_ms);
    free(grid->cells);
}

coop_status grid_graph_run(coop_graph *graph, double timeout_s, double *ms)
{
    coop_status status = coop_graph_finish(graph);
    uint64_t begin_ns = clock_now_ns();

    status = status == COOP_OK ? coop_graph_start(graph) : status;
    if (status == COOP_OK) {
        status = coop_graph_wait(graph, (uint64_t)(timeout_s * 1e9));
    }
    *ms += (double)(clock_now_ns() - begin_ns) / (double)NS_PER_MS;
    return status;
}

void grid_graph_print(double ms, uint64_t cells, uint64_t steps)
{
    if (steps > 0 && ms > 0) {
        printf("Took      %.3f ms, %.2f us a step, %.1f million cells a second\n", ms,
               1e3 * ms / (double)steps, 1e-3 * (double)cells * (double)steps / ms);
    }
}

void grid_graph_print_verified(int is_same)
{
    printf("%s\n", is_same ? "Verified  every bit equals that of a sequential program"
                           : "WRONG     some bits differ from those of a sequential program");
}
