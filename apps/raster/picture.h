/* A picture of the pixels: a colour for each triangle, the darker the farther. */
#ifndef APPS_RASTER_PICTURE_H
#define APPS_RASTER_PICTURE_H

#include "tools/error/tool_error.h"

#include <stdint.h>

/* Writes a PPM file (P6: a head of three lines, then red, green and blue of each pixel, a byte each).
 * pixels  width x height, by rows, as raster_key makes them. */
int picture_write(const char *path, const uint64_t *pixels, uint32_t width, uint32_t height,
                  struct tool_error *error);

#endif
