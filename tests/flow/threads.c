/* The device's flow graph code as C11 threads: a thread for each work-group, which others end and begin
 * through the real group-count word. Every item is run exactly once, the count ends at 0, every block is
 * where it began, and nobody leaves while there are items. K1 to K11 of shared/channel.h.
 *
 * An item is a range of numbers: it marks the first and hands the rest to items that it emits, or keeps it.
 * seed=, tasks=, groups=, rounds= repeat or size a run. */
#include "tests/flow/memory.h"
#include "tests/flow/party.h"

#include <string.h>

struct range {
    uint32_t first;
    uint32_t count;
    uint32_t channel; /* that it was emitted into */
    uint32_t level;   /* that its list has, where the channel has levels */
};

struct world {
    struct party party;
    const struct coop_flow_options *options;
    struct coop_flow_plan plan;
    struct coop_flowgraph *graph;
    _Atomic unsigned char *marks;
    uint32_t *results; /* plain, as what items write: who finds the end reads all of them (K6) */
    _Atomic uint32_t ended;
    _Atomic uint32_t faults;
    uint32_t numbers;
    int splits_evenly; /* so that the depth is bounded */
    int may_be_full;
};

static void mark(struct world *world, uint32_t number)
{
    if (words_load32(&world->ended, memory_order_relaxed) != 0) {
        TEST_FAIL("a work-group found the end before %u was run", number);
    }
    world->marks[number]++;
    world->results[number] = number + 1;
}

static int keeps(struct world *world, uint32_t channel)
{
    return world->options->channels[channel].keeps;
}

/* Can an item of the channel stand for more than one number? */
static int carries(struct world *world, uint32_t channel)
{
    int has_edge = keeps(world, channel);

    for (uint32_t i = 0; i < world->plan.head.edge_count; i++) {
        has_edge |= world->plan.edges[i].from == channel;
    }
    return has_edge;
}

static void emit(struct member *member, const struct coop_flow_edge *edge, struct range range, uint32_t level)
{
    uint32_t place = coop_flow_reserve(&member->flow, edge->to + 1, 1);
    struct range *into = (struct range *)coop_flow_place(&member->flow, edge->to + 1, place, sizeof range);
    uint32_t levels = member->flow.channels[edge->to].levels;

    range.channel = edge->to;
    range.level = coop_flow_level(level, edge->direction, levels);
    if (into == NULL) {
        TEST_FAIL("no place for an item of channel %u", edge->to);
        return;
    }
    *into = range;
}

/* Emits along one edge, and returns what is left of the range. */
static struct range emit_along(struct member *member, const struct coop_flow_edge *edge, struct range left,
                               uint32_t level, int is_last)
{
    struct world *world = member->party->world;
    int can_carry = carries(world, edge->to);
    uint32_t items = is_last || world->splits_evenly
                         ? edge->most
                         : (uint32_t)test_random_below(&member->random, edge->most + 1);

    for (uint32_t i = 0; i < items && left.count > 0; i++) {
        uint32_t count = 1;
        if (can_carry && world->splits_evenly) {
            count = (left.count + items - i - 1) / (items - i);
        } else if (can_carry) {
            count = is_last && i + 1 == items ? left.count
                                              : 1 + (uint32_t)test_random_below(&member->random, left.count);
        }
        emit(member, edge, (struct range){left.first, count, 0, 0}, level);
        left.first += count;
        left.count -= count;
    }
    return left;
}

static void run_item(struct member *member, struct range range)
{
    struct world *world = member->party->world;
    uint32_t channel = coop_flow_channel(&member->flow) - 1;
    const struct coop_channel *record = &world->plan.channels[channel];
    struct range left = {range.first + 1, range.count - 1, channel, range.level};

    if (range.channel != channel || (record->levels > 0 && range.level != member->flow.level)) {
        TEST_FAIL("an item of channel %u and level %u is in a batch of %u and %u", range.channel, range.level,
                  channel, member->flow.level);
    }
    mark(world, range.first);
    for (uint32_t i = 0; i < record->edge_count && left.count > 0; i++) {
        const struct coop_flow_edge *edge = &world->plan.edges[record->first_edge + i];
        left = emit_along(member, edge, left, range.level,
                          i + 1 == record->edge_count && !keeps(world, channel));
    }
    if (left.count > 0) {
        struct range *into = (struct range *)coop_flow_keep(&member->flow, channel + 1, sizeof(struct range));
        if (into == NULL) {
            TEST_FAIL("no place for a kept item of channel %u", channel);
            return;
        }
        *into = left;
    }
}

