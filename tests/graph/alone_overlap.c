/* Which tasks are split so that inner cells come first, how wide the strips are, and what they wait for; and
 * which cells a border takes. */
#include "accessors.h"
#include "alone.h"

#include "host/graph/graph_border.h"
#include "host/graph/graph_overlap.h"
#include "test.h"

#include <string.h>

#define R COOP_PLAN_READS
#define W COOP_PLAN_WRITES
#define P (COOP_PLAN_READS | COOP_PLAN_PADDED)

static void make(uint32_t device_count)
{
    alone_make(device_count);
    alone.graph.overlap = COOP_OVERLAP_ON;
}

static uint32_t add_tensor(const uint32_t *parts, uint32_t padding, unsigned rings)
{
    static const uint32_t cells[] = {30, 24, 18};

    return alone_tensor(&coop_element_flow, parts, cells, 3, padding, rings);
}

static void open(void)
{
    alone_finish(0);
    TEST_EQUAL(coop_graph_overlap_open(&alone.graph), COOP_OK);
}

static void clear(void)
{
    coop_graph_overlap_close(&alone.graph);
    TEST_EQUAL(alone.graph.queue_count, alone.graph.device_count);
    alone_clear();
}

static unsigned split_of(const char *name, uint32_t block)
{
    const struct coop_graph_halo *halo = coop_graph_halo_of(&alone.graph, alone_task(name, block));

    return halo != NULL ? halo->dimensions : 0;
}

/* Of the tensors whose padding it reads, wherever they stand among the arguments. */
TEST(strips_are_as_wide_as_the_most_padding_that_is_read)
{
    static const uint32_t paddings[][3] = {{1, 3, 2}, {3, 1, 2}, {2, 1, 3}};
    static const uint32_t parts[] = {1, 2, 1};

    for (int i = 0; i < 3; i++) {
        struct coop_plan_access accesses[5];
        const struct coop_graph_halo *halo;

        make(2);
        for (uint32_t k = 0; k < 3; k++) {
            accesses[k] = (struct coop_plan_access){add_tensor(parts, paddings[i][k], 0), P};
        }
        accesses[3] = (struct coop_plan_access){add_tensor(parts, 5, 0), R}; /* without its padding */
        accesses[4] = (struct coop_plan_access){add_tensor(parts, 6, 0), W};
        alone_add(COOP_PLAN_KERNEL, "sweep", COOP_PLAN_BESIDE, accesses, 5);
        open();
        halo = coop_graph_halo_of(&alone.graph, alone_task("sweep", 1));
        TEST_TRUE(halo != NULL && halo->width == 3);
        TEST_EQUAL(split_of("sweep", 0), 2);
        TEST_EQUAL(alone.graph.queue_count, 4);
        clear();
    }
}

static void expect_split(const uint32_t *parts, uint32_t devices, unsigned rings, const unsigned *wanted)
{
    struct coop_plan_access accesses[2];

    make(devices);
    accesses[0] = (struct coop_plan_access){add_tensor(parts, 1, rings), P};
    accesses[1] = (struct coop_plan_access){add_tensor(parts, 1, rings), W};
    alone_add(COOP_PLAN_KERNEL, "sweep", COOP_PLAN_BESIDE, accesses, 2);
    open();
    for (uint32_t i = 0; i < parts[0] * parts[1] * parts[2]; i++) {
        if (!TEST_EQUAL(split_of("sweep", i), wanted[i])) {
            TEST_NOTE("block %u of %u x %u x %u", i, parts[0], parts[1], parts[2]);
        }
    }
    clear();
}

/* Bits of dimensions in which a block meets another device. */
TEST(blocks_are_split_where_they_meet_another_device)
{
    expect_split((const uint32_t[]){2, 1, 1}, 2, 0, (const unsigned[]){1, 1});
    expect_split((const uint32_t[]){1, 2, 1}, 2, 0, (const unsigned[]){2, 2});
    expect_split((const uint32_t[]){1, 1, 2}, 2, 0, (const unsigned[]){4, 4});
    expect_split((const uint32_t[]){2, 2, 1}, 2, 0, (const unsigned[]){2, 2, 2, 2});
    expect_split((const uint32_t[]){1, 3, 1}, 2, 0, (const unsigned[]){0, 2, 2});
    expect_split((const uint32_t[]){1, 3, 1}, 2, 2, (const unsigned[]){2, 2, 2});
    expect_split((const uint32_t[]){3, 1, 1}, 2, 2, (const unsigned[]){0, 1, 1});
    expect_split((const uint32_t[]){2, 3, 1}, 6, 0, (const unsigned[]){3, 3, 3, 3, 3, 3});
    expect_split((const uint32_t[]){1, 2, 2}, 4, 0, (const unsigned[]){6, 6, 6, 6});
}

