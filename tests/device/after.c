/* Launches that come after others, by the device's scheduler alone: C6, C7 and C8. */
#include "after_kernels.h"
#include "after_kernels_text.h"
#include "device.h"
#include "traced_runs.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 64u

static struct device *open_device(void)
{
    return device_open(after_kernels_module_text, after_kernels_module_bytes);
}

static coop_launch *launch_gated(struct device *device, coop_buffer *words)
{
    struct hold_args args = {coop_buffer_address(words), coop_buffer_address(words) + 256};
    struct coop_ndrange range = {.global_items = {1}, .local_items = {1}};
    struct coop_launch_options one = {.groups = 1};
    uint32_t before = device_read_u32(device, words, 64);
    coop_launch *launch = NULL;

    OK(device, hold_launch(device->run, &args, &range, &one, &launch));
    device_await_u32(device, words, 64, before + 1);
    return launch;
}

/* depth[me] = depth[of] + 1 on one work-group, after what `options` name. */
static coop_launch *launch_deeper(struct device *device, coop_buffer *depth, uint32_t me, uint32_t of,
                                  const struct coop_launch_options *options)
{
    struct deepen_args args = {.depth = coop_buffer_address(depth),
                               .width = WIDTH,
                               .me = me,
                               .first = of,
                               .second = of,
                               .third = of};
    struct coop_ndrange range = {.global_items = {WIDTH}};
    struct coop_launch_options filled = *options;
    coop_launch *launch = NULL;

    filled.groups = 1;
    filled.timeout_ns = WAIT_NS;
    OK(device, deepen_launch(device->run, &args, &range, &filled, &launch));
    return launch;
}

static coop_buffer *make_depths(struct device *device, uint32_t count)
{
    return device_buffer(device, (uint64_t)count * WIDTH * 4);
}

TEST(c7_a_launch_starts_when_all_that_it_comes_after_have_ended)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);
    coop_buffer *depth = make_depths(device, 4);
    coop_launch *gated = launch_gated(device, words);
    coop_launch *shortly = launch_deeper(device, depth, 1, 0, &(struct coop_launch_options){0});
    coop_launch *both =
        launch_deeper(device, depth, 2, 1, &(struct coop_launch_options){.after = {shortly, gated}});
    coop_launch *last =
        launch_deeper(device, depth, 3, 2, &(struct coop_launch_options){.after = {NULL, both}});
    struct coop_launch_stats stats;
    struct coop_launch_stats ended;

    OK(device, coop_launch_wait(shortly, WAIT_NS, NULL)); /* work-groups are free */
    TEST_EQUAL(coop_launch_wait(last, 30000000, NULL), COOP_TIMED_OUT);
    TEST_EQUAL(coop_launch_wait(both, 0, NULL), COOP_TIMED_OUT);
    TEST_EQUAL(device_read_u32(device, depth, 2 * WIDTH), 0);
    device_write_u32(device, words, 0, 1);
    OK(device, coop_launch_wait(last, WAIT_NS, NULL));
    OK(device, coop_launch_wait(both, WAIT_NS, &stats));
    OK(device, coop_launch_wait(gated, WAIT_NS, &ended));
    TEST_EQUAL(device_read_u32(device, depth, 3 * WIDTH + WIDTH - 1), 3);
    if (stats.started_ns != 0) {
        TEST_AT_LEAST(stats.started_ns, ended.ended_ns);
        TEST_AT_LEAST(stats.after_ns, 20000000);
        TEST_AT_MOST(stats.gather_ns, stats.started_ns - stats.seen_ns - stats.after_ns);
        TEST_EQUAL_U64(ended.after_ns, 0);
    }
    coop_launch_destroy(gated);
    coop_launch_destroy(shortly);
    coop_launch_destroy(both);
    coop_launch_destroy(last);
    coop_buffer_destroy(words);
    coop_buffer_destroy(depth);
}

