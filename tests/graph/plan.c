/* Graphs as data: what the check refuses, with the names of both nodes, and that what it accepts gives the
 * same values in every order that keeps the edges, also after an edge was taken out. */
#include "host/graph/plan.h"
#include "host/graph/plan_border.h"
#include "host/graph/plan_check.h"
#include "host/graph/plan_part.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define R COOP_PLAN_READS
#define W COOP_PLAN_WRITES
#define P (COOP_PLAN_READS | COOP_PLAN_PADDED)
#define F (COOP_PLAN_READS | COOP_PLAN_FILLS)
#define X (COOP_PLAN_READS | COOP_PLAN_WRITES | COOP_PLAN_PADDED | COOP_PLAN_EXCLUSIVE)

static struct coop_plan make_cut_plan(uint32_t tensors, uint32_t in_x, uint32_t in_y, unsigned rings,
                                      unsigned owned)
{
    struct coop_plan plan;
    struct coop_plan_storage storage = {.cut = {{in_x, in_y, 1}},
                                        .cells = {8, 8, 1},
                                        .dimensions = 2,
                                        .padding = 1,
                                        .rings = rings,
                                        .owned = owned};

    coop_plan_init(&plan);
    for (uint32_t i = 0; i < tensors; i++) {
        coop_plan_storage(&plan, &storage);
    }
    return plan;
}

/* A plan with tensors of `parts` blocks along y. */
static struct coop_plan make_plan(uint32_t tensors, uint32_t parts, unsigned rings, unsigned owned)
{
    return make_cut_plan(tensors, 1, parts, rings, owned);
}

/* A node on up to two tensors, 0 and 1; how 0 leaves one out. */
static coop_status add(struct coop_plan *plan, const char *name, enum coop_plan_where where, unsigned first,
                       unsigned second)
{
    struct coop_plan_access accesses[2];
    uint32_t count = 0;

    if (first != 0) {
        accesses[count++] = (struct coop_plan_access){0, first};
    }
    if (second != 0) {
        accesses[count++] = (struct coop_plan_access){1, second};
    }
    return coop_plan_add(plan, COOP_PLAN_KERNEL, name, 0, where, accesses, count);
}

static void check_refuses(struct coop_plan *plan, const char *text, const char *more)
{
    uint32_t *order = NULL;

    TEST_EQUAL(coop_plan_check(plan, &order), COOP_INVALID_ARGUMENT);
    TEST_TRUE(order == NULL);
    TEST_CONTAINS(plan->message, text);
    TEST_CONTAINS(plan->message, more);
    coop_plan_clear(plan);
}

static void check_accepts(struct coop_plan *plan)
{
    uint32_t *order = NULL;

    if (!TEST_EQUAL(coop_plan_check(plan, &order), COOP_OK)) {
        TEST_NOTE("%s", plan->message);
    }
    free(order);
    coop_plan_clear(plan);
}

TEST(two_nodes_of_a_level_that_write_one_tensor_are_refused)
{
    struct coop_plan plan = make_plan(2, 2, 0, 0);

    add(&plan, "first", COOP_PLAN_BESIDE, W, 0);
    add(&plan, "second", COOP_PLAN_BESIDE, W, 0);
    check_refuses(&plan, "'first'", "'second'");
    plan = make_plan(2, 2, 0, 0);
    add(&plan, "reader", COOP_PLAN_BESIDE, R, 0);
    add(&plan, "writer", COOP_PLAN_BESIDE, W, R);
    check_refuses(&plan, "'reader' and 'writer' touch the same cells", "nothing orders them");
    plan = make_plan(2, 2, 0, 0);
    add(&plan, "reader", COOP_PLAN_BESIDE, R, 0);
    add(&plan, "writer", COOP_PLAN_BESIDE, R, W);
    check_accepts(&plan);
    plan = make_plan(2, 2, 0, 0);
    add(&plan, "reader", COOP_PLAN_BESIDE, R, 0);
    add(&plan, "writer", COOP_PLAN_BESIDE, W, R);
    coop_plan_edge(&plan, "writer", "reader");
    check_accepts(&plan);
}

