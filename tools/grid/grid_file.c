#include "grid_file.h"

#include "host/base/replace.h"

#include <inttypes.h>
#include <string.h>

static int finish(struct coop_replace *replace, int code, const char *path, struct tool_error *error)
{
    code = code == 0 ? coop_replace_close(replace, 1) : code;
    return code == 0 ? 0 : tool_fail(error, "%s cannot be written: %s", path, strerror(code));
}

int grid_file_write(const char *path, const void *items, size_t item_bytes, uint64_t count,
                    struct tool_error *error)
{
    struct coop_replace replace;
    int code;

    if (path == NULL) {
        return 0;
    }
    code = coop_replace_open(&replace, path);
    if (code == 0) {
        fwrite(items, item_bytes, (size_t)count, replace.file);
    }
    return finish(&replace, code, path, error);
}

int grid_file_picture(const char *path, uint64_t width, uint64_t height, grid_grey *grey, const void *context,
                      struct tool_error *error)
{
    struct coop_replace replace;
    int code;

    if (path == NULL) {
        return 0;
    }
    code = coop_replace_open(&replace, path);
    if (code == 0) {
        fprintf(replace.file, "P5\n%" PRIu64 " %" PRIu64 "\n255\n", width, height);
        for (uint64_t i = 0; i < width * height; i++) {
            fputc((int)(grey(context, i) * 255 + 0.5), replace.file);
        }
    }
    return finish(&replace, code, path, error);
}

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