TEST(c6_what_has_ended_is_waited_for_no_longer)
{
    struct device *device = open_device();
    coop_buffer *depth = make_depths(device, 44);
    coop_launch *first = launch_deeper(device, depth, 1, 0, &(struct coop_launch_options){0});
    coop_launch *launch;

    OK(device, coop_launch_wait(first, WAIT_NS, NULL));
    for (uint32_t i = 2; i < 42; i++) { /* its entry is used again and again */
        device_finish(device,
                      launch_deeper(device, depth, i, 1, &(struct coop_launch_options){.after = {first}}),
                      NULL);
        TEST_EQUAL(device_read_u32(device, depth, (uint64_t)i * WIDTH), 2);
    }
    launch =
        launch_deeper(device, depth, 42, 1, &(struct coop_launch_options){.after = {first, first, first}});
    coop_launch_destroy(first); /* the launch that comes after it is posted */
    device_finish(device, launch, NULL);
    coop_buffer_destroy(depth);
}

/* Nobody asks how it ends, and no handle is left of the others. */
TEST(a_chain_without_handles)
{
    struct device *device = open_device();
    coop_buffer *depth = make_depths(device, 202);
    coop_launch *before = NULL;

    for (uint32_t i = 1; i <= 200; i++) {
        coop_launch *launch =
            launch_deeper(device, depth, i, i - 1, &(struct coop_launch_options){.after = {before}});
        coop_launch_destroy(before);
        before = launch;
    }
    device_finish(device, before, NULL);
    TEST_EQUAL(device_read_u32(device, depth, 200 * WIDTH), 200);
    TEST_EQUAL(device_read_u32(device, depth, 200 * WIDTH + WIDTH - 1), 200);
    coop_buffer_destroy(depth);
}

TEST(a_waiting_launch_keeps_nobody_behind_it_waiting)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);
    coop_buffer *depth = make_depths(device, 4);
    coop_launch *gated = launch_gated(device, words);
    coop_launch *behind =
        launch_deeper(device, depth, 1, 0, &(struct coop_launch_options){.after = {gated}, .priority = 9});

    if (device->workers > 1) {
        device_finish(device, launch_deeper(device, depth, 2, 0, &(struct coop_launch_options){0}), NULL);
        TEST_EQUAL(device_read_u32(device, depth, WIDTH), 0);
    }
    device_write_u32(device, words, 0, 1);
    device_finish(device, behind, NULL);
    coop_launch_destroy(gated);
    coop_buffer_destroy(words);
    coop_buffer_destroy(depth);
}

TEST(cooperative_kernels_come_after_others_too)
{
    struct device *device = open_device();
    coop_buffer *depth = make_depths(device, 62);
    coop_launch *before = NULL;

    for (uint32_t i = 1; i <= 60; i++) {
        struct deepen_together_args args = {
            .depth = coop_buffer_address(depth), .width = WIDTH, .me = i, .first = i - 1};
        struct coop_launch_options options = {.after = {before}, .timeout_ns = WAIT_NS};
        coop_launch *launch = NULL;
        if (i % 3 == 0) {
            launch = launch_deeper(device, depth, i, i - 1, &options);
        } else {
            OK(device, deepen_together_launch(device->run, &args, &options, &launch));
        }
        coop_launch_destroy(before);
        before = launch;
    }
    device_finish(device, before, NULL);
    TEST_EQUAL(device_read_u32(device, depth, 60 * WIDTH), 60);
    TEST_EQUAL(device_read_u32(device, depth, 60 * WIDTH + WIDTH - 1), 60);
    coop_buffer_destroy(depth);
}

static atomic_uint told;
static uint32_t order[64];

static void note_end(void *user, coop_status outcome, const struct coop_launch_stats *stats)
{
    (void)stats;
    TEST_EQUAL(outcome, COOP_OK);
    order[told % 64] = (uint32_t)(uintptr_t)user;
    told++;
}

TEST(h6_functions_are_called_in_the_order_of_launches_that_come_after_each_other)
{
    struct device *device = open_device();
    coop_buffer *depth = make_depths(device, 64);
    coop_launch *before = NULL;

    told = 0;
    for (uint32_t i = 1; i <= 50; i++) {
        coop_launch *launch =
            launch_deeper(device, depth, i, i - 1, &(struct coop_launch_options){.after = {before}});
        OK(device, coop_launch_on_end(launch, note_end, (void *)(uintptr_t)i));
        coop_launch_destroy(before);
        before = launch;
    }
    for (unsigned i = 0; i < WAIT_NS / 1000000 && told < 50; i++) {
        device_sleep_ms(1);
    }
    TEST_EQUAL(told, 50);
    for (uint32_t i = 0; i < 50; i++) {
        TEST_EQUAL(order[i], i + 1);
    }
    coop_launch_destroy(before);
    coop_buffer_destroy(depth);
}

