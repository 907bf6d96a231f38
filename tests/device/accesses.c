/* Accesses that lie outside their buffer, where a run checks addresses: each fails the run and is named, and
 * none changes another buffer; and what is right is right. Without checks the same module is as it was. */
#include "access_kernels.h"
#include "access_kernels_text.h"
#include "device.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORDS = 128, VECTORS = 8, CELLS = 10, TABLE = 20 }; /* the words' buffer ends where the next begins */

struct world {
    struct device *device;
    coop_buffer *words;
    coop_buffer *behind;
    coop_buffer *vectors;
    coop_buffer *cells;
    coop_buffer *table;
};

static struct world open_world(void)
{
    struct world world;

    setenv("COOP_CHECK", "addresses", 1);
    world.device = device_open(access_kernels_module_text, access_kernels_module_bytes);
    world.words = device_buffer(world.device, 4 * WORDS);
    world.behind = device_buffer(world.device, 4 * WORDS);
    world.vectors = device_buffer(world.device, 16 * VECTORS);
    world.cells = device_buffer(world.device, 16 * CELLS);
    world.table = device_buffer(world.device, 4 * TABLE);
    return world;
}

static void close_world(struct world *world)
{
    device_stop(world->device);
    coop_buffer_destroy(world->words);
    coop_buffer_destroy(world->behind);
    coop_buffer_destroy(world->vectors);
    coop_buffer_destroy(world->cells);
    coop_buffer_destroy(world->table);
    unsetenv("COOP_CHECK");
}

static coop_launch *launch_reach(struct world *world, uint32_t way, int64_t at)
{
    struct reach_args args = {.words = coop_buffer_address(world->words),
                              .vectors = coop_buffer_address(world->vectors),
                              .cells = coop_buffer_address(world->cells),
                              .table = coop_buffer_address(world->table),
                              .way = way,
                              .at = at};
    struct coop_ndrange range = {.global_items = {1}};
    coop_launch *launch = NULL;

    OK(world->device, reach_launch(world->device->run, &args, &range, NULL, &launch));
    return launch;
}

/* The launch fails with all the words in its message; a new run stands in for the failed one. */
static void expect_words(struct world *world, coop_launch *launch, const char *const *words)
{
    for (; *words != NULL; words++) {
        REFUSED(world->device, coop_launch_wait(launch, WAIT_NS, NULL), COOP_KERNEL_FAILED, *words);
    }
    coop_launch_destroy(launch);
    device_stop(world->device);
    world->device = device_open(access_kernels_module_text, access_kernels_module_bytes);
}

/* The ways of the kernel `reach`. */
static const struct way {
    uint32_t way;
    const char *parameter;
    uint32_t size;   /* of an element */
    uint32_t count;  /* of elements */
    uint32_t bytes;  /* of the access */
    uint32_t inside; /* where the access begins in the element */
} ways[] = {
    {0, "words", 4, WORDS, 4, 0},       {1, "words", 4, WORDS, 4, 0},       {2, "words", 4, WORDS, 4, 0},
    {3, "vectors", 16, VECTORS, 16, 0}, {4, "vectors", 16, VECTORS, 16, 0}, {5, "cells", 16, CELLS, 4, 8},
    {6, "cells", 16, CELLS, 4, 0},      {7, "table", 4, TABLE, 4, 0},       {8, "words", 4, WORDS, 4, 0},
    {9, "words", 4, WORDS, 4, 0},       {10, "words", 4, WORDS, 4, 0},      {11, "words", 4, WORDS, 4, 0},
    {12, "words", 4, WORDS, 4, 0},      {13, "words", 4, WORDS, 4, 0},      {14, "words", 4, WORDS, 4, 0},
    {15, "words", 4, WORDS, 4, 0},      {16, "words", 4, WORDS, 4, 0}};

enum { WAYS = sizeof ways / sizeof *ways };

static void reach_outside(struct world *world, const struct way *way, int64_t at)
{
    char parameter[200];
    const char *const words[] = {"kernel reach (launch", "access_kernels.cl:", parameter, NULL};

    snprintf(parameter, sizeof parameter,
             "of parameter %s's buffer, which has %u bytes, it wanted %u at byte %" PRId64, way->parameter,
             way->size * way->count, way->bytes, at * way->size + way->inside);
    expect_words(world, launch_reach(world, way->way, at), words);
}