static void expect_whole(const char *why)
{
    open();
    for (uint32_t i = 0; i < alone.graph.plan.task_count; i++) {
        if (!TEST_TRUE(coop_graph_halo_of(&alone.graph, i) == NULL)) {
            TEST_NOTE("%s: task %u", why, i);
        }
    }
    TEST_EQUAL(alone.graph.queue_count, alone.graph.device_count);
    clear();
}

/* A node on two tensors in two blocks, with such accesses. */
static void make_node(enum coop_plan_kind kind, unsigned first, unsigned second, uint32_t padding)
{
    static const uint32_t parts[] = {1, 2, 1};
    struct coop_plan_access accesses[2];

    make(2);
    accesses[0] = (struct coop_plan_access){add_tensor(parts, padding, 0), first};
    accesses[1] = (struct coop_plan_access){add_tensor(parts, padding, 0), second};
    alone_add(kind, "sweep", COOP_PLAN_BESIDE, accesses, 2);
}

TEST(what_inner_cells_cannot_go_before_is_not_split)
{
    make_node(COOP_PLAN_KERNEL, R, W, 1);
    expect_whole("no padding is read");
    make_node(COOP_PLAN_KERNEL, P | W | COOP_PLAN_EXCLUSIVE, R, 1);
    expect_whole("in place");
    make_node(COOP_PLAN_KERNEL, P, R | COOP_PLAN_FILLS, 1);
    expect_whole("it fills padding");
    make_node(COOP_PLAN_KERNEL, P, W, 0);
    expect_whole("there is no padding");
    make_node(COOP_PLAN_KERNEL, P, W, 6);
    expect_whole("a block is all border");
    make_node(COOP_PLAN_COPY, P, W, 1);
    expect_whole("it is no kernel");
    make_node(COOP_PLAN_KERNEL, P, W, 1);
    alone.items[0].local_items[1] = 8; /* 12 rows have no whole work-group that is inner */
    expect_whole("work-groups are as large");
    make_node(COOP_PLAN_KERNEL, P, W, 1);
    alone.graph.overlap = COOP_OVERLAP_OFF;
    expect_whole("it is off");
    make_node(COOP_PLAN_KERNEL, P, W, 1);
    alone.graph.overlap = COOP_OVERLAP_AUTO;
    expect_whole("it is too small");
    make_node(COOP_PLAN_KERNEL, P, W, 1);
    alone.graph.domain_count = 2;
    expect_whole("the devices are of two domains");
}

/* Blocks of more than 2^18 cells. */
TEST(large_blocks_are_split_unasked)
{
    static const uint32_t parts[] = {1, 2, 1};

    for (uint32_t more = 0; more < 2; more++) {
        const uint32_t cells[] = {512, 1024 + 2 * more, 1};
        struct coop_plan_access accesses[2];

        make(2);
        alone.graph.overlap = COOP_OVERLAP_AUTO;
        accesses[0] = (struct coop_plan_access){alone_tensor(&coop_element_flow, parts, cells, 2, 1, 0), P};
        accesses[1] = (struct coop_plan_access){alone_tensor(&coop_element_flow, parts, cells, 2, 1, 0), W};
        alone_add(COOP_PLAN_KERNEL, "sweep", COOP_PLAN_BESIDE, accesses, 2);
        open();
        TEST_EQUAL(split_of("sweep", 0), more == 0 ? 0 : 2);
        clear();
    }
}

static int waits_for(const char *name, uint32_t block)
{
    const struct coop_graph_halo *halo = coop_graph_halo_of(&alone.graph, alone_task("sweep", 0));
    int found = 0;

    for (uint32_t i = 0; halo != NULL && i < halo->waits.count; i++) {
        found += halo->waits.items[i] == alone_task(name, block);
    }
    return found;
}