TEST(what_cannot_come_before_a_launch_is_refused)
{
    struct device *device = open_device();
    coop_buffer *depth = make_depths(device, 4);
    struct deepen_args args = {.depth = coop_buffer_address(depth), .width = WIDTH, .me = 1};
    struct coop_ndrange range = {.global_items = {WIDTH}};
    coop_launch *gone = launch_deeper(device, depth, 1, 0, &(struct coop_launch_options){0});
    struct coop_launch_options options = {.after = {NULL, NULL, NULL, gone}};
    coop_launch *other;
    coop_launch *launch = gone;

    /* A cycle has no words: there is no handle before the launch, and an old one names nothing. */
    device_finish(device, gone, NULL);
    REFUSED(device, deepen_launch(device->run, &args, &range, &options, &launch), COOP_INVALID_HANDLE,
            "after[3] is no live launch");
    TEST_TRUE(launch == NULL);
    other = launch_deeper(device, depth, 1, 0, &(struct coop_launch_options){0});
    OK(device, coop_launch_wait(other, WAIT_NS, NULL));
    device_stop(device);
    open_device();
    options.after[3] = NULL;
    options.after[31] = other;
    REFUSED(device, deepen_launch(device->run, &args, &range, &options, &launch), COOP_INVALID_ARGUMENT,
            "after[31] is a launch of another run");
    coop_launch_destroy(other);
    coop_buffer_destroy(depth);
}

/* C7: the failure is of the launch before, whose work-groups end all the same. */
TEST(a_failed_launch_fails_those_that_come_after_it_with_its_name)
{
    struct device *device = open_device();
    coop_buffer *ways = device_buffer(device, 4 * device->local_items);
    coop_buffer *depth = make_depths(device, 4);
    struct part_args args = {coop_buffer_address(ways)};
    struct coop_ndrange range = {.global_items = {device->local_items}};
    coop_buffer *words = device_buffer(device, 1024);
    coop_launch *failing = NULL;
    coop_launch *gated;
    coop_launch *next;
    coop_launch *last;
    struct coop_launch_stats stats;

    if (device->local_items == 1) {
        TEST_NOTE("one work-item cannot diverge");
        return;
    }
    device_write_u32(device, ways, 0, 1);
    gated = launch_gated(device, words); /* nothing fails before all are posted */
    OK(device,
       part_launch(device->run, &args, &range, &(struct coop_launch_options){.after = {gated}}, &failing));
    next = launch_deeper(device, depth, 1, 0, &(struct coop_launch_options){.after = {failing}});
    last = launch_deeper(device, depth, 2, 1, &(struct coop_launch_options){.after = {next}});
    device_write_u32(device, words, 0, 1);
    REFUSED(device, coop_launch_wait(next, WAIT_NS, &stats), COOP_KERNEL_FAILED,
            "has not started: it comes after kernel part (launch ");
    REFUSED(device, coop_launch_wait(next, WAIT_NS, &stats), COOP_KERNEL_FAILED, "went different ways");
    TEST_EQUAL(stats.groups_at_start, 0);
    REFUSED(device, coop_launch_wait(last, WAIT_NS, NULL), COOP_KERNEL_FAILED,
            "it comes after kernel deepen (launch ");
    coop_launch_destroy(gated);
    coop_launch_destroy(last);
    TEST_EQUAL(device_read_u32(device, depth, WIDTH), 0);
    coop_launch_destroy(failing);
    coop_launch_destroy(next);
    device_stop(device);
    open_device();
    coop_buffer_destroy(ways);
    coop_buffer_destroy(words);
    coop_buffer_destroy(depth);
}

