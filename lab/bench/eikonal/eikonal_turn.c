#include "eikonal_turn.h"

#include "tools/options/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_GRID "801x801"

int eikonal_grid_init(const char *text, struct eikonal_grid *grid, struct tool_error *error)
{
    struct eikonal_form form = {.source_count = 0};

    memset(grid, 0, sizeof *grid);
    if (options_numbers(text, 'x', form.points, 2) != 2 || form.points[0] < 32 || form.points[1] < 32 ||
        form.points[0] > 32768 || form.points[1] > 32768) {
        return tool_fail(error, "--grid wants two numbers from 32 to 32768, with an x between, not \"%s\"",
                         text);
    }
    snprintf(grid->name, sizeof grid->name, "%s", text);
    return eikonal_field_init(&form, &grid->start) == 0 && eikonal_field_init(&form, &grid->field) == 0
               ? 0
               : tool_fail(error, "the host has no memory left for the grid %s", text);
}

void eikonal_grid_clear(struct eikonal_grid *grid)
{
    eikonal_field_clear(&grid->start);
    eikonal_field_clear(&grid->field);
    free(grid->wanted);
}

unsigned eikonal_grid_count(const struct bench_options *options)
{
    return options->grids.count > 0 ? options->grids.count : 1;
}

const char *eikonal_grid_text(const struct bench_options *options, unsigned index)
{
    return options->grids.count > 0 ? options->grids.items[index] : DEFAULT_GRID;
}

int eikonal_turn_options(const struct bench_options *options, enum eikonal_method method,
                         enum coop_executor executor, struct eikonal_options *own, struct tool_error *error)
{
    *own = (struct eikonal_options){.devices = options->device,
                                    .cut = {1, 1},
                                    .layout = COOP_SOA,
                                    .executor = executor,
                                    .method = method,
                                    .groups = executor == COOP_IN_RUNS ? options->groups : 0,
                                    .memory_bytes = eikonal_frames_bytes(),
                                    .timeout_s = options->timeout_s};
    switch (options->local_items) {
    case 1:
        own->tile = 0;
        return 0;
    case 64:
        own->tile = 8;
        return 0;
    case 256:
        own->tile = 16;
        return 0;
    default:
        return tool_fail(
            error,
            "--local is 1, a work-item for a square, 64 or 256, a work-item for a point of it, not "
            "%" PRIu64,
            options->local_items);
    }
}

int eikonal_turn_solve(struct eikonal_solver *solver, struct eikonal_grid *grid, int *is_same,
                       struct tool_error *error)
{
    size_t bytes = (size_t)(grid->field.points[0] * grid->field.points[1]) * sizeof *grid->wanted;

    if (eikonal_solve(solver, &grid->start, error) != 0 || eikonal_read(solver, &grid->field, error) != 0) {
        return -1;
    }
    if (grid->wanted == NULL) {
        grid->wanted = malloc(bytes);
        if (grid->wanted == NULL) {
            return tool_fail(error, "the host has no memory left");
        }
        memcpy(grid->wanted, grid->field.times, bytes);
    }
    *is_same &= memcmp(grid->wanted, grid->field.times, bytes) == 0;
    return 0;
}
