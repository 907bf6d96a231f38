/* What kmeans has to find, by one thread. */
#ifndef TOOLS_NET_KMEANS_SEQUENTIAL_H
#define TOOLS_NET_KMEANS_SEQUENTIAL_H

#include "tools/net/kmeans_points.h"

struct kmeans_result {
    uint32_t *centers; /* clusters times `dimensions` */
    uint32_t *nearest; /* of each point, its cluster */
    uint32_t iterations;
};

/* At first the centres are points at equal distances in their order. An iteration gives each point to the
 * nearest centre, of several to the first, and moves each centre that has points to their mean, rounded down.
 * The last is the first in which no point changes its cluster, or iterations_max.
 * -1: memory is exhausted. */
int kmeans_sequential(const struct kmeans_points *points, uint32_t clusters, uint32_t iterations_max,
                      struct kmeans_result *result);
void kmeans_result_clear(struct kmeans_result *result);

#endif
