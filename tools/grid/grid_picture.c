#include "grid_picture.h"

#include "host/base/replace.h"

#include <string.h>

static float shade(const struct grid *grid, uint64_t cell)
{
    return grid->form->shade(grid->cells + cell * grid->form->element->bytes);
}

static uint64_t cell_count(const struct grid *grid)
{
    return (uint64_t)grid->view.extent[0] * grid->view.extent[1] * grid->view.extent[2];
}

static int finish(struct coop_replace *replace, const char *path, int code, struct tool_error *error)
{
    if (code == 0) {
        code = coop_replace_close(replace, 1);
    }
    return code == 0 ? 0 : tool_fail(error, "%s cannot be written: %s", path, strerror(code));
}

int grid_picture_write(const char *path, const struct grid *grid, struct tool_error *error)
{
    struct coop_replace replace;
    uint64_t count = cell_count(grid);
    float least = shade(grid, 0);
    float most = least;
    int code = coop_replace_open(&replace, path);

    for (uint64_t i = 1; i < count; i++) {
        float value = shade(grid, i);

        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    if (code == 0) {
        fprintf(replace.file, "P5\n%u %u\n255\n", grid->view.extent[0],
                (unsigned)(count / grid->view.extent[0]));
        for (uint64_t i = 0; i < count; i++) {
            float grey = most > least ? (shade(grid, i) - least) / (most - least) * 255.0f + 0.5f : 0.0f;

            fputc((int)grey, replace.file);
        }
    }
    return finish(&replace, path, code, error);
}

int grid_cells_write(const char *path, const struct grid *grid, struct tool_error *error)
{
    struct coop_replace replace;
    int code = coop_replace_open(&replace, path);

    if (code == 0) {
        fwrite(grid->cells, grid->form->element->bytes, cell_count(grid), replace.file);
    }
    return finish(&replace, path, code, error);
}