static void run_batch(struct member *member)
{
    uint32_t count = coop_flow_count(&member->flow);
    const struct range *items = (const struct range *)coop_flow_items(&member->flow);

    for (uint32_t i = 0; i < count; i++) {
        run_item(member, items[i]);
    }
}

/* The work-group has found the end, so it sees what all items have written. */
static void check_results(const struct world *world)
{
    for (uint32_t i = 0; i < world->numbers; i++) {
        if (world->results[i] != i + 1) {
            TEST_FAIL("the result of number %u is %u at the end", i, world->results[i]);
            return;
        }
    }
}

static void *member_body(void *argument)
{
    struct member *member = argument;
    struct world *world = member->party->world;
    int is_killed;

    TEST_EQUAL(coop_flow_open_by_leader(&member->flow, world->graph, member->group, 1), 0);
    is_killed = party_run_batches(member, run_batch);
    if (!is_killed) {
        uint32_t fault = coop_load_relaxed(&world->graph->fault);
        if (fault != COOP_FAILURE_NONE) {
            words_store32(&world->faults, fault, memory_order_relaxed);
        } else if (coop_flow_is_done(&member->flow)) {
            words_store32(&world->ended, 1, memory_order_relaxed);
            check_results(world);
        }
        coop_flow_flush_by_leader(&member->flow);
    }
    TEST_EQUAL(member->flow.whole_blocks + member->flow.open_blocks, 0); /* K7 */
    party_leave(member, is_killed);
    return NULL;
}

static void make_graph(struct world *world)
{
    world->graph = flow_make_graph(world->options, &world->plan);
}

/* All numbers in `seeds` items of the first channel, as a work-group leaves them that ends at once. */
static void push_seeds(struct world *world, uint32_t seeds)
{
    struct coop_flow *flow = calloc(1, sizeof *flow);
    struct coop_channel *record = flow_channel_of(world->graph, 0);
    uint32_t block_items = UINT32_C(1) << record->block_shift;

    TEST_EQUAL(coop_flow_open_by_leader(flow, world->graph, 0, 1), 0);
    coop_add64_relaxed(&world->graph->outstanding, seeds);
    for (uint32_t done = 0; done < seeds;) {
        uint32_t count = seeds - done < block_items ? seeds - done : block_items;
        if (!coop_flow_lease(flow, 0, 1, 0)) {
            TEST_FAIL("the channel has no block for %u items", count);
            abort();
        }
        for (uint32_t i = 0; i < count; i++, done++) {
            struct range range = {(uint32_t)((uint64_t)world->numbers * done / seeds), 0, 0, 0};
            range.count = (uint32_t)((uint64_t)world->numbers * (done + 1) / seeds) - range.first;
            memcpy(coop_flow_at(&flow->channels[0], flow->leases[0], i, sizeof range), &range, sizeof range);
        }
        coop_ring_put(coop_flow_ring(flow, 0), flow->leases[0], count, 0);
    }
    coop_flow_flush_by_leader(flow);
    free(flow);
}

static void check(struct world *world, uint32_t seeds)
{
    uint64_t run = 0;

    for (uint32_t i = 0; i < world->numbers && test_failures() == 0; i++) {
        if (world->marks[i] != 1) {
            TEST_FAIL("number %u was run %u times", i, world->marks[i]);
        }
    }
    TEST_EQUAL_U64(coop_load64_relaxed(&world->graph->outstanding), 0);
    for (uint32_t i = 0; i < world->graph->channel_count && test_failures() == 0; i++) {
        uint64_t came =
            flow_counted(world->graph, i, COOP_FLOW_EMITTED) + flow_counted(world->graph, i, COOP_FLOW_KEPT);
        TEST_EQUAL_U64(flow_counted(world->graph, i, COOP_FLOW_RUN), came + (i == 0 ? seeds : 0));
        run += flow_counted(world->graph, i, COOP_FLOW_RUN);
        flow_check_blocks(world->graph, &world->plan, i);
    }
    TEST_EQUAL_U64(run, world->numbers);
}