TEST(a_circle_is_refused_with_two_of_its_nodes)
{
    struct coop_plan plan = make_plan(2, 3, 0, 0);

    add(&plan, "one", COOP_PLAN_BESIDE, W, 0);
    add(&plan, "two", COOP_PLAN_THEN, R, W);
    add(&plan, "three", COOP_PLAN_THEN_BY_BLOCK, W, R);
    coop_plan_edge(&plan, "three", "two");
    check_refuses(&plan, "circle", "' waits for 't");
    plan = make_plan(1, 1, 0, 0);
    add(&plan, "alone", COOP_PLAN_BESIDE, W, 0);
    coop_plan_edge(&plan, "alone", "alone");
    check_refuses(&plan, "circle", "'alone' waits for 'alone'");
    plan = make_plan(1, 1, 0, 0);
    add(&plan, "outside", COOP_PLAN_BESIDE, W, 0); /* waits for the circle, and is none of it */
    add(&plan, "first", COOP_PLAN_BESIDE, W, 0);
    add(&plan, "second", COOP_PLAN_THEN, W, 0);
    add(&plan, "third", COOP_PLAN_THEN, W, 0);
    coop_plan_edge(&plan, "third", "first");
    coop_plan_edge(&plan, "third", "outside");
    plan.tasks[2].before[0] =
        plan.tasks[2].before[--plan.tasks[2].before_count];       /* not for the one outside */
    check_refuses(&plan, "circle", "'third' waits for 'second'"); /* as each of the three does for another */
}

TEST(padding_that_nobody_has_filled_is_refused)
{
    struct coop_plan plan = make_plan(2, 2, 0, 3);

    add(&plan, "sweep", COOP_PLAN_BESIDE, P, W);
    check_refuses(&plan, "'sweep' reads padding that nobody fills before", "coop_fills");
    plan = make_plan(2, 2, 0, 3);
    add(&plan, "walls", COOP_PLAN_BESIDE, F, 0);
    add(&plan, "change", COOP_PLAN_THEN, W, 0);
    add(&plan, "sweep", COOP_PLAN_THEN, P, W);
    check_refuses(&plan, "'sweep' reads padding that nobody has filled since", "'change'");
    plan = make_plan(2, 2, 0, 3);
    add(&plan, "change", COOP_PLAN_BESIDE, W, 0);
    add(&plan, "walls", COOP_PLAN_THEN, F, 0);
    add(&plan, "sweep", COOP_PLAN_THEN, P, W);
    check_accepts(&plan);
}

TEST(tensors_that_are_cut_differently_are_refused)
{
    struct coop_plan plan = make_plan(1, 2, 0, 0);
    struct coop_plan_storage other = {.cut = {{2, 1, 1}}, .cells = {8, 8, 1}, .dimensions = 2};

    coop_plan_storage(&plan, &other);
    TEST_EQUAL(add(&plan, "sweep", COOP_PLAN_BESIDE, R, W), COOP_INVALID_ARGUMENT);
    TEST_CONTAINS(plan.message, "'sweep' are cut differently");
    TEST_CONTAINS(plan.message, "1 x 2 x 1");
    TEST_CONTAINS(plan.message, "2 x 1 x 1");
    TEST_EQUAL(coop_plan_swap(&plan, 0, 1), COOP_INVALID_ARGUMENT);
    TEST_EQUAL(plan.node_count, 0);
    coop_plan_clear(&plan);
    plan = make_plan(3, 2, 0, 0); /* as many blocks, of other sizes, of the last tensor of three */
    plan.storages[2].cells[1] = 9;
    TEST_EQUAL(coop_plan_add(&plan, COOP_PLAN_KERNEL, "three", 0, COOP_PLAN_BESIDE,
                             (struct coop_plan_access[]){{0, R}, {1, W}, {2, R}}, 3),
               COOP_INVALID_ARGUMENT);
    TEST_CONTAINS(plan.message, "8 x 9 x 1");
    TEST_EQUAL(coop_plan_swap(&plan, 0, 2), COOP_INVALID_ARGUMENT);
    coop_plan_clear(&plan);
}

TEST(cuts_are_checked_anew_after_other_sizes)
{
    struct coop_plan plan = make_plan(2, 2, 0, 0);

    add(&plan, "one", COOP_PLAN_BESIDE, R, 0);
    add(&plan, "both", COOP_PLAN_THEN, R, W);
    TEST_EQUAL(coop_plan_check_cuts(&plan), COOP_OK);
    plan.storages[1].cells[0] = 9;
    TEST_EQUAL(coop_plan_check_cuts(&plan), COOP_INVALID_ARGUMENT);
    TEST_CONTAINS(plan.message, "'both' are cut differently");
    coop_plan_clear(&plan);
}

