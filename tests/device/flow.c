/* Flow graphs on the device: each number is run once, while work-groups end and begin; blocks of the smallest
 * sizes; and what is wrong with a graph or an item is said in a message. `seed=` repeats, `tasks=` sizes a
 * run, `launches=` repeats it. K2, K4, K6, K7 and K10 of shared/channel.h. */
#include "device.h"
#include "flow_items.h"
#include "kernels.h"
#include "kernels_text.h"
#include "traced_runs.h"
#include "traffic.h"

#include <coop/channel.h>
#include <coop/trace_stat.h>
#include <stdlib.h>
#include <string.h>

enum { CHANNELS = 4, EDGES = 4 };

struct world {
    struct device *device;
    struct coop_channel_options channels[CHANNELS];
    struct coop_edge edges[EDGES];
    struct coop_flow_options options;
    uint32_t groups; /* of the launch; 0: all */
    coop_buffer *graph;
    coop_buffer *bits;
    coop_buffer *twice;
    coop_buffer *done;
    uint32_t numbers;
    uint64_t random;
};

enum kernel { FLOWING, BY_GROUP, IN_ROUNDS, AWAY, PARTLY, TO_THE_LAST, IN_ROUNDS_TO_THE_LAST };

/* What a claim is about, and what of it has happened in all its launches. */
struct shape {
    enum kernel kernel;
    uint32_t block_items; /* of all channels; 0: each its own */
    int has_traffic;      /* kills and forks, without which the claim says nothing */
    int has_suspensions;  /* the last work-group is killed, too */
    int by_group;
    enum coop_flow_policy policy;
    uint32_t node_blocks; /* for 60000 numbers; 0: the default */
};

struct happened {
    uint64_t kills;
    uint64_t changes; /* kills and forks */
    uint64_t chained;
    uint64_t refusals;
    uint64_t suspensions;
};

/* A device that is done before anything happens gets more to do, up to a bound. */
enum { NUMBERS = 60000, NUMBERS_MAX = 8 * NUMBERS, MORE_LAUNCHES = 60 };

static const struct coop_channel_options channels[CHANNELS] = {
    {.item_bytes = sizeof(struct document), .keeps = 1, .first_items = 64, .name = "document"},
    {.item_bytes = sizeof(struct token), .name = "token"},
    {.item_bytes = sizeof(struct node), .levels = 40, .first_items = 4, .name = "node"},
    {.item_bytes = sizeof(struct faulty), .first_items = 1, .name = "faulty"}};
static const struct coop_edge edges[EDGES] = {{coop_channel_document, coop_channel_token, EMITTED_MAX},
                                              {coop_channel_node, coop_channel_node, 2},
                                              {coop_channel_faulty, coop_channel_token, 1},
                                              {coop_channel_faulty, coop_channel_faulty, 1}};

/* `block_items` of all channels; 0: each its own. */
static struct world *make_world(uint32_t block_items)
{
    struct world *world = calloc(1, sizeof *world);

    world->device = device_open(kernels_module_text, kernels_module_bytes);
    world->numbers = (uint32_t)test_option("tasks", NUMBERS);
    world->random = test_seed();
    memcpy(world->channels, channels, sizeof channels);
    memcpy(world->edges, edges, sizeof edges);
    for (uint32_t i = 0; i < CHANNELS; i++) {
        world->channels[i].block_items = block_items;
    }
    world->channels[3].levels = 1;
    world->options = (struct coop_flow_options){.groups = world->device->workers,
                                                .channels = world->channels,
                                                .channel_count = CHANNELS,
                                                .edges = world->edges,
                                                .edge_count = EDGES};
    return world;
}

static void prepare(struct world *world)
{
    uint64_t bytes = coop_flow_bytes(&world->options);

    TEST_AT_LEAST(bytes, 1);
    world->graph = device_buffer(world->device, bytes);
    world->bits = device_buffer(world->device, ((uint64_t)world->numbers + 31) / 32 * 4);
    world->twice = device_buffer(world->device, 4);
    world->done = device_buffer(world->device, 8);
    OK(world->device, coop_flow_init(world->graph, 0, &world->options));
    OK(world->device, coop_buffer_fill(world->bits, 0, 0, coop_buffer_bytes(world->bits)));
    OK(world->device, coop_buffer_fill(world->twice, 0, 0, 4));
    OK(world->device, coop_buffer_fill(world->done, 0, 0, 8));
}

static void clear(struct world *world)
{
    coop_buffer_destroy(world->graph);
    coop_buffer_destroy(world->bits);
    coop_buffer_destroy(world->twice);
    coop_buffer_destroy(world->done);
    free(world);
}

