/* The parts of a kernel's work-items: each work-item is in one of them, work-groups stay whole, and the inner
 * ones are away from the sides that are split. */
#include "host/graph/cut.h"
#include "test.h"

#include <string.h>

enum { EXTENT_MAX = 11, LOCAL_MAX = 4, ITEMS_MAX = EXTENT_MAX + LOCAL_MAX };

struct shape {
    uint32_t extent[3];
    size_t local[3];
    uint32_t dimensions;
    unsigned split;
    uint32_t width;
};

static unsigned char seen[ITEMS_MAX][ITEMS_MAX][ITEMS_MAX];

static uint32_t below(uint32_t *seed, uint32_t limit)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % limit;
}

static int is_inside(const struct coop_range *range, uint32_t d, size_t at)
{
    return at >= range->first[d] && at < range->first[d] + range->count[d];
}

static void mark(const struct coop_range *range)
{
    for (size_t z = 0; z < ITEMS_MAX; z++) {
        for (size_t y = 0; y < ITEMS_MAX; y++) {
            for (size_t x = 0; x < ITEMS_MAX; x++) {
                seen[z][y][x] += is_inside(range, 0, x) && is_inside(range, 1, y) && is_inside(range, 2, z);
            }
        }
    }
}

static void check_covered(const struct shape *shape, uint32_t number)
{
    for (uint32_t i = 0; i < ITEMS_MAX * ITEMS_MAX * ITEMS_MAX; i++) {
        uint32_t place[3] = {i % ITEMS_MAX, i / ITEMS_MAX % ITEMS_MAX, i / ITEMS_MAX / ITEMS_MAX};
        int wanted = 1;

        for (uint32_t d = 0; d < 3; d++) {
            size_t end = (shape->extent[d] + shape->local[d] - 1) / shape->local[d] * shape->local[d];

            wanted &= place[d] < (d < shape->dimensions ? end : 1);
        }
        if (seen[place[2]][place[1]][place[0]] != wanted) {
            TEST_FAIL("shape %u: work-item (%u, %u, %u) is in %d ranges, not %d", number, place[0], place[1],
                      place[2], seen[place[2]][place[1]][place[0]], wanted);
            return;
        }
    }
}

static void check_ranges(const struct shape *shape, const struct coop_range *ranges, uint32_t count,
                         uint32_t number)
{
    memset(seen, 0, sizeof seen);
    for (uint32_t i = 0; i < count; i++) {
        mark(&ranges[i]);
        for (uint32_t d = 0; d < shape->dimensions; d++) {
            TEST_TRUE(ranges[i].count[d] > 0);
            TEST_EQUAL(ranges[i].first[d] % shape->local[d], 0);
            TEST_EQUAL(ranges[i].count[d] % shape->local[d], 0);
        }
    }
    check_covered(shape, number);
    for (uint32_t d = 0; d < shape->dimensions; d++) {
        if (shape->split >> d & 1) {
            TEST_AT_LEAST(ranges[0].first[d], shape->width);
            TEST_AT_MOST(ranges[0].first[d] + ranges[0].count[d], shape->extent[d] - shape->width);
        }
    }
}

TEST(ranges_have_each_work_item_once_and_the_first_is_inner)
{
    uint32_t seed = 5;
    uint32_t split = 0;

    for (uint32_t number = 0; number < 400; number++) {
        struct coop_range ranges[COOP_RANGES_MAX];
        struct shape shape = {{1, 1, 1}, {1, 1, 1}, 1 + below(&seed, 3), 0, 1 + below(&seed, 2)};
        uint32_t count;

        for (uint32_t d = 0; d < shape.dimensions; d++) {
            shape.extent[d] = 1 + below(&seed, EXTENT_MAX);
            shape.local[d] = 1 + below(&seed, LOCAL_MAX);
            shape.split |= below(&seed, 2) << d;
        }
        count =
            coop_range_split(shape.extent, shape.local, shape.dimensions, shape.split, shape.width, ranges);
        if (count > 0) {
            check_ranges(&shape, ranges, count, number);
            split += count > 1;
        }
    }
    TEST_AT_LEAST(split, 50);
}

TEST(a_block_that_is_all_border_is_not_split)
{
    static const size_t one[3] = {1, 1, 1};
    static const size_t eight[3] = {8, 8, 1};
    struct coop_range ranges[COOP_RANGES_MAX];

    TEST_EQUAL(coop_range_split((const uint32_t[]){9, 2, 1}, one, 2, 2, 1, ranges), 0);
    TEST_EQUAL(coop_range_split((const uint32_t[]){9, 3, 1}, one, 2, 2, 1, ranges), 3);
    TEST_EQUAL(coop_range_split((const uint32_t[]){9, 2, 1}, one, 2, 1, 1, ranges), 3);
    TEST_EQUAL(coop_range_split((const uint32_t[]){40, 16, 1}, eight, 2, 2, 1, ranges), 0);
    TEST_EQUAL(coop_range_split((const uint32_t[]){40, 17, 1}, eight, 2, 2, 1, ranges), 3);
    TEST_EQUAL(coop_range_split((const uint32_t[]){1, 1, 1}, one, 2, 2, 3, ranges), 0);
    TEST_EQUAL(coop_range_split((const uint32_t[]){9, 3, 1}, NULL, 2, 2, 1, ranges), 3);
    TEST_EQUAL(ranges[0].count[1], 1);
}