TEST(two_that_fill_one_padding_are_refused)
{
    struct coop_plan plan = make_plan(1, 2, 0, 3);

    add(&plan, "left", COOP_PLAN_BESIDE, F, 0);
    add(&plan, "right", COOP_PLAN_BESIDE, F, 0);
    check_refuses(&plan, "'left' and 'right' touch the same padding", "nothing orders them");
}

struct touched {
    unsigned reads; /* bit: a place */
    unsigned writes;
};

static void note_touch(void *context, uint32_t place, int writes)
{
    struct touched *touched = context;

    *(writes ? &touched->writes : &touched->reads) |= 1u << place;
}

/* G3: the second of three blocks along y, whose places are 4 to 7. */
TEST(g3_a_border_reads_cells_and_the_padding_of_the_dimensions_below)
{
    struct coop_plan plan = make_plan(1, 3, 0, 0);
    struct touched touched[2] = {{0, 0}, {0, 0}};

    add(&plan, "sweep", COOP_PLAN_BESIDE, P, 0);
    coop_plan_touches(&plan, plan.nodes[0].first_task + 1, note_touch, &touched[0]);
    coop_plan_touches(&plan, plan.nodes[1].first_task + 1, note_touch, &touched[1]);
    TEST_EQUAL(touched[0].reads, 1u << 4);
    TEST_EQUAL(touched[0].writes, 1u << 5);
    TEST_EQUAL(touched[1].reads, 0x333u);
    TEST_EQUAL(touched[1].writes, 1u << 6);
    coop_plan_clear(&plan);
}

TEST(rings_close_in_their_own_dimension)
{
    struct coop_plan plan = make_cut_plan(1, 3, 2, 1, 0);

    TEST_EQUAL(coop_plan_beside(&plan.storages[0], 0, 0, 0), 2);
    TEST_EQUAL(coop_plan_beside(&plan.storages[0], 0, 1, 0), COOP_PLAN_NONE);
    TEST_EQUAL(coop_plan_beside(&plan.storages[0], 5, 0, 1), 3);
    TEST_EQUAL(coop_plan_beside(&plan.storages[0], 5, 1, 1), COOP_PLAN_NONE);
    coop_plan_clear(&plan);
    plan = make_cut_plan(1, 3, 2, 2, 0);
    TEST_EQUAL(coop_plan_beside(&plan.storages[0], 0, 0, 0), COOP_PLAN_NONE);
    TEST_EQUAL(coop_plan_beside(&plan.storages[0], 0, 1, 0), 3);
    coop_plan_clear(&plan);
}

TEST(names_of_nodes_are_their_own)
{
    struct coop_plan plan = make_plan(1, 1, 0, 0);

    TEST_EQUAL(add(&plan, "one", COOP_PLAN_BESIDE, R, 0), COOP_OK);
    TEST_EQUAL(add(&plan, "one", COOP_PLAN_THEN, R, 0), COOP_INVALID_ARGUMENT);
    TEST_EQUAL(add(&plan, "", COOP_PLAN_THEN, R, 0), COOP_INVALID_ARGUMENT);
    TEST_EQUAL(coop_plan_edge(&plan, "one", "nobody"), COOP_INVALID_ARGUMENT);
    TEST_CONTAINS(plan.message, "'nobody'");
    coop_plan_clear(&plan);
}

/* A block's cells are written in place while the block beside takes them as its padding. */
TEST(a_kernel_in_place_waits_until_its_cells_are_taken)
{
    struct coop_plan plan = make_plan(1, 3, 0, 0);

    add(&plan, "in place", COOP_PLAN_BESIDE, P | W, 0);
    check_refuses(&plan, "'border y for in place'", "'in place'");
    plan = make_plan(1, 3, 0, 0);
    add(&plan, "in place", COOP_PLAN_BESIDE, X, 0);
    add(&plan, "again", COOP_PLAN_THEN_BY_BLOCK, X, 0);
    check_accepts(&plan);
}

/* By block, a block may be written while one beside it is still to be read; two buffers do not make it safe,
 * a level does. */
