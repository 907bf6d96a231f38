/* Scenes: triangles on a screen, made from a seed without floating-point numbers, so that they are the same
 * everywhere. */
#ifndef APPS_RASTER_SCENE_H
#define APPS_RASTER_SCENE_H

#include "raster.h"
#include "tools/error/tool_error.h"

#define SCENE_TRIANGLES_MAX 10000000u

struct scene {
    uint32_t width;
    uint32_t height;
    uint32_t count;
    struct raster_triangle *triangles;
};

/* 0 when there is a scene with that name. */
int scene_is_known(const char *name);

/* All names, with a comma between. */
#define SCENE_NAMES "pixels, small, mixed, large or mesh"

/* name  pixels  triangles about a pixel large
 *       small   up to 16 pixels
 *       mixed   from one pixel to the whole screen, as many of each size; the first two are the screen
 *       large   from half of the screen to twice
 *       mesh    a net that covers each pixel of the screen exactly once; `count` is about that of its
 *               triangles
 * width, height  1 to RASTER_SIDE_MAX
 * On failure *scene is empty. */
int scene_make(const char *name, uint32_t width, uint32_t height, uint32_t count, uint64_t seed,
               struct scene *scene, struct tool_error *error);

void scene_clear(struct scene *scene);

#endif
