#include "picture.h"

#include "host/base/replace.h"
#include "raster.h"

#include <stdio.h>
#include <string.h>

/* Neighbouring numbers get different colours: bits of a product with an odd constant. */
static void colour(uint64_t key, unsigned char rgb[3])
{
    uint32_t hash = ((uint32_t)key + 1) * UINT32_C(2654435761);
    uint32_t light = 2 * RASTER_DEPTH_END - (uint32_t)(key >> 32); /* half of it is left at the back */

    for (unsigned i = 0; i < 3; i++) {
        uint64_t part = 64 + (hash >> (8 + 8 * i) & 255) * 3 / 4;
        rgb[i] = (unsigned char)(part * light / (2 * RASTER_DEPTH_END));
    }
}

int picture_write(const char *path, const uint64_t *pixels, uint32_t width, uint32_t height,
                  struct tool_error *error)
{
    struct coop_replace replace;
    int code = coop_replace_open(&replace, path);

    if (code == 0) {
        fprintf(replace.file, "P6\n%u %u\n255\n", width, height);
        for (size_t i = 0; i < (size_t)width * height; i++) {
            unsigned char rgb[3] = {0, 0, 0};
            if (pixels[i] != RASTER_NOTHING) {
                colour(pixels[i], rgb);
            }
            fwrite(rgb, 1, sizeof rgb, replace.file);
        }
        code = coop_replace_close(&replace, 1);
    }
    return code == 0 ? 0 : tool_fail(error, "%s cannot be written: %s", path, strerror(code));
}