static uint64_t of_all(struct world *world, enum coop_flow_tally tally)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < world->graph->channel_count; i++) {
        sum += flow_counted(world->graph, i, tally);
    }
    return sum;
}

struct shape {
    struct coop_flow_options options;
    uint32_t seeds;
    int changes;
    int splits_evenly;
    int may_be_full;
};

/* What has happened in all rounds. */
struct happened {
    uint32_t full; /* rounds that ended so */
    uint64_t kills;
    uint64_t chained;
    uint64_t refusals;
};

static void round_of(const struct shape *shape, uint64_t seed, struct happened *happened)
{
    struct world *world = calloc(1, sizeof *world);

    world->options = &shape->options;
    world->numbers = (uint32_t)test_option("tasks", 20000);
    world->splits_evenly = shape->splits_evenly;
    world->party = (struct party){.body = member_body,
                                  .world = world,
                                  .limit = shape->options.groups,
                                  .seed = seed,
                                  .changes = shape->changes};
    make_graph(world);
    world->marks = calloc(world->numbers, 1);
    world->results = calloc(world->numbers, sizeof *world->results);
    push_seeds(world, shape->seeds);
    party_run(&world->party);
    pthread_mutex_lock(&world->party.lock);
    TEST_NOTE("%u kills, %u forks, %llu batches, %llu shared, %llu chained, %llu refused, fault %u",
              world->party.kills, world->party.forks, (unsigned long long)of_all(world, COOP_FLOW_BATCHES),
              (unsigned long long)of_all(world, COOP_FLOW_SHARED),
              (unsigned long long)of_all(world, COOP_FLOW_CHAINED),
              (unsigned long long)of_all(world, COOP_FLOW_REFUSALS), world->faults);
    happened->kills += world->party.kills;
    pthread_mutex_unlock(&world->party.lock);
    happened->chained += of_all(world, COOP_FLOW_CHAINED);
    happened->refusals += of_all(world, COOP_FLOW_REFUSALS);
    if (shape->may_be_full && world->faults == COOP_FAILURE_FLOW_FULL) {
        TEST_AT_LEAST(coop_load64_relaxed(&world->graph->outstanding), 1);
        happened->full += 1;
    } else {
        TEST_EQUAL(world->faults, COOP_FAILURE_NONE);
        check(world, shape->seeds);
    }
    free((void *)world->marks);
    free(world->results);
    free(world->graph);
    free(world);
}

/* Rounds beyond those that were asked for, until what the claim is about has happened. */
enum { MORE_ROUNDS = 40 };

/* Kills of work-groups that hold blocks are what RESIZES is for. */
static int has_happened(const struct shape *shape, const struct happened *happened)
{
    return shape->changes != RESIZES || (happened->kills > 0 && happened->chained > 0);
}

static struct happened rounds(struct shape shape)
{
    uint64_t seed = test_seed();
    uint64_t count = test_option("rounds", 4);
    struct happened happened = {0};

    shape.options.groups = (uint32_t)test_option("groups", shape.options.groups);
    for (uint64_t i = 0; i < count + MORE_ROUNDS && test_failures() == 0; i++) {
        if (i >= count && has_happened(&shape, &happened)) {
            break;
        }
        round_of(&shape, seed + i, &happened);
    }
    if (shape.changes == RESIZES) {
        TEST_AT_LEAST(happened.kills, 1);
        TEST_AT_LEAST(happened.chained, 1);
    }
    return happened;
}

#define ITEM sizeof(struct range)

/* document -> token -> count: the first and the second keep themselves. */
static const struct coop_channel_options stages[] = {
    {.item_bytes = ITEM, .block_items = 8, .keeps = 1, .first_items = 16, .name = "document"},
    {.item_bytes = ITEM, .block_items = 16, .keeps = 1, .name = "token"},
    {.item_bytes = ITEM, .block_items = 4, .name = "count"}};