TEST(a_block_is_not_written_while_one_beside_it_takes_its_cells)
{
    struct coop_plan plan = make_plan(2, 3, 0, 0);

    add(&plan, "sweep", COOP_PLAN_BESIDE, P, W);
    add(&plan, "source", COOP_PLAN_THEN_BY_BLOCK, W, R);
    check_refuses(&plan, "'border y for sweep'", "'source'");
    plan = make_plan(2, 3, 0, 0);
    add(&plan, "sweep", COOP_PLAN_BESIDE, P, W);
    add(&plan, "source", COOP_PLAN_THEN, W, R);
    check_accepts(&plan);
}

TEST(swapped_tensors_are_each_others_storage)
{
    struct coop_plan plan = make_plan(2, 3, 2, 0);

    add(&plan, "there", COOP_PLAN_BESIDE, P, W);
    coop_plan_swap(&plan, 0, 1);
    add(&plan, "back", COOP_PLAN_THEN_BY_BLOCK, P, W);
    coop_plan_swap(&plan, 0, 1);
    add(&plan, "there again", COOP_PLAN_THEN_BY_BLOCK, P, W);
    TEST_EQUAL(plan.nodes[2].accesses[0].storage, 0);
    TEST_EQUAL(plan.nodes[5].accesses[0].storage, 1);
    TEST_EQUAL(plan.nodes[5].accesses[1].storage, 0);
    check_accepts(&plan);
}

/* There and back by blocks needs no barrier, in whatever dimensions the tensors are cut. */
TEST(steps_by_block_between_two_tensors_are_accepted_for_each_cut)
{
    for (uint32_t number = 0; number < 4 * 9; number++) {
        struct coop_plan plan = make_cut_plan(2, 1 + number % 3, 1 + number / 3 % 3, number / 9, 0);

        for (int step = 0; step < 5; step++) {
            char name[] = {(char)('a' + step), '\0'};

            add(&plan, name, COOP_PLAN_THEN_BY_BLOCK, P, W);
            coop_plan_swap(&plan, 0, 1);
        }
        check_accepts(&plan);
    }
}

/* Two readers of one level share the border; a later one finds it filled. */
TEST(padding_is_filled_once_after_a_write)
{
    struct coop_plan plan = make_plan(2, 2, 0, 0);

    add(&plan, "one", COOP_PLAN_BESIDE, P, 0);
    add(&plan, "two", COOP_PLAN_BESIDE, P, 0);
    add(&plan, "three", COOP_PLAN_THEN_BY_BLOCK, P, 0);
    TEST_EQUAL(plan.node_count, 2 + 3);
    add(&plan, "write", COOP_PLAN_THEN, W, 0);
    add(&plan, "four", COOP_PLAN_THEN, P, 0);
    TEST_EQUAL(plan.node_count, 2 + 3 + 1 + 2 + 1);
    add(&plan, "fill", COOP_PLAN_THEN, F, 0); /* between blocks it has no cells to take */
    add(&plan, "five", COOP_PLAN_THEN, P, 0);
    TEST_EQUAL(plan.node_count, 9 + 1 + 2 + 1);
    check_accepts(&plan);
    plan = make_plan(1, 2, 0, 0);
    plan.storages[0].padding = 0; /* there is none to be filled */
    add(&plan, "one", COOP_PLAN_BESIDE, P, 0);
    TEST_EQUAL(plan.node_count, 1);
    check_accepts(&plan);
}

/* ---- inner cells beside copies ---- */

static uint32_t find_task(const struct coop_plan *plan, const char *name, uint32_t block)
{
    for (uint32_t i = 0; i < plan->task_count; i++) {
        if (strcmp(plan->nodes[plan->tasks[i].node].name, name) == 0 && plan->tasks[i].block == block) {
            return i;
        }
    }
    return COOP_PLAN_NONE;
}

/* The names of the nodes for whose tasks the inner part of block 1 waits. */
static void check_waits(const struct coop_plan *plan, const char *name, unsigned split, const char *wanted)
{
    struct coop_plan_list waits = {.count = 0};
    char names[200] = "";

    TEST_TRUE(coop_plan_waits(plan, find_task(plan, name, 1), split, &waits));
    for (uint32_t i = 0; i < waits.count; i++) {
        size_t length = strlen(names);
        const struct coop_plan_task *task = &plan->tasks[waits.items[i]];

        snprintf(names + length, sizeof names - length, "%s of %u; ", plan->nodes[task->node].name,
                 task->block);
    }
    TEST_EQUAL_TEXT(names, wanted);
    free(waits.items);
}

