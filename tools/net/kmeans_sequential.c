#include "tools/net/kmeans_sequential.h"

#include <stdlib.h>
#include <string.h>

static int64_t square_distance(const uint16_t *point, const uint32_t *center, uint32_t dimensions)
{
    int64_t sum = 0;

    while (dimensions-- > 0) {
        int64_t difference = (int64_t)point[dimensions] - (int64_t)center[dimensions];
        sum += difference * difference;
    }
    return sum;
}

/* Whether a point has changed its cluster. */
static int assign(const struct kmeans_points *points, uint32_t clusters, struct kmeans_result *result)
{
    const uint32_t dimensions = points->dimensions;
    int has_changed = 0;

    for (uint32_t i = 0; i < points->count; i++) {
        const uint16_t *point = points->items + (size_t)i * dimensions;
        uint32_t best = clusters - 1;
        int64_t best_distance =
            square_distance(point, result->centers + (size_t)best * dimensions, dimensions);

        for (uint32_t c = clusters - 1; c-- > 0;) {
            int64_t distance = square_distance(point, result->centers + (size_t)c * dimensions, dimensions);
            if (distance <= best_distance) {
                best = c;
                best_distance = distance;
            }
        }
        has_changed |= result->nearest[i] != best;
        result->nearest[i] = best;
    }
    return has_changed;
}

static void move(const struct kmeans_points *points, uint32_t clusters, struct kmeans_result *result,
                 uint64_t *sum)
{
    const uint32_t dimensions = points->dimensions;

    for (uint32_t c = 0; c < clusters; c++) {
        uint64_t members = 0;
        memset(sum, 0, dimensions * sizeof *sum);
        for (uint32_t i = 0; i < points->count; i++) {
            if (result->nearest[i] == c) {
                members++;
                for (uint32_t d = 0; d < dimensions; d++) {
                    sum[d] += points->items[(size_t)i * dimensions + d];
                }
            }
        }
        for (uint32_t d = 0; d < dimensions && members > 0; d++) {
            result->centers[(size_t)c * dimensions + d] = (uint32_t)(sum[d] / members);
        }
    }
}

int kmeans_sequential(const struct kmeans_points *points, uint32_t clusters, uint32_t iterations_max,
                      struct kmeans_result *result)
{
    const uint32_t dimensions = points->dimensions;
    uint64_t *sum = malloc((size_t)dimensions * sizeof *sum);

    result->iterations = 0;
    result->centers = malloc((size_t)clusters * dimensions * sizeof *result->centers);
    result->nearest = malloc((size_t)points->count * sizeof *result->nearest);
    if (sum == NULL || result->centers == NULL || result->nearest == NULL) {
        free(sum);
        kmeans_result_clear(result);
        return -1;
    }
    for (uint32_t c = 0; c < clusters; c++) {
        uint64_t point = (uint64_t)c * points->count / clusters;
        for (uint32_t d = 0; d < dimensions; d++) {
            result->centers[(size_t)c * dimensions + d] = points->items[point * dimensions + d];
        }
    }
    memset(result->nearest, 0xff, (size_t)points->count * sizeof *result->nearest);
    while (result->iterations < iterations_max) {
        result->iterations++;
        if (!assign(points, clusters, result)) {
            break;
        }
        move(points, clusters, result, sum);
    }
    free(sum);
    return 0;
}

void kmeans_result_clear(struct kmeans_result *result)
{
    free(result->centers);
    free(result->nearest);
    memset(result, 0, sizeof *result);
}