static const struct coop_edge stage_edges[] = {{1, 2, 3}, {2, 3, 2}};

/* One channel that feeds itself. */
static const struct coop_channel_options tree[] = {
    {.item_bytes = ITEM, .block_items = 8, .levels = 16, .first_items = 8, .name = "tree"}};
static const struct coop_edge tree_edges[] = {{1, 1, 2}};

static struct shape pipeline(int changes)
{
    return (struct shape){.options = {.groups = 4,
                                      .channels = stages,
                                      .channel_count = 3,
                                      .edges = stage_edges,
                                      .edge_count = 2},
                          .seeds = 16,
                          .changes = changes};
}

static struct shape recursion(int changes)
{
    return (struct shape){
        .options = {.groups = 4, .channels = tree, .channel_count = 1, .edges = tree_edges, .edge_count = 1},
        .seeds = 4,
        .changes = changes,
        .splits_evenly = 1};
}

TEST(each_item_of_a_pipeline_is_run_once)
{
    rounds(pipeline(STAYS));
}

TEST(each_item_of_a_pipeline_is_run_once_under_kills_and_forks)
{
    rounds(pipeline(RESIZES));
}

TEST(work_groups_that_leave_lose_nothing)
{
    rounds(pipeline(LEAVES));
}

TEST(a_recursive_channel_finishes_in_the_default_number_of_blocks)
{
    rounds(recursion(RESIZES));
}

TEST(every_policy_runs_each_item_once)
{
    for (int policy = COOP_FLOW_SINKS_FIRST; policy <= COOP_FLOW_OLDEST_FIRST; policy++) {
        struct shape shape = pipeline(RESIZES);
        struct shape deep = recursion(RESIZES);
        struct coop_channel_options roomy = tree[0];
        roomy.blocks = 8000; /* breadth first needs as many as there are items on a level */
        shape.options.policy = (enum coop_flow_policy)policy;
        deep.options.policy = (enum coop_flow_policy)policy;
        deep.options.channels = &roomy;
        rounds(shape);
        rounds(deep);
    }
}

/* Where the sum of all kept and emitted items meets one list. */
TEST(a_recursive_channel_that_keeps_and_has_one_level_loses_nothing)
{
    struct coop_channel_options channel = {
        .item_bytes = ITEM, .block_items = 4, .levels = 1, .keeps = 1, .blocks = 6000};
    struct shape shape = recursion(RESIZES);

    shape.options.channels = &channel;
    shape.splits_evenly = 0;
    rounds(shape);
}

TEST(blocks_of_one_item_lose_nothing)
{
    struct coop_channel_options channels[3];
    struct shape shape = pipeline(RESIZES);

    memcpy(channels, stages, sizeof channels);
    for (uint32_t i = 0; i < 3; i++) {
        channels[i].block_items = 1;
    }
    shape.options.channels = channels;
    rounds(shape);
}

/* Batches of one item from blocks of many: rests, and kept items that lie before them. */
TEST(batches_smaller_than_blocks_lose_nothing)
{
    struct coop_channel_options channels[3];
    struct shape shape = pipeline(RESIZES);

    memcpy(channels, stages, sizeof channels);
    for (uint32_t i = 0; i < 3; i++) {
        channels[i].batch_items = i + 1;
        channels[i].by_group = i == 0;
    }
    shape.options.channels = channels;
    rounds(shape);
}

TEST(sixteen_channels_lose_nothing)
{
    struct coop_channel_options channels[16];
    struct coop_edge edges[15];
    struct shape shape = pipeline(RESIZES);

    for (uint32_t i = 0; i < 16; i++) {
        channels[i] = (struct coop_channel_options){
            .item_bytes = ITEM, .block_items = 4, .keeps = i % 3 == 0, .first_items = 16};
        if (i < 15) {
            edges[i] = (struct coop_edge){i + 1, i + 2, 1 + i % 2};
        }
    }
    channels[14].keeps = 1;
    shape.options.channels = channels;
    shape.options.channel_count = 16;
    shape.options.edges = edges;
    shape.options.edge_count = 15;
    rounds(shape);
}