/* "both" updates tensor 1 through two parameters: whoever reads it in front of that is waited for, too. */
TEST(inner_cells_wait_for_who_reads_what_their_node_updates)
{
    struct coop_plan plan = make_plan(2, 3, 0, 0);
    const struct coop_plan_access both[] = {{0, P}, {1, R}, {1, W}};

    add(&plan, "reader", COOP_PLAN_BESIDE, 0, R);
    TEST_EQUAL(coop_plan_add(&plan, COOP_PLAN_KERNEL, "both", 0, COOP_PLAN_THEN, both, 3), COOP_OK);
    add(&plan, "last", COOP_PLAN_THEN, R, P);
    check_waits(&plan, "both", 1 << 1, "reader of 1; border x for both of 1; ");
    check_waits(&plan, "both", 1 << 0, "reader of 1; border y for both of 1; ");
    check_waits(&plan, "last", 1 << 1, "both of 1; border x for last of 1; ");
    check_accepts(&plan);
}

/* ---- parts ---- */

static const uint32_t same[] = {0, 1};

static uint32_t find(const struct coop_plan *plan, const char *name)
{
    for (uint32_t i = 0; i < plan->node_count; i++) {
        if (strcmp(plan->nodes[i].name, name) == 0) {
            return i;
        }
    }
    TEST_FAIL("there is no node '%s'", name);
    return 0;
}

/* Whether the block's task of one node begins behind that of another one, by any path. */
static int is_behind(const struct coop_plan *plan, const char *after, uint32_t after_block,
                     const char *before, uint32_t before_block)
{
    uint32_t wanted = plan->nodes[find(plan, before)].first_task + before_block;
    uint32_t stack[256] = {plan->nodes[find(plan, after)].first_task + after_block};
    unsigned char is_seen[256] = {0};
    uint32_t count = 1;

    while (count > 0) {
        const struct coop_plan_task *task = &plan->tasks[stack[--count]];

        for (uint32_t i = 0; i < task->before_count; i++) {
            if (task->before[i] == wanted) {
                return 1;
            }
            if (!is_seen[task->before[i]]) {
                is_seen[task->before[i]] = 1;
                stack[count++] = task->before[i];
            }
        }
    }
    return 0;
}

static struct coop_plan make_part(void)
{
    struct coop_plan part = make_plan(2, 2, 0, 0);

    add(&part, "a", COOP_PLAN_THEN_BY_BLOCK, R | W, 0);
    add(&part, "b", COOP_PLAN_THEN_BY_BLOCK, R, W);
    return part;
}

TEST(a_part_stands_on_one_level_block_by_block)
{
    struct coop_plan part = make_part();
    struct coop_plan plan = make_plan(2, 2, 0, 0);

    add(&plan, "before", COOP_PLAN_BESIDE, W, 0);
    TEST_EQUAL(coop_plan_part(&plan, "part", COOP_PLAN_THEN, &part, 1, same, 0), COOP_OK);
    add(&plan, "beside", COOP_PLAN_BESIDE, 0, 0);
    add(&plan, "after", COOP_PLAN_THEN_BY_BLOCK, 0, R | W);
    TEST_TRUE(is_behind(&plan, "part/a", 0, "before", 0));
    TEST_TRUE(!is_behind(&plan, "part/a", 0, "before", 1));
    TEST_TRUE(is_behind(&plan, "beside", 0, "before", 1));
    TEST_TRUE(!is_behind(&plan, "beside", 0, "part/a", 0));
    TEST_TRUE(is_behind(&plan, "after", 1, "part/b", 1));
    TEST_TRUE(!is_behind(&plan, "after", 1, "part/b", 0));
    TEST_TRUE(is_behind(&plan, "after", 1, "beside", 0));
    check_accepts(&plan);
    coop_plan_clear(&part);
}

TEST(each_time_of_a_part_is_behind_all_of_the_time_before)
{
    struct coop_plan part = make_part();
    struct coop_plan whole = make_plan(2, 2, 0, 0);
    struct coop_plan plan = make_plan(2, 2, 0, 0);

    TEST_EQUAL(coop_plan_part(&whole, "part", COOP_PLAN_BESIDE, &part, 3, same, 0), COOP_OK);
    TEST_EQUAL(coop_plan_part(&plan, "all", COOP_PLAN_BESIDE, &whole, 1, same, 0), COOP_OK);
    TEST_EQUAL(plan.node_count, 6);
    TEST_TRUE(is_behind(&plan, "all/part/2/a", 0, "all/part/1/b", 1));
    TEST_TRUE(is_behind(&plan, "all/part/3/a", 1, "all/part/2/b", 0));
    TEST_TRUE(!is_behind(&plan, "all/part/3/b", 1, "all/part/3/a", 0));
    check_accepts(&plan);
    coop_plan_clear(&whole);
    coop_plan_clear(&part);
}

