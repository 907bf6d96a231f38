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