/* Half of the numbers by documents, in two calls, the others by nodes. */
static void push_numbers(struct world *world, int has_nodes)
{
    struct document documents[64];
    uint32_t half = has_nodes ? world->numbers / 2 : world->numbers;
    struct node root = {half, world->numbers - half, (uint32_t)world->random};

    for (uint32_t i = 0; i < 64; i++) {
        documents[i].first = (uint32_t)((uint64_t)half * i / 64);
        documents[i].count = (uint32_t)((uint64_t)half * (i + 1) / 64) - documents[i].first;
    }
    OK(world->device,
       coop_flow_push(world->graph, 0, coop_channel_document, documents, sizeof documents[0], 13));
    OK(world->device,
       coop_flow_push(world->graph, 0, coop_channel_document, documents + 13, sizeof documents[0], 51));
    if (has_nodes) {
        OK(world->device, coop_flow_push(world->graph, 0, coop_channel_node, &root, sizeof root, 1));
    }
}

static coop_launch *launch(struct world *world, enum kernel kernel)
{
    coop_run *run = world->device->run;
    uint64_t graph = coop_buffer_address(world->graph);
    uint64_t bits = coop_buffer_address(world->bits);
    uint64_t twice = coop_buffer_address(world->twice);
    struct flowing_args flowing = {graph, bits, twice};
    struct flowing_by_group_args by_group = {graph, bits, twice};
    struct flowing_in_rounds_args in_rounds = {graph, bits, twice, coop_buffer_address(world->done)};
    struct flowing_away_args away = {graph, bits, twice};
    struct flowing_partly_args partly = {graph, bits, twice};
    struct flowing_to_the_last_args last = {graph, bits, twice};
    struct flowing_in_rounds_to_the_last_args last_in_rounds = {graph, bits, twice,
                                                                coop_buffer_address(world->done)};
    const struct coop_launch_options options = {.groups = world->groups};
    coop_launch *launch = NULL;

    switch (kernel) {
    case FLOWING:
        OK(world->device, flowing_launch(run, &flowing, &options, &launch));
        break;
    case BY_GROUP:
        OK(world->device, flowing_by_group_launch(run, &by_group, NULL, &launch));
        break;
    case IN_ROUNDS:
        OK(world->device, flowing_in_rounds_launch(run, &in_rounds, NULL, &launch));
        break;
    case AWAY:
        OK(world->device, flowing_away_launch(run, &away, NULL, &launch));
        break;
    case PARTLY:
        OK(world->device, flowing_partly_launch(run, &partly, NULL, &launch));
        break;
    case TO_THE_LAST:
        OK(world->device, flowing_to_the_last_launch(run, &last, NULL, &launch));
        break;
    case IN_ROUNDS_TO_THE_LAST:
        OK(world->device, flowing_in_rounds_to_the_last_launch(run, &last_in_rounds, NULL, &launch));
        break;
    }
    return launch;
}

static void check_bits(struct world *world)
{
    uint32_t words = (world->numbers + 31) / 32;
    uint32_t *seen = malloc((size_t)words * 4);

    OK(world->device, coop_buffer_read(world->bits, 0, seen, (uint64_t)words * 4));
    TEST_EQUAL(device_read_u32(world->device, world->twice, 0), 0);
    for (uint32_t i = 0; i < words && test_failures() == 0; i++) {
        uint32_t left = world->numbers - i * 32;
        TEST_EQUAL(seen[i], left >= 32 ? UINT32_MAX : (UINT32_C(1) << left) - 1);
    }
    free(seen);
}

static void check(struct world *world, const struct coop_launch_stats *stats, struct happened *happened)
{
    uint64_t kills = (uint64_t)stats->kills + stats->barrier_kills;
    uint64_t forks = (uint64_t)stats->forks + stats->barrier_forks;
    struct coop_flow_counts counts;
    uint64_t outstanding = 1;

    OK(world->device, coop_flow_report(world->graph, 0, UINT32_MAX, &counts, &outstanding));
    TEST_EQUAL_U64(outstanding, 0);
    TEST_EQUAL_U64(counts.run, counts.pushed + counts.emitted + counts.kept);
    happened->suspensions += stats->suspensions;
    TEST_NOTE("%llu killed, %llu forked, %llu items in %llu batches, %llu blocks shared, %llu chained, %llu "
              "refused",
              (unsigned long long)kills, (unsigned long long)forks, (unsigned long long)counts.run,
              (unsigned long long)counts.batches, (unsigned long long)counts.shared,
              (unsigned long long)counts.chained, (unsigned long long)counts.refusals);
    happened->kills += kills;
    happened->changes += kills + forks;
    happened->chained += counts.chained;
    happened->refusals += counts.refusals;
    for (uint32_t tag = 1; tag <= CHANNELS; tag++) {
        OK(world->device, coop_flow_report(world->graph, 0, tag, &counts, NULL));
        TEST_EQUAL_U64(counts.run, counts.pushed + counts.emitted + counts.kept);
        TEST_AT_LEAST(counts.blocks_most, counts.run > 0);
        TEST_AT_MOST(counts.blocks_most, counts.blocks);
        /* K7: nobody has kept a block, but for the spares. */
        TEST_EQUAL_U64(counts.blocks_free,
                       counts.blocks - (world->channels[tag - 1].keeps ? world->options.groups : 0));
    }
    check_bits(world);
}