/* Also where it begins with a part of its own, and with one in which nothing is. */
TEST(each_time_of_a_part_that_begins_with_parts_is_behind_all_of_the_time_before)
{
    struct coop_plan nothing = make_plan(2, 2, 0, 0);
    struct coop_plan part = make_part();
    struct coop_plan whole = make_plan(2, 2, 0, 0);
    struct coop_plan plan = make_plan(2, 2, 0, 0);

    TEST_EQUAL(coop_plan_part(&whole, "nothing", COOP_PLAN_THEN, &nothing, 1, same, 0), COOP_OK);
    TEST_EQUAL(coop_plan_part(&whole, "inner", COOP_PLAN_THEN, &part, 1, same, 0), COOP_OK);
    TEST_EQUAL(coop_plan_part(&plan, "all", COOP_PLAN_BESIDE, &whole, 2, same, 0), COOP_OK);
    TEST_TRUE(is_behind(&plan, "all/2/inner/a", 0, "all/1/inner/b", 1));
    TEST_TRUE(is_behind(&plan, "all/2/inner/a", 1, "all/1/inner/b", 0));
    TEST_TRUE(!is_behind(&plan, "all/2/inner/b", 1, "all/2/inner/a", 0));
    check_accepts(&plan);
    coop_plan_clear(&whole);
    coop_plan_clear(&part);
    coop_plan_clear(&nothing);
}

TEST(edges_reach_all_nodes_and_blocks_of_both_parts)
{
    static const char *const names[] = {"x", "y", "z"};
    struct coop_plan part = make_plan(2, 2, 0, 0);
    struct coop_plan plan = make_plan(2, 2, 0, 0);

    for (int i = 0; i < 3; i++) { /* beside each other */
        add(&part, names[i], COOP_PLAN_BESIDE, R, 0);
    }
    TEST_EQUAL(coop_plan_part(&plan, "one", COOP_PLAN_BESIDE, &part, 1, same, 0), COOP_OK);
    TEST_EQUAL(coop_plan_part(&plan, "two", COOP_PLAN_BESIDE, &part, 1, same, 0), COOP_OK);
    TEST_EQUAL(coop_plan_edge(&plan, "one", "two"), COOP_OK);
    for (uint32_t i = 0; i < 3 * 3 * 2 * 2; i++) {
        char after[] = {'t', 'w', 'o', '/', (char)('x' + i % 3), '\0'};
        char before[] = {'o', 'n', 'e', '/', (char)('x' + i / 3 % 3), '\0'};

        TEST_TRUE(is_behind(&plan, after, i / 9 % 2, before, i / 18));
    }
    check_accepts(&plan);
    coop_plan_clear(&part);
}

/* A part without nodes on a level that has begun: what comes afterwards is behind the level before. */
TEST(an_empty_part_keeps_the_levels_around_it)
{
    struct coop_plan nothing = make_plan(2, 2, 0, 0);
    struct coop_plan part = make_plan(2, 2, 0, 0);
    struct coop_plan plan = make_plan(2, 2, 0, 0);

    add(&part, "a", COOP_PLAN_BESIDE, W, 0);
    TEST_EQUAL(coop_plan_part(&part, "nothing", COOP_PLAN_THEN, &nothing, 1, same, 0), COOP_OK);
    TEST_EQUAL(coop_plan_part(&plan, "part", COOP_PLAN_THEN, &part, 1, same, 0), COOP_OK);
    TEST_EQUAL(coop_plan_part(&plan, "not", COOP_PLAN_THEN, &part, 0, same, 0), COOP_OK);
    add(&plan, "after", COOP_PLAN_THEN, W, 0);
    TEST_TRUE(is_behind(&plan, "after", 0, "part/a", 1));
    TEST_EQUAL(plan.node_count, 2);
    check_accepts(&plan);
    coop_plan_clear(&part);
    coop_plan_clear(&nothing);
}