TEST(one_past_the_end_fails)
{
    struct world world = open_world();

    for (size_t i = 0; i < WAYS; i++) {
        reach_outside(&world, &ways[i], ways[i].count);
    }
    close_world(&world);
}

TEST(a_negative_index_fails)
{
    struct world world = open_world();

    for (size_t i = 0; i < WAYS; i++) {
        reach_outside(&world, &ways[i], -1);
    }
    close_world(&world);
}

TEST(far_away_fails)
{
    struct world world = open_world();

    for (size_t i = 0; i < WAYS; i++) {
        reach_outside(&world, &ways[i], INT64_C(1) << 40);
        reach_outside(&world, &ways[i], -(INT64_C(1) << 40));
    }
    close_world(&world);
}

/* The first element, the last, and some between. */
TEST(what_is_right_passes)
{
    struct world world = open_world();

    for (size_t i = 0; i < WAYS; i++) {
        for (int64_t at = 0; at < ways[i].count; at += at + 2 < ways[i].count ? 3 : 1) {
            device_finish(world.device, launch_reach(&world, ways[i].way, at), NULL);
        }
        device_finish(world.device, launch_reach(&world, ways[i].way, ways[i].count - 1), NULL);
    }
    device_finish(world.device, launch_reach(&world, 17, WORDS), NULL);
    close_world(&world);
}

TEST(line_and_index_are_named)
{
    struct world world = open_world();
    const char *const kernels[] = {"access_kernels.cl:51: kernel reach", "an access to memory lies outside",
                                   "(index 128)", NULL};
    const char *const helpers[] = {"access_kernels.cl:15: kernel reach", "(index 128)", NULL};

    expect_words(&world, launch_reach(&world, 1, WORDS), kernels);
    expect_words(&world, launch_reach(&world, 9, WORDS), helpers);
    close_world(&world);
}

/* What would have been written there goes nowhere. */
TEST(no_other_buffer_changes)
{
    struct world world = open_world();
    const char *const words[] = {"kernel reach", NULL};
    static const uint32_t writes[] = {1, 10, 11, 12, 14, 16};

    for (uint32_t i = 0; i < WORDS; i++) {
        device_write_u32(world.device, world.behind, i, 1000 + i);
        device_write_u32(world.device, world.words, i, 0);
    }
    for (size_t i = 0; i < sizeof writes / sizeof *writes; i++) {
        expect_words(&world, launch_reach(&world, writes[i], WORDS), words);
        expect_words(&world, launch_reach(&world, writes[i], -1), words);
    }
    for (uint32_t i = 0; i < WORDS; i++) {
        TEST_EQUAL(device_read_u32(world.device, world.behind, i), 1000 + i);
        TEST_TRUE(i == 0 || device_read_u32(world.device, world.words, i) == 0); /* 0: the kernel's own */
    }
    close_world(&world);
}

/* A pointer that has had several parameters' values is checked against the buffer that it leads to now. */
TEST(pointers_that_changed_places_are_followed)
{
    struct world world = open_world();
    struct swapped_args args = {.one = coop_buffer_address(world.words),
                                .two = coop_buffer_address(world.table),
                                .rounds = 1,
                                .at = TABLE - 1};
    const char *const first[] = {"kernel swapped", "parameter two's buffer, which has 80 bytes", NULL};
    coop_launch *launch = NULL;

    args.rounds = 4;
    OK(world.device, swapped_launch(world.device->run, &args, NULL, &launch));
    device_finish(world.device, launch, NULL);
    TEST_EQUAL(device_read_u32(world.device, world.words, TABLE - 1), 4);
    args.at = TABLE;
    args.rounds = 1;
    OK(world.device, swapped_launch(world.device->run, &args, NULL, &launch));
    expect_words(&world, launch, first);
    args.one = coop_buffer_address(world.table);
    args.two = coop_buffer_address(world.words);
    OK(world.device, swapped_launch(world.device->run, &args, NULL, &launch));
    expect_words(&world, launch, (const char *const[]){"parameter one's buffer, which has 80 bytes", NULL});
    close_world(&world);
}