static void conserve_once(const struct shape *shape, uint32_t numbers, struct happened *happened)
{
    struct world *world = make_world(shape->block_items);
    struct coop_launch_stats stats = {0};
    coop_launch *posted;

    world->numbers = numbers;
    world->channels[0].by_group = shape->by_group;
    world->channels[2].blocks = shape->node_blocks * ((numbers + NUMBERS - 1) / NUMBERS);
    world->options.policy = shape->policy;
    prepare(world);
    push_numbers(world, shape->kernel != BY_GROUP);
    posted = launch(world, shape->kernel);
    if (shape->has_traffic && posted != NULL) {
        traffic_until_end(world->device, posted, &world->random,
                          shape->has_suspensions ? world->device->workers : 0);
    }
    device_finish(world->device, posted, &stats);
    check(world, &stats, happened);
    clear(world);
}

/* `changes=` asks for so many kills and forks. */
static int has_happened(const struct shape *shape, const struct happened *happened)
{
    return happened->kills > 0 && happened->chained > 0 &&
           (happened->suspensions > 0) >= shape->has_suspensions &&
           happened->changes >= test_option("changes", 1);
}

static void conserve(struct shape shape)
{
    uint64_t launches = test_option("launches", 1);
    uint64_t most = launches * 4 + MORE_LAUNCHES;
    uint32_t numbers = (uint32_t)test_option("tasks", NUMBERS);
    struct happened happened = {0};

    for (uint64_t i = 0; i < most && test_failures() == 0; i++) {
        if (i >= launches && (!shape.has_traffic || has_happened(&shape, &happened))) {
            break;
        }
        conserve_once(&shape, numbers, &happened);
        if (i + 1 >= launches && numbers <= NUMBERS_MAX / 2) {
            numbers *= 2;
        }
    }
    if (shape.has_traffic) {
        TEST_AT_LEAST(happened.kills, 1);
        TEST_AT_LEAST(happened.chained, 1);
        TEST_AT_LEAST(happened.changes, test_option("changes", 1));
        TEST_AT_LEAST(happened.suspensions, shape.has_suspensions);
    }
}

TEST(each_item_is_run_once)
{
    conserve((struct shape){.kernel = FLOWING});
}

TEST(each_item_is_run_once_under_kills_and_forks)
{
    conserve((struct shape){.kernel = FLOWING, .has_traffic = 1});
}

TEST(small_blocks_lose_nothing_under_kills_and_forks)
{
    conserve((struct shape){.kernel = FLOWING, .block_items = 4, .has_traffic = 1});
}

TEST(blocks_of_one_item_lose_nothing)
{
    conserve((struct shape){.kernel = FLOWING, .block_items = 1, .has_traffic = 1});
}

TEST(items_by_group_with_barriers_are_run_once)
{
    conserve((struct shape){.kernel = BY_GROUP, .block_items = 16, .by_group = 1, .has_traffic = 1});
}

TEST(resizing_barriers_lose_nothing)
{
    conserve((struct shape){.kernel = IN_ROUNDS, .block_items = 16, .has_traffic = 1});
}

/* While nobody runs the graph, all items are in rings and chains (K7). */
TEST(a_graph_whose_last_work_group_is_killed_loses_nothing)
{
    conserve(
        (struct shape){.kernel = TO_THE_LAST, .block_items = 16, .has_traffic = 1, .has_suspensions = 1});
}

TEST(a_graph_that_is_suspended_at_a_barrier_loses_nothing)
{
    conserve((struct shape){
        .kernel = IN_ROUNDS_TO_THE_LAST, .block_items = 16, .has_traffic = 1, .has_suspensions = 1});
}

TEST(work_groups_that_leave_lose_nothing)
{
    conserve((struct shape){.kernel = AWAY, .block_items = 16});
}

TEST(every_policy_runs_each_item_once)
{
    for (int policy = COOP_FLOW_SINKS_FIRST; policy <= COOP_FLOW_OLDEST_FIRST; policy++) {
        conserve((struct shape){.kernel = FLOWING,
                                .block_items = 64,
                                .policy = (enum coop_flow_policy)policy,
                                .node_blocks = 4000, /* breadth first */
                                .has_traffic = 1});
    }
}