TEST(a_parts_name_is_its_own_and_means_all_of_its_nodes)
{
    static const uint32_t turned[] = {1, 0};
    struct coop_plan part = make_part();
    struct coop_plan plan = make_plan(2, 2, 0, 0);

    add(&part, "padded", COOP_PLAN_THEN, P, 0);
    TEST_EQUAL(coop_plan_edge(&part, "a", "padded"), COOP_OK);
    add(&plan, "one", COOP_PLAN_BESIDE, R, 0);
    TEST_EQUAL(coop_plan_part(&plan, "one", COOP_PLAN_BESIDE, &part, 1, same, 0), COOP_INVALID_ARGUMENT);
    TEST_EQUAL(coop_plan_part(&plan, "part", COOP_PLAN_BESIDE, &part, 1, same, 0), COOP_OK);
    TEST_EQUAL(coop_plan_part(&plan, "part", COOP_PLAN_BESIDE, &part, 1, same, 0), COOP_INVALID_ARGUMENT);
    TEST_EQUAL(add(&plan, "part", COOP_PLAN_BESIDE, R, 0), COOP_INVALID_ARGUMENT);
    TEST_EQUAL(coop_plan_part(&plan, "again", COOP_PLAN_BESIDE, &part, 1, turned, 0), COOP_OK);
    TEST_EQUAL(plan.nodes[find(&plan, "again/a")].accesses[0].storage, 1);
    TEST_EQUAL(coop_plan_edge(&plan, "part", "again"), COOP_OK);
    TEST_TRUE(is_behind(&plan, "again/a", 0, "part/padded", 1));
    TEST_TRUE(is_behind(&plan, "border x for again/padded", 0, "part/padded", 1));
    TEST_EQUAL(coop_plan_edge(&plan, "par", "again"), COOP_INVALID_ARGUMENT);
    check_refuses(&plan, "'one' and 'part/a' touch the same cells", "nothing orders them");
    coop_plan_clear(&part);
}

TEST(paths_that_are_too_long_are_refused)
{
    static const char name[] = "a-name-of-forty-bytes-that-is-the-most-1";
    struct coop_plan plans[4];

    for (int i = 0; i < 4; i++) {
        plans[i] = make_plan(2, 2, 0, 0);
        if (i == 0) {
            TEST_EQUAL(add(&plans[0], name, COOP_PLAN_BESIDE, R, W), COOP_OK);
        } else if (i < 3) {
            TEST_EQUAL(
                coop_plan_part(&plans[i], i == 1 ? name : "short", COOP_PLAN_THEN, &plans[i - 1], 2, same, 0),
                COOP_OK);
        } else {
            TEST_EQUAL(coop_plan_part(&plans[i], name, COOP_PLAN_THEN, &plans[i - 1], 1, same, 0),
                       COOP_INVALID_ARGUMENT);
            TEST_CONTAINS(plans[i].message, "would have names of");
            TEST_EQUAL(plans[i].node_count, 0);
        }
    }
    TEST_EQUAL(plans[2].node_count, 4);
    for (int i = 0; i < 4; i++) {
        coop_plan_clear(&plans[i]);
    }
}

/* A path and the number of a time have room, or the part is refused. */
TEST(paths_are_as_long_as_there_is_room)
{
    static const char forty[] = "a-name-of-forty-bytes-that-is-the-most-1";

    for (uint32_t more = 0; more < 2; more++) {
        struct coop_plan plans[3];

        for (int i = 0; i < 3; i++) {
            plans[i] = make_plan(2, 2, 0, 0);
        }
        add(&plans[0], forty + 5 - more, COOP_PLAN_BESIDE, R, W);
        add(&plans[0], "short", COOP_PLAN_THEN, R, W);
        TEST_EQUAL(coop_plan_part(&plans[1], forty, COOP_PLAN_THEN, &plans[0], 2, same, 0), COOP_OK);
        TEST_EQUAL(coop_plan_part(&plans[2], forty, COOP_PLAN_THEN, &plans[1], 1, same, 0),
                   more == 0 ? COOP_OK : COOP_INVALID_ARGUMENT);
        TEST_EQUAL(plans[2].node_count, more == 0 ? 4 : 0);
        for (int i = 0; i < 3; i++) {
            coop_plan_clear(&plans[i]);
        }
    }
}

/* ---- random graphs ---- */

static uint32_t seed;

static uint32_t below(uint32_t limit)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % limit;
}

struct machine {
    uint64_t values[256]; /* of the places */
    uint64_t seen;        /* what the task now has read */
    uint64_t written;
    int is_writing;
};

