#include "grid_picture.h"

#include "grid_file.h"

struct shades {
    const struct grid *grid;
    float least;
    float most;
};

static float shade(const struct grid *grid, uint64_t cell)
{
    return grid->form->shade(grid->cells + cell * grid->form->element->bytes);
}

static uint64_t cell_count(const struct grid *grid)
{
    return (uint64_t)grid->view.extent[0] * grid->view.extent[1] * grid->view.extent[2];
}

static double grey(const void *context, uint64_t cell)
{
    const struct shades *shades = context;

    return shades->most > shades->least
               ? (shade(shades->grid, cell) - shades->least) / (shades->most - shades->least)
               : 0.0f;
}

int grid_picture_write(const char *path, const struct grid *grid, struct tool_error *error)
{
    struct shades shades = {grid, shade(grid, 0), shade(grid, 0)};
    uint64_t count = cell_count(grid);

    for (uint64_t i = 1; i < count; i++) {
        float value = shade(grid, i);

        shades.least = value < shades.least ? value : shades.least;
        shades.most = value > shades.most ? value : shades.most;
    }
    return grid_file_picture(path, grid->view.extent[0], count / grid->view.extent[0], grey, &shades, error);
}

int grid_cells_write(const char *path, const struct grid *grid, struct tool_error *error)
{
    return grid_file_write(path, grid->cells, grid->form->element->bytes, cell_count(grid), error);
}