/* Items from which producers fill the few blocks of the channels behind them. */
static void crowd_once(uint32_t numbers, struct happened *happened)
{
    struct world *world = make_world(8);
    struct coop_launch_stats stats = {0};

    world->numbers = numbers;
    world->channels[0].blocks = world->options.groups + 9;
    world->channels[1].blocks = world->options.groups + 2;
    world->channels[2].levels = 0;
    world->edges[1] = (struct coop_edge){coop_channel_node, coop_channel_token, 1};
    prepare(world);
    push_numbers(world, 0);
    device_finish(world->device, launch(world, FLOWING), &stats);
    check(world, &stats, happened);
    clear(world);
}

/* ---- the trace ---- */

/* What the trace says of each channel is what the graph counts. */
static void compare_with_report(struct world *world, const struct coop_trace *trace)
{
    struct coop_flow_counts counts;
    struct coop_trace_stat stat;

    TEST_EQUAL(coop_trace_stat_init(&stat, trace, 1), COOP_OK);
    TEST_EQUAL(stat.channel_count, CHANNELS);
    for (uint32_t i = 0; i < CHANNELS && stat.channel_count == CHANNELS; i++) {
        const struct coop_trace_channel_stat *seen = &stat.channels[i];
        OK(world->device, coop_flow_report(world->graph, 0, i + 1, &counts, NULL));
        TEST_CONTAINS(seen->name, world->channels[i].name);
        TEST_EQUAL_U64(seen->pushed, counts.pushed);
        TEST_EQUAL_U64(seen->emitted, counts.emitted);
        TEST_EQUAL_U64(seen->kept, counts.kept);
        TEST_EQUAL_U64(seen->items, counts.run);
        TEST_EQUAL_U64(seen->batches, counts.batches);
        TEST_EQUAL_U64(seen->shared, counts.shared);
        TEST_EQUAL_U64(seen->taken, counts.taken);
        TEST_AT_LEAST(seen->lanes, seen->items);
        TEST_AT_MOST(seen->waits, counts.refusals);
    }
    coop_trace_stat_clear(&stat);
}

/* A trace with one event changed: the first of its kind. */
static void expect_violation(const struct coop_trace *trace, unsigned kind, uint32_t value, uint64_t word)
{
    struct coop_trace_verdict verdict;

    for (size_t i = 0; i < trace->event_count; i++) {
        struct coop_trace_event *event = &trace->events[i];
        struct coop_trace_event right = *event;
        if (event->kind == kind) {
            event->value += value;
            event->word += word;
            TEST_EQUAL(coop_trace_check(trace, &verdict), COOP_OK);
            TEST_EQUAL(verdict.is_violated, 1);
            TEST_CONTAINS(verdict.rule, "K2");
            *event = right;
            return;
        }
    }
    TEST_FAIL("the trace has no event of kind %u", kind);
}

static void check_trace(struct world *world)
{
    struct coop_trace trace;
    struct coop_trace_verdict verdict;
    struct coop_flow_counts counts;

    OK(world->device, coop_run_stop(world->device->run, WAIT_NS));
    if (!OK(world->device, coop_trace_take(world->device->run, &trace))) {
        return;
    }
    TEST_EQUAL_U64(trace.events_lost, trace.barrier_events_lost);
    verdict = trace_checked(&trace);
    TEST_EQUAL_U64(verdict.flow_graphs, 1);
    TEST_EQUAL_U64(verdict.channels, CHANNELS);
    OK(world->device, coop_flow_report(world->graph, 0, UINT32_MAX, &counts, NULL));
    TEST_EQUAL_U64(verdict.items, counts.run);
    compare_with_report(world, &trace);
    expect_violation(&trace, COOP_TRACE_FLOW_BATCH, 1, 0);            /* one more item is run */
    expect_violation(&trace, COOP_TRACE_FLOW_BATCH, 1u << 16, 0);     /* one more is kept */
    expect_violation(&trace, COOP_TRACE_FLOW_BATCH, 0, 1);            /* another channel's batch */
    expect_violation(&trace, COOP_TRACE_FLOW_EMITTED, UINT32_MAX, 0); /* one less is emitted */
    expect_violation(&trace, COOP_TRACE_FLOW_CHANNEL, 0, 1u << 24);   /* one more was pushed */
    expect_violation(&trace, COOP_TRACE_FLOW_CHANNEL, 0, 1);          /* in one more block */
    expect_violation(&trace, COOP_TRACE_FLOW_SHARED, 0, 1ul << 40);   /* another block is shared */
    expect_violation(&trace, COOP_TRACE_FLOW_TAKEN, 0, 1);            /* one of another channel is taken */
    expect_violation(&trace, COOP_TRACE_FLOW_CHAIN_GIVEN, 0, 1ul << 24);
    expect_violation(&trace, COOP_TRACE_FLOW_CHAIN_TAKEN, 0, 1ul << 24);
    coop_trace_clear(&trace);
}