/* Two channels that feed each other, and a sink. */
TEST(a_cycle_of_two_channels_loses_nothing)
{
    static const struct coop_channel_options channels[] = {
        {.item_bytes = ITEM, .block_items = 4, .levels = 20, .first_items = 8},
        {.item_bytes = ITEM, .block_items = 8, .levels = 20},
        {.item_bytes = ITEM, .block_items = 4}};
    static const struct coop_edge edges[] = {{1, 2, 2}, {2, 3, 1}, {2, 1, 2}};
    struct shape shape = recursion(RESIZES);

    shape.options.channels = channels;
    shape.options.channel_count = 3;
    shape.options.edges = edges;
    shape.options.edge_count = 3;
    shape.splits_evenly = 0;
    shape.may_be_full = 1; /* the random tree may be deeper than the levels */
    rounds(shape);
}

/* Fewer blocks than the tree's breadth can be admitted in: the launch ends as full, or it is done. */
TEST(too_few_blocks_end_as_full_and_never_hang)
{
    struct coop_channel_options channel = {.item_bytes = ITEM, .block_items = 4, .levels = 4, .blocks = 6};
    struct shape shape = recursion(RESIZES);

    shape.options.channels = &channel;
    shape.splits_evenly = 0;
    shape.may_be_full = 1;
    TEST_AT_LEAST(rounds(shape).full, 1);
}

/* Blocks of one item: all that a work-group has is whole, so oldest first shares all of it. */
TEST(too_few_blocks_end_as_full_under_every_policy_alone_and_together)
{
    struct coop_channel_options channel = {.item_bytes = ITEM, .block_items = 1, .levels = 12, .blocks = 24};
    struct shape shape = recursion(STAYS);

    shape.options.channels = &channel;
    shape.may_be_full = 1;
    for (int policy = COOP_FLOW_SINKS_FIRST; policy <= COOP_FLOW_OLDEST_FIRST; policy++) {
        for (uint32_t groups = 1; groups <= 4; groups *= 2) {
            shape.options.groups = groups;
            shape.options.policy = (enum coop_flow_policy)policy;
            uint32_t full = rounds(shape).full;
            TEST_TRUE(full > 0 || policy != COOP_FLOW_OLDEST_FIRST);
        }
    }
}

/* The fewest blocks that coop_flow_init allows are enough for a pipeline whose blocks hold what an item
 * emits, on one work-group: it is refused, runs what it has emitted, and goes on. */
TEST(a_pipeline_is_refused_and_goes_on)
{
    struct coop_channel_options channels[3];
    struct shape shape = pipeline(RESIZES);

    memcpy(channels, stages, sizeof channels);
    for (uint32_t i = 0; i < 3; i++) {
        channels[i].block_items = 8;
    }
    channels[0].blocks = 12;
    channels[1].blocks = 4 + 2; /* four spares, and two more */
    channels[2].blocks = 2;
    shape.options.channels = channels;
    TEST_AT_LEAST(rounds(shape).refusals, 1);
}

/* Whatever lay in the memory of the work-group's part before. */
TEST(a_channel_that_the_graph_lacks_has_no_place)
{
    struct shape shape = pipeline(STAYS);
    struct world *world = calloc(1, sizeof *world);
    struct coop_flow *flow = malloc(sizeof *flow);

    world->options = &shape.options;
    make_graph(world);
    memset(flow, 0x5a, sizeof *flow);
    for (uint32_t i = 0; i < COOP_FLOW_CHANNELS; i++) {
        coop_local_store(&flow->channels[i].emitted, 0u);
    }
    TEST_EQUAL(coop_flow_open_by_leader(flow, world->graph, 0, 1), 0);
    for (uint32_t tag = shape.options.channel_count + 1; tag <= COOP_FLOW_CHANNELS; tag++) {
        coop_local_store(&flow->fault, COOP_FAILURE_NONE);
        TEST_EQUAL(coop_flow_reserve(flow, tag, 1), ~0u);
        TEST_EQUAL(coop_local_load(&flow->fault), COOP_FAILURE_FLOW_BOUND);
        TEST_EQUAL(flow->fault_detail, tag);
        TEST_TRUE(coop_flow_place(flow, tag, 0, ITEM) == NULL);
    }
    free(world->graph);
    free(world);
    free(flow);
}