/* V1: of block 0, whose side along y meets block 1. */
TEST(v1_inner_cells_wait_for_all_but_their_borders_across_devices)
{
    static const uint32_t parts[] = {1, 2, 1};
    struct coop_plan_access accesses[2];
    uint32_t third;

    make(2);
    accesses[0] = (struct coop_plan_access){add_tensor(parts, 1, 0), P};
    accesses[1] = (struct coop_plan_access){add_tensor(parts, 1, 0), W};
    third = add_tensor(parts, 1, 0);
    alone_add(COOP_PLAN_KERNEL, "write", COOP_PLAN_BESIDE, &(struct coop_plan_access){accesses[0].storage, W},
              1);
    alone_add(COOP_PLAN_KERNEL, "read", COOP_PLAN_BESIDE, &(struct coop_plan_access){accesses[1].storage, R},
              1);
    alone_add(COOP_PLAN_KERNEL, "other", COOP_PLAN_BESIDE, &(struct coop_plan_access){third, W}, 1);
    alone_add(COOP_PLAN_KERNEL, "again", COOP_PLAN_THEN_BY_BLOCK,
              &(struct coop_plan_access){accesses[0].storage, R}, 1);
    alone_add(COOP_PLAN_KERNEL, "sweep", COOP_PLAN_THEN_BY_BLOCK, accesses, 2);
    open();
    TEST_EQUAL(split_of("sweep", 0), 2);
    TEST_EQUAL(waits_for("write", 0), 1); /* what it reads, by way of others */
    TEST_EQUAL(waits_for("write", 1), 0); /* whose cells come by the border */
    TEST_EQUAL(waits_for("read", 0), 1);  /* what it writes over */
    TEST_EQUAL(waits_for("other", 0), 0);
    TEST_EQUAL(waits_for("again", 0), 0); /* both read */
    TEST_EQUAL(waits_for("border x for sweep", 0), 1);
    TEST_EQUAL(waits_for("border y for sweep", 0), 0);
    TEST_EQUAL(waits_for("border z for sweep", 0), 1);
    TEST_EQUAL(waits_for("border x for sweep", 1), 0);
    clear();
}

/* Of two blocks along each dimension, the first. */
static struct coop_border_way way_of(uint32_t dimension, int side, uint32_t block)
{
    const char name[] = {'b', 'o', 'r', 'd', 'e', 'r', ' ', (char)('x' + dimension), ' ', 'f', 'o', 'r',
                         ' ', 's', 'w', 'e', 'e', 'p', '\0'};

    return coop_border_way(&alone.graph, alone_task(name, block), side);
}

static void expect_box(const struct coop_cells_box *box, const int32_t *first, const uint32_t *cells)
{
    for (uint32_t i = 0; i < 3; i++) {
        TEST_EQUAL(box->first[i], first[i]);
        TEST_EQUAL(box->cells[i], cells[i]);
    }
}

#define BOX(box, ...) expect_box(&(box), __VA_ARGS__)
#define FIRST (const int32_t[])
#define CELLS (const uint32_t[])

/* G3: the side of the block beside that is near, as wide as the padding, and the corners of the dimensions
 * below. */
TEST(g3_a_border_takes_the_near_side_of_the_block_beside)
{
    static const uint32_t parts[] = {2, 2, 2};
    static const uint32_t cells[] = {11, 14,
                                     18}; /* the first has 5, 7 and 9, and the one beside it 6 along x */
    struct coop_plan_access access = {0, P};
    struct coop_border_way way;

    make(2);
    alone_tensor(&coop_element_flow, parts, cells, 3, 2, 0);
    alone_add(COOP_PLAN_KERNEL, "sweep", COOP_PLAN_BESIDE, &access, 1);
    alone_finish(0);
    way = way_of(0, 1, 0);
    TEST_TRUE(way.from == &alone.blocks[0][1] && way.to == &alone.blocks[0][0]);
    BOX(way.to_box, FIRST{5, 0, 0}, CELLS{2, 7, 9});
    BOX(way.from_box, FIRST{0, 0, 0}, CELLS{2, 7, 9});
    TEST_EQUAL_U64(way.cells, 2 * 7 * 9);
    TEST_EQUAL_U64(way.bytes, 2 * 7 * 9 * 16);
    way = way_of(0, 0, 1);
    TEST_TRUE(way.from == &alone.blocks[0][0]);
    BOX(way.to_box, FIRST{-2, 0, 0}, CELLS{2, 7, 9});
    BOX(way.from_box, FIRST{3, 0, 0}, CELLS{2, 7, 9});
    way = way_of(1, 0, 2);
    TEST_TRUE(way.from == &alone.blocks[0][0]);
    BOX(way.to_box, FIRST{-2, -2, 0}, CELLS{9, 2, 9});
    BOX(way.from_box, FIRST{-2, 5, 0}, CELLS{9, 2, 9});
    way = way_of(2, 1, 0);
    TEST_TRUE(way.from == &alone.blocks[0][4]);
    BOX(way.to_box, FIRST{-2, -2, 9}, CELLS{9, 11, 2});
    BOX(way.from_box, FIRST{-2, -2, 0}, CELLS{9, 11, 2});
    way = way_of(2, 0, 0);
    TEST_TRUE(way.from == NULL);
    BOX(way.to_box, FIRST{-2, -2, -2}, CELLS{9, 11, 2});
    clear();
}
