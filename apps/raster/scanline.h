/* The right picture: triangle after triangle, line after line, by another method than the device's. */
#ifndef APPS_RASTER_SCANLINE_H
#define APPS_RASTER_SCANLINE_H

#include "scene.h"

/* Draws the scene.
 * pixels  out: width x height, by rows; each is raster_key of the nearest triangle, or RASTER_NOTHING.
 * Returns how many pixels the triangles have, each counted for each of them. */
uint64_t scanline_draw(const struct scene *scene, uint64_t *pixels);

#endif