/* A world whose run traces its flow graph. */
static struct world *make_traced_world(void)
{
    struct world *world = make_world(16);
    struct device *device = world->device;
    const struct coop_run_options options = {.worker_groups = device->workers,
                                             .local_items = device->local_items,
                                             .trace_events = 1u << 19,
                                             .trace_flow = 1};

    device_stop(device);
    OK(device, coop_run_start(device->module, &options, &device->run));
    return world;
}

static int has_all(const struct coop_flow_counts *counts)
{
    return counts->chained > 0 && counts->shared > 0 && counts->taken > 0;
}

/* K2 by the trace: of each channel the items, and the blocks that change hands. A launch in which no kill has
 * left a chain, or no block went through a ring, is repeated with more to do. */
TEST(the_trace_adds_up_under_kills_and_forks)
{
    struct coop_flow_counts counts = {0};

    for (uint32_t numbers = NUMBERS / 2; !has_all(&counts) && test_failures() == 0; numbers *= 2) {
        struct world *world = make_traced_world();
        coop_launch *posted;
        world->numbers = numbers;
        prepare(world);
        push_numbers(world, 1);
        posted = launch(world, FLOWING);
        if (posted != NULL) {
            traffic_until_end(world->device, posted, &world->random, 0);
        }
        device_finish(world->device, posted, NULL);
        check_bits(world);
        OK(world->device, coop_flow_report(world->graph, 0, UINT32_MAX, &counts, NULL));
        if (has_all(&counts)) {
            check_trace(world);
        } else if (numbers > NUMBERS_MAX) {
            TEST_FAIL("no kill has left a chain, or no block went through a ring");
        }
        clear(world);
    }
}

/* Producers wait for room while consumers run. One work-group alone never does: so it is tried until several
 * have been at it together. */
TEST(few_blocks_delay_producers_and_lose_nothing)
{
    uint32_t numbers = (uint32_t)test_option("tasks", NUMBERS);
    struct happened happened = {0};

    for (int i = 0; i < 4 * MORE_LAUNCHES && happened.refusals == 0 && test_failures() == 0; i++) {
        crowd_once(numbers, &happened);
        numbers *= numbers <= NUMBERS_MAX / 2 ? 2 : 1;
    }
    TEST_AT_LEAST(happened.refusals, 1);
}

/* The launch fails with this message, and another run works. */
static void expect_failure(struct world *world, enum kernel kernel, const char *words)
{
    coop_launch *posted = launch(world, kernel);

    if (posted != NULL) {
        REFUSED(world->device, coop_launch_wait(posted, WAIT_NS, NULL), COOP_KERNEL_FAILED, words);
        TEST_CONTAINS(coop_last_error()->message, "_kernels.cl:"); /* the place, also before the first step */
        TEST_TRUE(strstr(coop_last_error()->message, "kernel ?") == NULL);
    }
    coop_launch_destroy(posted);
    device_stop(world->device);
    clear(world);
    conserve((struct shape){.kernel = FLOWING});
}

static void faulty_item(enum flow_fault_wanted what, int keeps, const char *words)
{
    struct world *world = make_world(0);
    struct faulty item = {what};

    world->channels[3].keeps = keeps;
    prepare(world);
    OK(world->device, coop_flow_push(world->graph, 0, coop_channel_faulty, &item, sizeof item, 1));
    expect_failure(world, FLOWING, words);
}

/* Deadline and watchdog say of which channel the items are that the work-group runs. It is alone, because the
 * rounds of others, which look for items, are progress. */
TEST(a_function_that_does_not_end_is_named_in_the_dump)
{
    struct world *world = make_world(0);
    struct device *device = world->device;
    const struct coop_run_options options = {.worker_groups = device->workers,
                                             .local_items = device->local_items,
                                             .stall_after_ns = UINT64_C(100000000)};
    const struct faulty items[] = {{WANTS_NO_END}, {WANTS_NOTHING}};
    coop_launch *posted;

    device_stop(device);
    OK(device, coop_run_start(device->module, &options, &device->run));
    prepare(world);
    world->groups = 1;
    OK(device, coop_flow_push(world->graph, 0, coop_channel_faulty, items, sizeof items[0], 2));
    posted = launch(world, FLOWING);
    TEST_TRUE(device_await_u32(device, world->bits, 0, 1));
    TEST_EQUAL(coop_launch_wait(posted, 1000000, NULL), COOP_TIMED_OUT);
    TEST_CONTAINS(coop_last_error()->details, ", with 2 items of channel faulty");
    REFUSED(device, coop_launch_wait(posted, WAIT_NS, NULL), COOP_STALLED,
            ", with 2 items of channel faulty");
    TEST_CONTAINS(coop_last_error()->details, ", with 2 items of channel faulty");
    coop_launch_destroy(posted);
    device_stop(device);
    clear(world);
}

TEST(an_item_that_emits_more_than_it_may_is_a_failure)
{
    faulty_item(WANTS_MORE, 0,
                "the edge from channel faulty to channel token declares 1, and a batch of 1 items of level 0 "
                "needed more");
}

