/* Triangles by lines: the rule for shared edges, depths, extreme corners; and the scenes. */
#include "apps/raster/scanline.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static struct tool_error error;

enum { SIDE = 8, MIDDLE = 8, PIXEL = 16 }; /* the last two in 1/16 pixel */

static uint64_t pixels[SIDE * SIDE];

static uint64_t draw(const struct raster_triangle *triangles, uint32_t count)
{
    struct raster_triangle copy[4];
    const struct scene scene = {SIDE, SIDE, count, copy};

    memcpy(copy, triangles, count * sizeof *copy);
    return scanline_draw(&scene, pixels);
}

static struct raster_triangle triangle_of(const int32_t places[6], uint32_t depth)
{
    struct raster_triangle triangle;

    for (unsigned i = 0; i < 3; i++) {
        triangle.corners[i] = (struct raster_corner){places[2 * i], places[2 * i + 1], depth};
    }
    return triangle;
}

/* From the centre of pixel (1, 1) to that of (3, 3), and the other half of the square; its top and left
 * pixels belong to it, its bottom and right ones do not, and each of them to one of the two. */
TEST(centres_on_top_and_left_edges_belong_to_the_triangle)
{
    const int32_t low = PIXEL + MIDDLE, high = 3 * PIXEL + MIDDLE;
    const struct raster_triangle two[] = {triangle_of((int32_t[]){low, low, high, low, low, high}, 5),
                                          triangle_of((int32_t[]){high, low, low, high, high, high}, 5)};

    TEST_EQUAL(draw(two, 2), 4);
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            TEST_EQUAL(pixels[y * SIDE + x] != RASTER_NOTHING, x >= 1 && x < 3 && y >= 1 && y < 3);
        }
    }
}

TEST(both_orientations_are_drawn_and_no_area_is_nothing)
{
    const struct raster_triangle one = triangle_of((int32_t[]){0, 0, 100, 7, 30, 110}, 1);
    const struct raster_triangle turned = triangle_of((int32_t[]){0, 0, 30, 110, 100, 7}, 1);
    const struct raster_triangle flat = triangle_of((int32_t[]){0, 0, 50, 50, 100, 100}, 1);
    uint64_t first[SIDE * SIDE];
    uint64_t count = draw(&one, 1);

    memcpy(first, pixels, sizeof first);
    TEST_TRUE(count > 10);
    TEST_EQUAL(draw(&turned, 1), count);
    TEST_EQUAL(memcmp(first, pixels, sizeof first), 0);
    TEST_EQUAL(draw(&flat, 1), 0);
}

TEST(the_nearest_wins_and_of_equals_the_first)
{
    const int32_t all[] = {-1000, -1000, 3000, -1000, -1000, 3000};
    const struct raster_triangle three[] = {triangle_of(all, 7), triangle_of(all, 4), triangle_of(all, 4)};

    TEST_EQUAL(draw(three, 3), 3 * SIDE * SIDE);
    TEST_EQUAL(pixels[0], raster_key(4, 1));
    TEST_EQUAL(pixels[SIDE * SIDE - 1], raster_key(4, 1));
}

/* Three equal depths give that depth everywhere only where nothing overflows. */
TEST(extreme_corners_are_exact)
{
    const int32_t all[] = {RASTER_PLACE_MIN, RASTER_PLACE_MIN, RASTER_PLACE_END - 1,
                           RASTER_PLACE_MIN, RASTER_PLACE_MIN, RASTER_PLACE_END - 1};
    const struct raster_triangle one = triangle_of(all, RASTER_DEPTH_END - 1);

    TEST_EQUAL(draw(&one, 1), SIDE * SIDE);
    for (int i = 0; i < SIDE * SIDE; i++) {
        TEST_EQUAL(pixels[i], raster_key(RASTER_DEPTH_END - 1, 0));
    }
}

static void check_mesh(uint32_t width, uint32_t height, uint32_t count, uint64_t seed)
{
    struct scene scene;
    uint64_t *drawn = malloc((size_t)width * height * sizeof *drawn);
    uint64_t empty = 0;

    if (TEST_TRUE(drawn != NULL) &&
        TEST_EQUAL(scene_make("mesh", width, height, count, seed, &scene, &error), 0)) {
        TEST_EQUAL(scanline_draw(&scene, drawn), (uint64_t)width * height);
        for (size_t i = 0; i < (size_t)width * height; i++) {
            empty += drawn[i] == RASTER_NOTHING;
        }
        TEST_EQUAL(empty, 0);
        scene_clear(&scene);
    }
    free(drawn);
}

/* All pixels together, and none is empty: so none is drawn twice. */
TEST(a_mesh_covers_each_pixel_once)
{
    check_mesh(100, 70, 400, 1);
    check_mesh(33, 90, 2000, 2);
    check_mesh(64, 64, 100000, 3);
    check_mesh(1, 1, 1, 4);
    check_mesh(500, 3, 50, 5);
}

TEST(a_scene_follows_from_its_seed)
{
    struct scene one, same, other;

    if (TEST_EQUAL(scene_make("mixed", 100, 50, 60, 7, &one, &error), 0) &&
        TEST_EQUAL(scene_make("mixed", 100, 50, 60, 7, &same, &error), 0) &&
        TEST_EQUAL(scene_make("mixed", 100, 50, 60, 8, &other, &error), 0)) {
        TEST_EQUAL(memcmp(one.triangles, same.triangles, 60 * sizeof *one.triangles), 0);
        TEST_TRUE(memcmp(one.triangles, other.triangles, 60 * sizeof *one.triangles) != 0);
        scene_clear(&one);
        scene_clear(&same);
        scene_clear(&other);
    }
    TEST_EQUAL(scene_make("cube", 100, 50, 60, 7, &one, &error), -1);
    TEST_CONTAINS(error.text, "pixels, small, mixed, large or mesh");
}