TEST(a_stop_ends_what_waits_for_others)
{
    struct device *device = open_device();
    coop_buffer *depth = make_depths(device, 4);
    struct endless_args none = {0};
    coop_launch *endless = NULL;
    coop_launch *next;

    OK(device, endless_launch(device->run, &none, NULL, &endless));
    next = launch_deeper(device, depth, 1, 0, &(struct coop_launch_options){.after = {endless}});
    OK(device, coop_run_stop(device->run, WAIT_NS));
    REFUSED(device, coop_launch_wait(next, WAIT_NS, NULL), COOP_STOPPED,
            "has not started: it comes after kernel endless (launch ");
    TEST_EQUAL(device_read_u32(device, depth, WIDTH), 0);
    coop_launch_destroy(endless);
    coop_launch_destroy(next);
    coop_buffer_destroy(depth);
}

TEST(the_description_says_what_a_launch_comes_after)
{
    static char text[65536];
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);
    coop_buffer *depth = make_depths(device, 4);
    coop_launch *gated = launch_gated(device, words);
    coop_launch *next = launch_deeper(device, depth, 1, 0, &(struct coop_launch_options){.after = {gated}});

    text[0] = '\0';
    for (unsigned i = 0; i < 60000 && strstr(text, "comes after launch ") == NULL; i++) {
        OK(device, coop_run_describe(device->run, text, sizeof text));
        device_sleep_ms(1);
    }
    TEST_CONTAINS(text, ", kernel hold, which has not ended");
    device_write_u32(device, words, 0, 1);
    device_finish(device, next, NULL);
    coop_launch_destroy(gated);
    coop_buffer_destroy(words);
    coop_buffer_destroy(depth);
}

/* A launch of the graph. */
struct node {
    coop_launch *launch;
    uint32_t from[3];
    uint32_t depth;
};

/* Random launches, each after up to three of the latest ones, which hand on their depths in plain memory. */
TEST(random_launches_end_in_the_order_of_their_graph)
{
    struct device *device = open_device();
    uint32_t count = (uint32_t)test_option("launches", 500);
    uint64_t random = test_seed();
    struct node *nodes = calloc(count + 1, sizeof *nodes);
    coop_buffer *depth = make_depths(device, count + 1);
    uint32_t *found = malloc((size_t)(count + 1) * WIDTH * 4);

    for (uint32_t i = 1; i <= count; i++) {
        struct coop_ndrange range = {.global_items = {WIDTH}};
        struct coop_launch_options options = {.groups =
                                                  1 + (uint32_t)test_random_below(&random, device->workers),
                                              .priority = (uint32_t)test_random_below(&random, 3),
                                              .timeout_ns = WAIT_NS};
        struct deepen_args args = {.depth = coop_buffer_address(depth), .width = WIDTH, .me = i};
        for (unsigned k = 0; k < 3; k++) {
            uint64_t back = 1 + test_random_below(&random, 40);
            uint32_t from = back < i ? i - (uint32_t)back : 0;
            nodes[i].from[k] = from;
            nodes[i].depth = nodes[from].depth >= nodes[i].depth ? nodes[from].depth + 1 : nodes[i].depth;
            options.after[k] = nodes[from].launch; /* NULL of the first one */
        }
        nodes[i].depth = nodes[i].depth > 0 ? nodes[i].depth : 1;
        args.first = nodes[i].from[0];
        args.second = nodes[i].from[1];
        args.third = nodes[i].from[2];
        if (!OK(device, deepen_launch(device->run, &args, &range, &options, &nodes[i].launch))) {
            break;
        }
        if (i > 40) { /* some that nobody names any more, ended or not */
            coop_launch_destroy(nodes[i - 40].launch);
            nodes[i - 40].launch = NULL;
        }
    }
    for (uint32_t i = 1; i <= count; i++) {
        if (nodes[i].launch != NULL) {
            device_finish(device, nodes[i].launch, NULL);
        }
    }
    OK(device, coop_buffer_read(depth, 0, found, (uint64_t)(count + 1) * WIDTH * 4));
    for (uint32_t i = 1; i <= count; i++) {
        if (found[(size_t)i * WIDTH] != nodes[i].depth ||
            found[(size_t)i * WIDTH + WIDTH - 1] != nodes[i].depth) {
            TEST_FAIL("launch %u has %u, wanted %u", i, found[(size_t)i * WIDTH], nodes[i].depth);
            break;
        }
    }
    free(found);
    free(nodes);
    coop_buffer_destroy(depth);
}