TEST(an_emission_without_an_edge_is_a_failure)
{
    faulty_item(WANTS_NO_EDGE, 0, "there is no edge from channel faulty to channel document");
}

/* The kernel names five channels, the graph has four. */
TEST(an_emission_into_a_channel_that_the_graph_lacks_is_a_failure)
{
    faulty_item(WANTS_NO_CHANNEL, 0, "there is no edge from channel faulty to channel 5");
}

TEST(keeping_in_a_channel_that_keeps_none_is_a_failure)
{
    faulty_item(WANTS_TO_KEEP, 0,
                "channel faulty: an item was kept there that is not of the batch's channel");
}

TEST(keeping_twice_is_a_failure)
{
    faulty_item(WANTS_TO_KEEP_TWICE, 1, "channel faulty: an item was kept more than once");
}

TEST(a_channel_that_the_kernel_does_not_run_is_a_failure)
{
    struct world *world = make_world(0);

    prepare(world);
    push_numbers(world, 0);
    expect_failure(world, PARTLY, "channel document: coop_flow_run does not name it");
}

/* K10: a tree whose breadth finds no room ends the launch with the figures. */
TEST(a_full_graph_is_a_failure)
{
    struct world *world = make_world(4);

    world->channels[2].levels = 2;
    world->channels[2].blocks = 3;
    prepare(world);
    push_numbers(world, 1);
    expect_failure(world, FLOWING, "channel node has 3 blocks, 0 of them free");
}

/* K10: oldest first all whole blocks go through the ring, and blocks of one item are always whole. */
static void fill_oldest_first(uint32_t groups)
{
    struct world *world = make_world(1);

    world->numbers = 20000;
    world->groups = groups;
    world->channels[2].blocks = 40;
    world->options.policy = COOP_FLOW_OLDEST_FIRST;
    prepare(world);
    push_numbers(world, 1);
    expect_failure(world, FLOWING, "unless the oldest are first: then all items that wait want room");
}

TEST(a_full_graph_with_the_oldest_first_is_a_failure_of_one_work_group)
{
    fill_oldest_first(1);
}

TEST(a_full_graph_with_the_oldest_first_is_a_failure_of_two_work_groups)
{
    fill_oldest_first(2);
}

TEST(memory_that_is_no_flow_graph_is_a_failure)
{
    struct world *world = make_world(0);

    prepare(world);
    OK(world->device, coop_buffer_fill(world->graph, 0, 0, 128));
    expect_failure(world, FLOWING, "there is none at that address");
}

TEST(a_graph_for_fewer_work_groups_is_a_failure)
{
    struct world *world = make_world(0);

    world->options.groups = 1;
    prepare(world);
    expect_failure(world, FLOWING, "this one was made for 1 work-groups");
}

TEST(more_levels_than_the_module_has_lists_are_a_failure)
{
    struct world *world = make_world(0);

    world->channels[0].levels = 200;
    world->channels[2].levels = 200;
    prepare(world);
    expect_failure(world, FLOWING, "build the module with -DCOOP_FLOW_LISTS=416");
}

TEST(a_graph_with_closures_wants_a_module_with_some)
{
    struct world *world = make_world(0);

    world->options.closure_bytes = 16;
    prepare(world);
    expect_failure(world, FLOWING, "build the module with -DCOOP_FLOW_CLOSURES=1024");
}

TEST(items_of_other_bytes_are_a_failure)
{
    struct world *world = make_world(0);
    struct node items[1] = {{0, 1, 0}};

    world->channels[0].item_bytes = sizeof items[0];
    prepare(world);
    OK(world->device, coop_flow_push(world->graph, 0, coop_channel_document, items, sizeof items[0], 1));
    expect_failure(world, FLOWING, "the items of channel 1 have other bytes");
}

/* Bytes of items that are there, for a count that is refused before any is read. */
static void refuse_push(struct world *world, const struct document *documents, uint64_t count)
{
    REFUSED(world->device,
            coop_flow_push(world->graph, 0, coop_channel_document, documents, sizeof documents[0], count),
            COOP_OUT_OF_MEMORY, "first_items");
}