static void run_touch(void *context, uint32_t place, int writes)
{
    struct machine *machine = context;

    if (!machine->is_writing) {
        machine->seen = (machine->seen ^ machine->values[place]) * UINT64_C(0x9e3779b97f4a7c15) + 1;
    } else if (writes) {
        machine->values[place] = machine->seen + place;
    }
}

/* Runs the tasks in a random order that keeps the edges, one after the other. */
static void run(const struct coop_plan *plan, struct machine *machine)
{
    unsigned char *is_done = calloc(plan->task_count, 1);

    for (uint32_t place = 0; place < 256; place++) {
        machine->values[place] = place * UINT64_C(0x123456789abcdef);
    }
    for (uint32_t done = 0; done < plan->task_count;) {
        uint32_t task = below(plan->task_count);
        int is_open = is_done[task];

        for (uint32_t i = 0; i < plan->tasks[task].before_count; i++) {
            is_open |= !is_done[plan->tasks[task].before[i]];
        }
        if (is_open) {
            continue;
        }
        machine->seen = task;
        machine->is_writing = 0;
        coop_plan_touches(plan, task, run_touch, machine);
        machine->is_writing = 1;
        coop_plan_touches(plan, task, run_touch, machine);
        is_done[task] = 1;
        done++;
    }
    free(is_done);
}

static struct coop_plan make_random(void)
{
    static const unsigned hows[] = {0, R, W, R | W, P, P, X, X};
    uint32_t cut[] = {1 + below(2), 1 + below(3), below(4)};
    struct coop_plan plan = make_cut_plan(2, cut[0], cut[1], cut[2], 0);
    struct coop_plan part = make_cut_plan(2, cut[0], cut[1], cut[2], 0);
    uint32_t nodes = 2 + below(5);

    for (uint32_t i = 0; i < 2; i++) {
        char name[] = {(char)('A' + i), '\0'};

        add(&part, name, (enum coop_plan_where)below(3), hows[below(8)], hows[below(8)]);
        if (below(3) == 0) {
            coop_plan_swap(&part, 0, 1);
        }
    }

    for (uint32_t i = 0; i < nodes; i++) {
        char name[] = {(char)('a' + i), '\0'};

        if (below(4) == 0) {
            coop_plan_part(&plan, name, (enum coop_plan_where)below(2), &part, 1 + below(2), same, 0);
        } else {
            add(&plan, name, (enum coop_plan_where)below(3), hows[below(8)], hows[below(8)]);
        }
        if (below(3) == 0) {
            coop_plan_swap(&plan, 0, 1);
        }
    }
    coop_plan_clear(&part);
    return plan;
}

static void take_edge_out(struct coop_plan *plan)
{
    for (uint32_t tries = 0; tries < 50; tries++) {
        struct coop_plan_task *task = &plan->tasks[below(plan->task_count)];

        if (task->before_count > 0) {
            task->before[below(task->before_count)] = task->before[task->before_count - 1];
            task->before_count--;
            return;
        }
    }
}

TEST(what_is_accepted_gives_the_same_values_in_any_order)
{
    uint32_t first = (uint32_t)test_option("seed", 1);
    uint32_t count = (uint32_t)test_option("graphs", 3000);
    uint32_t orders =
        (uint32_t)test_option("orders", 8); /* each as if nodes and copies were late at random */
    unsigned accepted = 0;
    unsigned refused = 0;

    for (uint32_t i = 0; i < count; i++) {
        struct coop_plan plan;
        static struct machine right;
        static struct machine other;
        uint32_t *order = NULL;

        seed = first * 7919 + i;
        plan = make_random();
        if (i % 2 == 1) {
            take_edge_out(&plan);
        }
        if (coop_plan_check(&plan, &order) == COOP_OK) {
            accepted++;
            run(&plan, &right);
            for (uint32_t again = 0; again < orders; again++) {
                run(&plan, &other);
                if (memcmp(right.values, other.values, sizeof right.values) != 0) {
                    TEST_FAIL("seed %u, graph %u: two orders give two results", first, i);
                    again = orders;
                }
            }
        } else {
            refused++;
        }
        free(order);
        coop_plan_clear(&plan);
    }
    TEST_AT_LEAST(accepted, count / 10);
    TEST_AT_LEAST(refused, count / 10);
    TEST_NOTE("%u graphs accepted, %u refused", accepted, refused);
}
