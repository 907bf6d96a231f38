/* Points and their octree. */
#include "apps/octree/particles.h"
#include "apps/octree/octree.h"
#include "inputs.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct tool_error error;

/* The tree of points; an answer without counts when there is an error. */
static struct answer octree(const float *points, uint32_t count, uint32_t threshold)
{
    struct particles particles;
    struct answer answer = {0};

    if (particles_from_points("points", points, count, &particles, &error) == 0) {
        TEST_EQUAL(particles_octree(&particles, threshold, &answer, &error), 0);
        particles_clear(&particles);
    }
    return answer;
}

static void check(const struct answer *answer, int64_t inner_nodes, int64_t leaves, int64_t depth)
{
    TEST_EQUAL(answer_get(answer, "inner_nodes"), inner_nodes);
    TEST_EQUAL(answer_get(answer, "leaves"), leaves);
    TEST_EQUAL(answer_get(answer, "depth"), depth);
}

TEST(corners_of_a_cube_fill_eight_cells)
{
    float points[24];
    struct answer answer;
    int i;

    for (i = 0; i < 24; i++) {
        points[i] = (float)(i / 3 >> i % 3 & 1);
    }
    answer = octree(points, 8, 1);
    check(&answer, 1, 8, 1);
    answer = octree(points, 8, 8);
    check(&answer, 0, 1, 0);
    answer = octree(points, 8, 7);
    check(&answer, 1, 8, 1);
}

TEST(points_that_coincide_are_split_to_the_last_level)
{
    const float points[9] = {2, 2, 2, 2, 2, 2, 2, 2, 2};
    struct answer answer = octree(points, 3, 1);

    check(&answer, OCTREE_LEVELS, 1, OCTREE_LEVELS);
    TEST_EQUAL(answer_get(&answer, "level_20"), 1);
    answer = octree(points, 1, 1);
    check(&answer, 0, 1, 0);
}

/* Along x, only cells that the line meets are counted. */
TEST(points_on_a_line_make_two_cells_of_one)
{
    float points[48];
    struct answer answer;
    int i;

    for (i = 0; i < 16; i++) {
        points[3 * i] = (float)i;
        points[3 * i + 1] = 5;
        points[3 * i + 2] = -1;
    }
    answer = octree(points, 16, 1);
    TEST_EQUAL(answer_get(&answer, "level_0"), 1);
    TEST_EQUAL(answer_get(&answer, "level_1"), 2);
    TEST_EQUAL(answer_get(&answer, "level_2"), 4);
    TEST_EQUAL(answer_get(&answer, "leaves"), 16);
}

TEST(keys_hold_the_slices_bits)
{
    uint32_t level;

    TEST_EQUAL_U64(octree_key(0xfffff, 0xfffff, 0xfffff), (UINT64_C(1) << 60) - 1);
    TEST_EQUAL_U64(octree_key(1, 0, 0), 4);
    TEST_EQUAL_U64(octree_key(0, 1, 0), 2);
    TEST_EQUAL_U64(octree_key(0, 0, 1), 1);
    for (level = 0; level < OCTREE_LEVELS; level++) {
        TEST_EQUAL(octree_child(octree_key(1u << (19 - level), 0, 0), level), 4);
        TEST_EQUAL(octree_child(octree_key(0, 1u << (19 - level), 0), level), 2);
        TEST_EQUAL(octree_child(octree_key(0, 0, 1u << (19 - level)), level), 1);
    }
}

TEST(an_order_must_keep_cells_together)
{
    struct particles particles;
    uint64_t random = test_seed();
    uint64_t keys[200];
    float points[600];
    uint64_t swap;
    int i, j;

    for (i = 0; i < 600; i++) {
        points[i] = (float)test_random_below(&random, 1000);
    }
    if (!TEST_EQUAL(particles_from_points("points", points, 200, &particles, &error), 0)) {
        return;
    }
    memcpy(keys, particles.keys, sizeof keys);
    TEST_EQUAL(particles_check_order(&particles, 4, keys, &error), -1);
    TEST_CONTAINS(error.text, "the points are not ordered by leaves: place ");
    memcpy(keys, particles.keys, sizeof keys);
    TEST_EQUAL(particles_check_order(&particles, 200, keys, &error), 0);
    for (i = 0; i < 200; i++) {
        for (j = i; j > 0 && keys[j] < keys[j - 1]; j--) {
            swap = keys[j];
            keys[j] = keys[j - 1];
            keys[j - 1] = swap;
        }
    }
    TEST_EQUAL(particles_check_order(&particles, 4, keys, &error), 0);
    keys[0] = keys[199];
    TEST_EQUAL(particles_check_order(&particles, 4, keys, &error), -1);
    particles_clear(&particles);
}

TEST(refuses_points_without_a_place)
{
    float points[6] = {1, 2, 3, 4, 5, 6};
    struct particles particles;

    points[4] = NAN;
    TEST_EQUAL(particles_from_points("p", points, 2, &particles, &error), -1);
    TEST_EQUAL_TEXT(
        error.text,
        "p: point 1 is (4, nan, 6), and coordinates must be finite; is it a file of 32-bit x, y, z?");
    points[4] = 1;
    points[2] = INFINITY;
    TEST_EQUAL(particles_from_points("p", points, 2, &particles, &error), -1);
    TEST_CONTAINS(error.text, "p: point 0 is (1, 2, inf)");
    TEST_TRUE(particles.keys == NULL);
}

TEST(takes_the_largest_numbers_there_are)
{
    const float points[6] = {-3.4e38f, 0, 0, 3.4e38f, 0, 0};
    struct answer answer = octree(points, 2, 1);

    check(&answer, 1, 2, 1);
}

TEST(refuses_files_of_another_size)
{
    struct particles particles;

    TEST_EQUAL(particles_read(file_write("p.f32", "0123456789abc", 13), &particles, &error), -1);
    TEST_EQUAL_TEXT(
        input_sentence(&error, "p.f32"),
        "p.f32 ends with 1 byte of a point of 12 bytes (x, y, z); it is cut short, or no such file");
    TEST_EQUAL(particles_read(file_write("p.f32", "", 0), &particles, &error), -1);
    TEST_EQUAL_TEXT(input_sentence(&error, "p.f32"), "p.f32 is empty; check that it was written completely");
}

TEST(reads_little_endian_words)
{
    const uint32_t words[6] = {0x3f800000, 0, 0xc0000000, 0x40000000, 0, 0}; /* (1, 0, -2), (2, 0, 0) */
    struct particles particles;

    if (TEST_EQUAL(particles_read(input_words("p.f32", words, 6), &particles, &error), 0)) {
        TEST_EQUAL(particles.count, 2);
        TEST_EQUAL_U64(particles.keys[0], 0);
        TEST_EQUAL_U64(particles.keys[1], octree_key(0x80000, 0, 0xfffff));
        particles_clear(&particles);
    }
}