TEST(helpers_with_barriers_are_checked)
{
    struct world world = open_world();
    struct behind_a_barrier_args args = {.words = coop_buffer_address(world.words), .at = WORDS - 1};
    struct coop_ndrange range = {.global_items = {world.device->local_items}};
    coop_launch *launch = NULL;

    OK(world.device, behind_a_barrier_launch(world.device->run, &args, &range, NULL, &launch));
    device_finish(world.device, launch, NULL);
    args.at = -2;
    OK(world.device, behind_a_barrier_launch(world.device->run, &args, &range, NULL, &launch));
    expect_words(&world, launch,
                 (const char *const[]){"access_kernels.cl:114: kernel behind_a_barrier",
                                       "it wanted 4 at byte -8 (index -2)", NULL});
    close_world(&world);
}

/* Behind the end there are zeros. */
TEST(a_search_that_leaves_its_buffer_ends)
{
    struct world world = open_world();
    struct find_zero_args args = {coop_buffer_address(world.words)};
    struct coop_ndrange range = {.global_items = {1}};
    coop_launch *launch = NULL;

    for (uint32_t i = 0; i < WORDS; i++) {
        device_write_u32(world.device, world.words, i, 1);
        device_write_u32(world.device, world.behind, i, 1);
    }
    OK(world.device, find_zero_launch(world.device->run, &args, &range, NULL, &launch));
    expect_words(&world, launch, (const char *const[]){"(index 128)", NULL});
    close_world(&world);
}

/* An address within a buffer, and the same buffer twice. */
TEST(a_buffer_may_be_passed_from_its_middle)
{
    struct world world = open_world();
    struct swapped_args args = {.one = coop_buffer_address(world.words) + 64,
                                .two = coop_buffer_address(world.words) + 256,
                                .rounds = 2,
                                .at = -16};
    coop_launch *launch = NULL;

    OK(world.device, swapped_launch(world.device->run, &args, NULL, &launch));
    device_finish(world.device, launch, NULL);
    args.at = -17;
    OK(world.device, swapped_launch(world.device->run, &args, NULL, &launch));
    expect_words(&world, launch, (const char *const[]){"at byte -4 (index -1)", NULL});
    close_world(&world);
}

TEST(many_launches_have_buffers_of_their_own)
{
    struct world world = open_world();
    struct all_right_args args = {.cells = coop_buffer_address(world.cells), .n = CELLS};
    coop_buffer *words[40];
    coop_launch *launches[40] = {NULL};
    struct coop_launch_options options = {.timeout_ns = WAIT_NS};

    for (uint32_t i = 0; i < 40; i++) {
        words[i] = device_buffer(world.device, 4 * CELLS + i);
        args.words = coop_buffer_address(words[i]);
        OK(world.device, all_right_launch(world.device->run, &args, &options, &launches[i]));
    }
    for (uint32_t i = 0; i < 40; i++) {
        device_finish(world.device, launches[i], NULL);
        TEST_EQUAL(device_read_u32(world.device, words[i], 0), CELLS * (CELLS - 1) / 2);
        coop_buffer_destroy(words[i]);
    }
    close_world(&world);
}

/* A run gets the form of the module that it wants, whichever was built first, as often as it wants. */
TEST(a_run_chooses_for_itself)
{
    struct world world = open_world();
    struct coop_run_options options = {.worker_groups = 2, .local_items = world.device->local_items};

    device_stop(world.device);
    for (int i = 0; i < 4; i++) {
        coop_launch *launch;

        options.check = i % 2 == 0 ? "" : "addresses";
        if (!OK(world.device, coop_run_start(world.device->module, &options, &world.device->run))) {
            break;
        }
        launch = launch_reach(&world, 0, WORDS); /* it reads the buffer behind */
        if (i % 2 == 0) {
            device_finish(world.device, launch, NULL);
        } else {
            REFUSED(world.device, coop_launch_wait(launch, WAIT_NS, NULL), COOP_KERNEL_FAILED, "(index 128)");
            coop_launch_destroy(launch);
        }
        coop_run_destroy(world.device->run);
        world.device->run = NULL;
    }
    world.device = device_open(access_kernels_module_text, access_kernels_module_bytes);
    close_world(&world);
}
