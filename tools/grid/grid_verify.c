#include "grid_verify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct coop_region grid_whole(const struct coop_view *view)
{
    struct coop_region box;

    for (unsigned i = 0; i < 3; i++) {
        uint32_t padding = i < view->dimensions ? view->padding : 0;

        box.first[i] = -(int64_t)padding;
        box.cells[i] = (uint64_t)view->extent[i] + 2 * (uint64_t)padding;
    }
    return box;
}

void grid_fill(const struct grid *grid, int is_target, unsigned char *cells)
{
    struct coop_region box = grid_whole(&grid->view);
    uint64_t cell[3];
    double at[3];

    for (cell[2] = 0; cell[2] < box.cells[2]; cell[2]++) {
        for (cell[1] = 0; cell[1] < box.cells[1]; cell[1]++) {
            for (cell[0] = 0; cell[0] < box.cells[0]; cell[0]++) {
                for (unsigned i = 0; i < 3; i++) {
                    at[i] = ((double)cell[i] + (double)box.first[i] + 0.5) / grid->view.extent[i];
                }
                grid->form->fill(at, is_target, cells);
                cells += grid->form->element->bytes;
            }
        }
    }
}

/* The largest difference of two results, relative to the largest value. */
static void compare(struct grid *grid, const float *wanted)
{
    const float *seen = (const float *)(const void *)grid->cells;
    uint64_t cells = (uint64_t)grid->view.extent[0] * grid->view.extent[1] * grid->view.extent[2];
    uint64_t count = cells * grid->form->element->bytes / sizeof *seen;
    double difference = 0;
    double largest = 0;

    for (uint64_t i = 0; i < count; i++) {
        double apart = fabs((double)seen[i] - (double)wanted[i]);

        difference = apart <= difference ? difference : apart; /* that of a NaN is larger than any */
        largest = fabs((double)wanted[i]) > largest ? fabs((double)wanted[i]) : largest;
    }
    grid->difference = difference == 0 ? 0 : difference / largest;
    grid->is_same = memcmp(seen, wanted, count * sizeof *seen) == 0;
}

int grid_verify(struct grid *grid, struct tool_error *error)
{
    const struct grid_form *form = grid->form;
    struct coop_region box = grid_whole(&grid->view);
    struct coop_region inner = {{0, 0, 0},
                                {grid->view.extent[0], grid->view.extent[1], grid->view.extent[2]}};
    uint64_t count = box.cells[0] * box.cells[1] * box.cells[2];
    struct coop_view plain;
    struct coop_view dense;
    unsigned char *from = calloc(count, form->element->bytes);
    unsigned char *to = form->is_in_place ? from : calloc(count, form->element->bytes);
    unsigned char *cells = calloc(count, form->element->bytes);
    int status = -1;

    if (from == NULL || to == NULL || cells == NULL) {
        tool_fail(error, "there is no memory for %llu cells", (unsigned long long)count);
    } else if (coop_view_init(form->element, COOP_AOS, form->dimensions, inner.cells, form->padding, 0,
                              &plain) == COOP_OK &&
               coop_view_init(form->element, COOP_AOS, form->dimensions, inner.cells, 0, 0, &dense) ==
                   COOP_OK) {
        grid_fill(grid, 0, from);
        if (to != from) {
            grid_fill(grid, 1, to);
        }
        for (uint64_t i = 0; i < grid->options.steps; i++) {
            form->step(&plain, from, to);
        }
        (void)coop_cells_convert(form->element, &plain, to, &dense, cells, &inner);
        compare(grid, (const float *)(const void *)cells);
        status = 0;
    } else {
        tool_fail(error, "%s", coop_last_error()->message);
    }
    free(cells);
    if (to != from) {
        free(to);
    }
    free(from);
    return status;
}
