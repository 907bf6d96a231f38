/* The points that kmeans is given: from a seed, or from a file. */
#ifndef TOOLS_NET_KMEANS_POINTS_H
#define TOOLS_NET_KMEANS_POINTS_H

#include "tools/error/tool_error.h"

#include <stdint.h>

#define KMEANS_COORDINATE_MAX 65535u
#define KMEANS_DIMENSIONS_MAX 64u

struct kmeans_points {
    uint32_t count;
    uint32_t dimensions;
    uint16_t *items; /* count times `dimensions` coordinates */
};

/* Points around `clusters` places, drawn by SplitMix64 from the seed. */
int kmeans_points_make(uint32_t count, uint32_t dimensions, uint32_t clusters, uint64_t seed,
                       struct kmeans_points *points, struct tool_error *error);

/* A text, perhaps compressed: a point a line, as many whole numbers on each, with blanks or commas between
 * them; lines that begin with # are left out. */
int kmeans_points_read(const char *path, struct kmeans_points *points, struct tool_error *error);

void kmeans_points_clear(struct kmeans_points *points);

#endif