/* What is refused leaves nothing behind: neither items in the block that has room nor their count. */
TEST(a_refused_push_changes_nothing)
{
    static const uint64_t too_many[] = {4, UINT64_MAX / 2, UINT64_MAX - 1, UINT64_MAX};
    struct world *world = make_world(0);
    struct document documents[4] = {{0, 1}, {1, 1}, {2, 1}, {3, 1}};
    struct coop_flow_counts counts;
    uint64_t outstanding = 0;

    world->numbers = 1;
    world->channels[0].blocks = world->options.groups + 2;
    world->channels[0].block_items = 2;
    world->edges[0].most = 1;
    prepare(world);
    OK(world->device,
       coop_flow_push(world->graph, 0, coop_channel_document, documents, sizeof documents[0], 1));
    for (uint32_t i = 0; i < sizeof too_many / sizeof too_many[0]; i++) {
        refuse_push(world, documents, too_many[i]);
    }
    OK(world->device, coop_flow_report(world->graph, 0, coop_channel_document, &counts, &outstanding));
    TEST_EQUAL_U64(outstanding, 1);
    TEST_EQUAL_U64(counts.pushed, 1);
    device_finish(world->device, launch(world, FLOWING), NULL);
    OK(world->device, coop_flow_report(world->graph, 0, coop_channel_document, &counts, &outstanding));
    TEST_EQUAL_U64(outstanding, 0);
    TEST_EQUAL_U64(counts.run, 1);
    check_bits(world);
    clear(world);
}

/* As many as fit, in the block that has room and in all free ones. */
TEST(a_push_fills_the_last_block_and_all_free_ones)
{
    struct world *world = make_world(0);
    struct document documents[4] = {{0, 1}, {1, 1}, {2, 1}, {3, 1}};

    world->numbers = 4;
    world->channels[0].blocks = world->options.groups + 2;
    world->channels[0].block_items = 2;
    world->edges[0].most = 1;
    prepare(world);
    OK(world->device,
       coop_flow_push(world->graph, 0, coop_channel_document, documents, sizeof documents[0], 1));
    OK(world->device,
       coop_flow_push(world->graph, 0, coop_channel_document, documents + 1, sizeof documents[0], 3));
    refuse_push(world, documents, 1);
    device_finish(world->device, launch(world, FLOWING), NULL);
    check_bits(world);
    clear(world);
}

/* What coopc says of the kernel's channels beside what the options say. */
TEST(the_host_refuses_a_graph_that_is_not_the_kernels)
{
    static const struct coop_edge all[] = {{coop_channel_document, coop_channel_token, EMITTED_MAX},
                                           {coop_channel_node, coop_channel_node, 2},
                                           {coop_channel_faulty, coop_channel_document, 1},
                                           {coop_channel_faulty, coop_channel_token, 2},
                                           {coop_channel_faulty, coop_channel_absent, 1}};
    struct world *world = make_world(0);
    struct coop_channel_options bare[CHANNELS + 1] = {{.keeps = 1}, {0}, {.levels = 40}, {.keeps = 1}, {0}};
    struct coop_edge some[] = {all[0], all[1], all[4], {coop_channel_token, coop_channel_node, 1}};
    struct coop_flow_options options = {.groups = 2,
                                        .channels = bare,
                                        .channel_count = 5,
                                        .edges = all,
                                        .edge_count = 5,
                                        .code = &flowing_flow_code};

    prepare(world);
    TEST_AT_LEAST(coop_flow_bytes(&options), 1); /* names and sizes are the code's */
    options.edges = some;
    options.edge_count = 3;
    REFUSED(world->device, coop_flow_init(world->graph, 0, &options), COOP_INVALID_ARGUMENT,
            "edges of kernel flowing are missing: faulty -> document, faulty -> token");
    options.edge_count = 4;
    bare[1].levels = 1;
    REFUSED(world->device, coop_flow_init(world->graph, 0, &options), COOP_INVALID_ARGUMENT,
            "kernel flowing does not emit along these edges: token -> node");
    options.channel_count = 4;
    options.edge_count = 2;
    REFUSED(world->device, coop_flow_init(world->graph, 0, &options), COOP_INVALID_ARGUMENT,
            "channel_count is 4; kernel flowing has 5 channels, document to absent");
    options.channel_count = 5;
    options.edges = all;
    options.edge_count = 5;
    bare[0].keeps = 0;
    REFUSED(world->device, coop_flow_init(world->graph, 0, &options), COOP_INVALID_ARGUMENT,
            "channel document: kernel flowing calls coop_keep_document; set keeps");
    bare[0].keeps = 1;
    bare[2].item_bytes = 4;
    REFUSED(world->device, coop_flow_init(world->graph, 0, &options), COOP_INVALID_ARGUMENT,
            "channel node: item_bytes is 4; in the module struct node has 12");
    bare[2].item_bytes = 0;
    bare[0].first_items = 1;
    options.code = &flowing_partly_flow_code;
    options.edges = NULL;
    options.edge_count = 0;
    REFUSED(world->device, coop_flow_init(world->graph, 0, &options), COOP_INVALID_ARGUMENT,
            "channel document has first_items, but kernel flowing_partly does not run its items");
    clear(world);
}

