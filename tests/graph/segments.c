/* How a reduction divides rows (F1, F2), and the plan of its nodes. */
#include "host/graph/cut.h"
#include "host/graph/plan.h"
#include "host/graph/plan_check.h"
#include "host/graph/plan_part.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static struct coop_segment segments[8192];
static uint32_t firsts[64];
static uint32_t counts[256];

static int is_node(const struct coop_segment *segment, uint32_t begin, uint32_t cells)
{
    uint32_t full = segment->full;

    return full > 0 && (full & (full - 1)) == 0 && full <= COOP_PIECE_CELLS && begin % full == 0 &&
           (segment->cells == full || (segment->cells < full && begin + segment->cells == cells));
}

static void check_row(uint32_t cells, uint32_t parts)
{
    uint32_t count = coop_segments_list(cells, parts, segments, firsts, counts);
    uint32_t at = 0;
    uint32_t before = 0;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t begin = (uint32_t)((uint64_t)cells * segments[i].part / parts) + segments[i].begin;

        before = i > 0 && segments[i].part != segments[i - 1].part ? i : before;
        if (begin != at || segments[i].index != i - before || !is_node(&segments[i], begin, cells) ||
            (at % COOP_PIECE_CELLS == 0 && firsts[at / COOP_PIECE_CELLS] != i)) {
            TEST_FAIL("%u cells in %u parts: segment %u is %u + %u of %u", cells, parts, i, begin,
                      segments[i].cells, segments[i].full);
            return;
        }
        at += segments[i].cells;
    }
    TEST_EQUAL(at, cells);
    TEST_EQUAL(firsts[(cells - 1) / COOP_PIECE_CELLS + 1], count);
    TEST_EQUAL(coop_segments_list(cells, parts, NULL, NULL, NULL), count);
}

TEST(f1_f2_segments_are_nodes_of_the_tree_and_make_the_row)
{
    static const uint32_t sizes[] = {1, 2, 3, 37, 255, 1023, 1024, 1025, 1500, 2048, 2049, 5000, 9999};

    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (uint32_t parts = 1; parts <= sizes[i] && parts <= 256; parts++) {
            check_row(sizes[i], parts);
        }
    }
}

TEST(a_row_that_is_not_cut_has_one_segment_for_each_piece)
{
    TEST_EQUAL(coop_segments_list(1, 1, segments, NULL, NULL), 1);
    TEST_EQUAL(coop_segments_list(1024, 1, segments, NULL, NULL), 1);
    TEST_EQUAL(coop_segments_list(2500, 1, segments, NULL, NULL), 3);
    TEST_EQUAL(segments[2].cells, 452);
    TEST_EQUAL(segments[2].full, 512);
}

/* ---- plans ---- */

static struct coop_plan make_plan(void)
{
    struct coop_plan plan;
    struct coop_plan_storage storage = {.cut = {{1, 3, 1}}, .cells = {8, 8, 1}, .dimensions = 2};

    coop_plan_init(&plan);
    TEST_EQUAL(coop_plan_storage(&plan, &storage), COOP_OK);
    TEST_EQUAL(coop_plan_scalar(&plan, "fastest"), COOP_OK);
    return plan;
}

static coop_status check(struct coop_plan *plan)
{
    uint32_t *order = NULL;
    coop_status status = coop_plan_check(plan, &order);

    free(order);
    return status;
}

static void add(struct coop_plan *plan, const char *name, enum coop_plan_where where, unsigned cells,
                unsigned scalar)
{
    const struct coop_plan_access both[] = {{0, cells}, {1, scalar}};

    TEST_EQUAL(coop_plan_add(plan, COOP_PLAN_KERNEL, name, 0, where, cells != 0 ? both : both + 1,
                             (cells != 0) + (scalar != 0)),
               COOP_OK);
}

static const uint32_t items[2];

TEST(a_reduction_waits_for_all_blocks_and_readers_of_its_scalar_for_it)
{
    struct coop_plan plan = make_plan();

    TEST_EQUAL(coop_plan_reduce(&plan, "most", items, COOP_PLAN_THEN_BY_BLOCK, 0, 1), COOP_OK);
    TEST_EQUAL_TEXT(plan.nodes[0].name, "pieces of most");
    TEST_EQUAL(plan.nodes[0].task_count, 3);
    TEST_EQUAL(plan.nodes[1].task_count, 1);
    TEST_EQUAL(plan.tasks[3].before_count, 3);
    add(&plan, "use", COOP_PLAN_THEN_BY_BLOCK, COOP_PLAN_READS | COOP_PLAN_WRITES, COOP_PLAN_READS);
    TEST_EQUAL(check(&plan), COOP_OK);
    TEST_EQUAL(plan.storages[1].first_reader, COOP_PLAN_NONE);
    TEST_EQUAL(coop_plan_reduce(&plan, "most", items, COOP_PLAN_BESIDE, 0, 1), COOP_INVALID_ARGUMENT);
    coop_plan_clear(&plan);
}

