/* How tensors are cut, for all small sizes: blocks cover the whole once, padding around it included, and each
 * knows who is beside it. */
#include "host/graph/cut.h"
#include "host/graph/view.h"
#include "test.h"

#include <string.h>

enum { MOST = 7 };

static struct coop_view view_of(uint32_t nx, uint32_t ny, uint32_t nz, uint8_t padding)
{
    struct coop_view view = {
        .extent = {nx, ny, nz}, .whole = {nx, ny, nz}, .padding = padding, .dimensions = 3};

    return view;
}

static void count_cells(const struct coop_view *whole, const struct coop_cut *cut,
                        const struct coop_region *box)
{
    static unsigned char seen[MOST + 4][MOST + 4][MOST + 4];
    int64_t total = 0;

    memset(seen, 0, sizeof seen);
    for (uint32_t i = 0; i < coop_cut_count(cut); i++) {
        struct coop_region part;

        if (!coop_cut_part(cut, whole, i, box, &part)) {
            continue;
        }
        for (uint64_t n = 0; n < part.cells[0] * part.cells[1] * part.cells[2]; n++) {
            int64_t x = part.first[0] + (int64_t)(n % part.cells[0]);
            int64_t y = part.first[1] + (int64_t)(n / part.cells[0] % part.cells[1]);
            int64_t z = part.first[2] + (int64_t)(n / part.cells[0] / part.cells[1]);

            if (++seen[z + 2][y + 2][x + 2] > 1) {
                TEST_FAIL("block %u has a cell (%d, %d, %d) of another one", i, (int)x, (int)y, (int)z);
            }
            total++;
            if (x < box->first[0] || x >= box->first[0] + (int64_t)box->cells[0] || y < box->first[1] ||
                z < box->first[2] || z >= box->first[2] + (int64_t)box->cells[2]) {
                TEST_FAIL("block %u has a cell (%d, %d, %d) outside the box", i, (int)x, (int)y, (int)z);
            }
        }
    }
    TEST_EQUAL(total, box->cells[0] * box->cells[1] * box->cells[2]);
}

TEST(blocks_cover_each_cell_of_a_box_once)
{
    for (uint32_t n = 1; n <= MOST; n++) {
        for (uint32_t parts = 1; parts <= n; parts++) {
            for (uint8_t padding = 0; padding <= 2; padding++) {
                struct coop_view whole = view_of(n, MOST + 1 - n, 4, padding);
                struct coop_cut cut = {{parts, 1 + (MOST - n) / 3, 3}};
                struct coop_region all = {{-padding, -padding, -padding},
                                          {n + 2u * padding, MOST + 1 - n + 2u * padding, 4 + 2u * padding}};
                struct coop_region own = {{0, 0, 0}, {n, MOST + 1 - n, 4}};
                struct coop_region middle = {{n / 2, 0, 1}, {n - n / 2, 1, 3}};

                count_cells(&whole, &cut, &all);
                count_cells(&whole, &cut, &own);
                count_cells(&whole, &cut, &middle);
            }
        }
    }
}

TEST(cells_of_blocks_differ_by_one_at_most)
{
    for (uint32_t n = 1; n <= 40; n++) {
        for (uint32_t parts = 1; parts <= n; parts++) {
            struct coop_view whole = view_of(1, n, 1, 0);
            struct coop_cut cut = {{1, parts, 1}};
            uint32_t next = 0;

            for (uint32_t i = 0; i < parts; i++) {
                uint32_t origin[3];
                uint32_t extent[3];

                coop_cut_cells(&cut, &whole, i, origin, extent);
                TEST_EQUAL(origin[1], next);
                TEST_AT_LEAST(extent[1], n / parts);
                TEST_AT_MOST(extent[1], (n + parts - 1) / parts);
                next += extent[1];
            }
            TEST_EQUAL(next, n);
        }
    }
}

TEST(a_block_is_beside_the_one_that_is_beside_it)
{
    for (uint32_t number = 0; number < 64; number++) {
        struct coop_cut cut = {{1 + number % 4, 1 + number / 4 % 4, 1 + number / 16}};

        for (uint32_t i = 0; i < coop_cut_count(&cut) * 3; i++) {
            uint32_t block = i / 3;
            uint32_t place[3];
            uint32_t high = coop_cut_beside(&cut, block, i % 3, 1, 0);
            uint32_t ring = coop_cut_beside(&cut, block, i % 3, 1, 1);

            coop_cut_place(&cut, block, place);
            TEST_EQUAL(high == UINT32_MAX, place[i % 3] + 1 == cut.parts[i % 3]);
            TEST_EQUAL(coop_cut_beside(&cut, block, i % 3, 0, 0) == UINT32_MAX, place[i % 3] == 0);
            TEST_TRUE(high == UINT32_MAX || high == ring);
            TEST_EQUAL(coop_cut_beside(&cut, ring, i % 3, 0, 1), block);
        }
    }
}

/* Padding included, in each dimension by itself. */
TEST(a_box_lies_in_the_padded_whole)
{
    const struct coop_view view = view_of(5, 6, 7, 2);

    for (unsigned i = 0; i < 3; i++) {
        struct coop_region box = {{0, 0, 0}, {5, 6, 7}};

        box.first[i] = -2;
        box.cells[i] = view.extent[i] + 4;
        TEST_TRUE(coop_view_has(&view, &box));
        box.cells[i]++;
        TEST_TRUE(!coop_view_has(&view, &box));
        box.first[i] = -3;
        box.cells[i] = 1;
        TEST_TRUE(!coop_view_has(&view, &box));
        box.first[i] = view.extent[i] + 1;
        TEST_TRUE(coop_view_has(&view, &box));
        box.first[i]++;
        TEST_TRUE(!coop_view_has(&view, &box));
        box.cells[i] = 0; /* nothing is there */
        TEST_TRUE(coop_view_has(&view, &box));
        box.first[i]++;
        TEST_TRUE(!coop_view_has(&view, &box));
        box.first[i] = 0;
        box.cells[i] = UINT64_MAX;
        TEST_TRUE(!coop_view_has(&view, &box));
    }
}