/* A kernel that processes items in its own text leaves open which of them emits what. */
TEST(edges_of_a_kernels_own_text_may_be_left_out)
{
    static const struct coop_edge edge[] = {{coop_channel_document, coop_channel_token, EMITTED_MAX}};
    struct coop_channel_options bare[CHANNELS + 1] = {{.keeps = 1, .by_group = 1}};
    struct coop_flow_options options = {
        .groups = 2, .channels = bare, .channel_count = 5, .code = &flowing_by_group_flow_code};

    TEST_AT_LEAST(coop_flow_bytes(&options), 1);
    options.edges = edge;
    options.edge_count = 1;
    TEST_AT_LEAST(coop_flow_bytes(&options), 1);
}

/* The report remarks a channel whose function is never called. */
TEST(a_channel_that_nobody_feeds_is_reported)
{
    struct world *world = make_world(0);
    struct coop_flow_counts counts;

    prepare(world);
    push_numbers(world, 0);
    device_finish(world->device, launch(world, FLOWING), NULL);
    OK(world->device, coop_flow_report(world->graph, 0, UINT32_MAX, &counts, NULL));
    TEST_EQUAL_U64(counts.unfed, 2); /* nodes, which feed themselves alone, and faulty items */
    OK(world->device, coop_flow_report(world->graph, 0, coop_channel_token, &counts, NULL));
    TEST_EQUAL_U64(counts.unfed, 0);
    OK(world->device, coop_flow_report(world->graph, 0, coop_channel_node, &counts, NULL));
    TEST_EQUAL_U64(counts.unfed, 1);
    clear(world);
}

/* Nobody has pushed an item: the kernel is done at once. */
TEST(a_graph_without_items_is_done_at_once)
{
    struct world *world = make_world(0);
    struct coop_flow_counts counts;

    prepare(world);
    device_finish(world->device, launch(world, FLOWING), NULL);
    OK(world->device, coop_flow_report(world->graph, 0, UINT32_MAX, &counts, NULL));
    TEST_EQUAL_U64(counts.batches, 0);
    TEST_EQUAL_U64(counts.run, 0);
    clear(world);
}

/* A recursion that is deeper than its levels goes on in the last one, and the report says how deep it was. */
TEST(a_recursion_deeper_than_its_levels_goes_on)
{
    struct world *world = make_world(16);
    struct coop_flow_counts counts;

    world->numbers = 2000;
    world->channels[2].levels = 3;
    world->channels[2].blocks = 4000;
    prepare(world);
    push_numbers(world, 1);
    device_finish(world->device, launch(world, FLOWING), NULL);
    check_bits(world);
    OK(world->device, coop_flow_report(world->graph, 0, coop_channel_node, &counts, NULL));
    TEST_EQUAL_U64(counts.run, 1000);
    TEST_EQUAL_U64(counts.deepest, 2);
    clear(world);
}

TEST(host_refuses_what_makes_no_sense)
{
    struct world *world = make_world(0);
    struct coop_flow_counts counts;
    struct document documents[3] = {{0, 0}, {0, 0}, {0, 0}};
    struct coop_flow_options cyclic = world->options;

    prepare(world);
    world->channels[2].levels = 0;
    REFUSED(world->device, coop_flow_init(world->graph, 0, &cyclic), COOP_INVALID_ARGUMENT,
            "node -> node is a cycle");
    world->channels[2].levels = 40;
    REFUSED(world->device, coop_flow_init(world->graph, 64, &world->options), COOP_INVALID_ARGUMENT,
            "must be a multiple of 128, and is 64");
    REFUSED(world->device, coop_flow_init(world->twice, 0, &world->options), COOP_INVALID_ARGUMENT,
            "too small");
    REFUSED(world->device, coop_flow_push(world->graph, 0, 9, documents, sizeof documents[0], 1),
            COOP_INVALID_ARGUMENT, "no such channel");
    REFUSED(world->device, coop_flow_push(world->graph, 0, coop_channel_document, documents, 4, 1),
            COOP_INVALID_ARGUMENT, "other bytes");
    REFUSED(world->device,
            coop_flow_push(world->graph, 0, coop_channel_document, NULL, sizeof documents[0], 1),
            COOP_INVALID_ARGUMENT, "items is NULL");
    REFUSED(world->device, coop_flow_report(world->graph, 0, 9, &counts, NULL), COOP_INVALID_ARGUMENT,
            "no such channel");
    world->channels[0].blocks = world->options.groups + 1;
    world->channels[0].block_items = 2;
    OK(world->device, coop_flow_init(world->graph, 0, &world->options));
    REFUSED(world->device,
            coop_flow_push(world->graph, 0, coop_channel_document, documents, sizeof documents[0], 3),
            COOP_OUT_OF_MEMORY, "first_items");
    OK(world->device, coop_buffer_fill(world->graph, 0, 0, 4));
    REFUSED(world->device, coop_flow_report(world->graph, 0, UINT32_MAX, &counts, NULL),
            COOP_INVALID_ARGUMENT, "there is no flow graph");
    clear(world);
}
