/* k-means without a net: the sequential program on points whose clusters anybody can see, and the points of a
 * file. */
#include "tools/net/kmeans_points.h"
#include "tools/net/kmeans_sequential.h"

#include "test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST(two_heaps_on_a_line_have_their_means)
{
    uint16_t items[] = {1, 2, 3, 5, 1001, 1003, 1004};
    const struct kmeans_points points = {7, 1, items};
    struct kmeans_result result;

    /* Centres 1 and 5 at first; 3 is as near to both and goes to the first. */
    if (TEST_EQUAL(kmeans_sequential(&points, 2, 100, &result), 0)) {
        TEST_EQUAL(result.centers[0], 2); /* 11 / 4 */
        TEST_EQUAL(result.centers[1], 1002);
        TEST_EQUAL(result.nearest[3], 0);
        TEST_EQUAL(result.nearest[4], 1);
        TEST_EQUAL(result.iterations, 3);
        kmeans_result_clear(&result);
    }
    if (TEST_EQUAL(kmeans_sequential(&points, 2, 1, &result), 0)) {
        TEST_EQUAL(result.iterations, 1);
        TEST_EQUAL(result.nearest[2], 0);
        TEST_EQUAL(result.nearest[3], 1);
        kmeans_result_clear(&result);
    }
}

TEST(a_cluster_without_points_stays)
{
    uint16_t items[] = {7, 7, 7, 9};
    const struct kmeans_points points = {2, 2, items};
    uint16_t same[] = {4, 4, 4};
    const struct kmeans_points equal = {3, 1, same};
    struct kmeans_result result;

    if (TEST_EQUAL(kmeans_sequential(&points, 2, 100, &result), 0)) {
        TEST_EQUAL(result.centers[3], 9);
        kmeans_result_clear(&result);
    }
    if (TEST_EQUAL(kmeans_sequential(&equal, 3, 100, &result), 0)) {
        TEST_EQUAL(result.centers[2], 4);
        TEST_EQUAL(result.nearest[2], 0);
        TEST_EQUAL(result.iterations, 2);
        kmeans_result_clear(&result);
    }
}

TEST(points_of_a_seed_are_the_same_again_and_others_of_another)
{
    struct kmeans_points points[3];
    struct tool_error error;

    for (unsigned i = 0; i < 3; i++) {
        if (!TEST_EQUAL(kmeans_points_make(500, 3, 4, i / 2, &points[i], &error), 0)) {
            return;
        }
    }
    TEST_EQUAL(memcmp(points[0].items, points[1].items, (size_t)1500 * 2), 0);
    TEST_TRUE(memcmp(points[0].items, points[2].items, (size_t)1500 * 2) != 0);
    for (unsigned i = 0; i < 3; i++) {
        kmeans_points_clear(&points[i]);
    }
}