TEST(who_reads_a_scalar_first_is_known_also_by_an_edge)
{
    struct coop_plan plan = make_plan();

    add(&plan, "use", COOP_PLAN_BESIDE, COOP_PLAN_WRITES, COOP_PLAN_READS);
    add(&plan, "set", COOP_PLAN_THEN, 0, COOP_PLAN_WRITES);
    TEST_EQUAL(check(&plan), COOP_OK);
    TEST_EQUAL(plan.storages[1].first_reader, 0);
    coop_plan_clear(&plan);
    plan = make_plan();
    add(&plan, "use", COOP_PLAN_BESIDE, COOP_PLAN_WRITES, COOP_PLAN_READS);
    add(&plan, "set", COOP_PLAN_BESIDE, 0, COOP_PLAN_WRITES);
    TEST_EQUAL(check(&plan), COOP_INVALID_ARGUMENT);
    TEST_CONTAINS(plan.message, "touch the same scalar 'fastest'");
    TEST_EQUAL(coop_plan_edge(&plan, "set", "use"), COOP_OK);
    TEST_EQUAL(check(&plan), COOP_OK);
    TEST_EQUAL(plan.storages[1].first_reader, COOP_PLAN_NONE);
    coop_plan_clear(&plan);
    plan = make_plan();
    add(&plan, "count", COOP_PLAN_BESIDE, 0, COOP_PLAN_READS | COOP_PLAN_WRITES);
    TEST_EQUAL(check(&plan), COOP_OK);
    TEST_EQUAL(plan.storages[1].first_reader, 0);
    coop_plan_clear(&plan);
}

/* Whether a task begins behind another one at once. */
static int waits_for(const struct coop_plan *plan, uint32_t task, uint32_t before)
{
    int waits = 0;

    for (uint32_t i = 0; i < plan->tasks[task].before_count; i++) {
        waits |= plan->tasks[task].before[i] == before;
    }
    return waits;
}

TEST(a_reduction_stands_behind_the_level_before)
{
    static const enum coop_plan_where wheres[] = {COOP_PLAN_BESIDE, COOP_PLAN_THEN, COOP_PLAN_THEN_BY_BLOCK};

    for (int i = 0; i < 3; i++) {
        struct coop_plan plan = make_plan();

        add(&plan, "set", COOP_PLAN_BESIDE, COOP_PLAN_READS, 0);
        TEST_EQUAL(coop_plan_reduce(&plan, "most", items, wheres[i], 0, 1), COOP_OK);
        TEST_EQUAL(waits_for(&plan, 4, 1), wheres[i] != COOP_PLAN_BESIDE); /* its own block's */
        TEST_EQUAL(waits_for(&plan, 4, 2), wheres[i] == COOP_PLAN_THEN);
        coop_plan_clear(&plan);
    }
}

TEST(items_of_a_part_are_those_of_the_graph)
{
    static const uint32_t own[2] = {4, 5};
    static const uint32_t same[] = {0, 1};
    struct coop_plan part = make_plan();
    struct coop_plan plan = make_plan();
    const struct coop_plan_access access = {0, COOP_PLAN_WRITES};

    TEST_EQUAL(coop_plan_add(&part, COOP_PLAN_KERNEL, "set", 3, COOP_PLAN_BESIDE, &access, 1), COOP_OK);
    TEST_EQUAL(coop_plan_reduce(&part, "most", own, COOP_PLAN_THEN, 0, 1), COOP_OK);
    TEST_EQUAL(coop_plan_part(&plan, "part", COOP_PLAN_BESIDE, &part, 2, same, 10), COOP_OK);
    TEST_EQUAL(plan.node_count, 6);
    for (uint32_t i = 0; i < plan.node_count; i++) {
        TEST_EQUAL(plan.nodes[i].item, 13 + i % 3);
    }
    coop_plan_clear(&part);
    coop_plan_clear(&plan);
}
