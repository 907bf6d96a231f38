/* Tasks with joins, as C11 threads: the device's closures and flow graph, a thread for each work-group, which
 * others end and begin. A task adds up the numbers of a range. It marks the first number, hands the others to
 * children, waits, and returns the sum; how it does so depends on the range. The sum and the marks are those
 * of the same program, call by call. J1 to J6 of shared/closure.h.
 *
 * seed=, tasks=, groups=, rounds= repeat or size a run. */
#include "tests/flow/memory.h"
#include "tests/flow/party.h"

enum { TASK = 1, FIRST, LAST, LOOP, OTHER, CHANNELS = 4, MOST_CHANNELS = 5 }; /* OTHER: of tasks, too */
enum { CHILDREN = 8, GO = 2 }; /* of a task that loops; in one go */

struct task {
    struct coop_up up;
    uint32_t first;
    uint32_t count;
};

struct closure {
    struct coop_closure head;
    uint32_t first;
    uint32_t count;   /* of numbers that no child has yet */
    uint32_t spawned; /* children, of a task that loops */
    uint32_t is_open; /* J4 */
    uint64_t sum;
    uint64_t results[CHILDREN];
};

struct world {
    struct party party;
    const struct coop_flow_options *options;
    struct coop_flow_plan plan;
    struct coop_flowgraph *graph;
    _Atomic unsigned char *marks;
    uint32_t *effects; /* plain */
    struct coop_up root;
    uint32_t numbers;
    uint32_t channels; /* MOST_CHANNELS: half of the tasks are in another channel */
    _Atomic uint32_t faults;
};

/* ---- the program ---- */

enum style { TWO_WAITS, ONE_WAIT, LOOPS, STYLES };

static enum style style_of(uint32_t first, uint32_t count)
{
    return (enum style)((first * 2654435761u ^ count * 40503u) >> 7) % STYLES;
}

static uint64_t value_of(uint32_t number)
{
    return number * UINT64_C(0x9e3779b97f4a7c15);
}

/* What one thread gets, call by call. */
static uint64_t elision(uint32_t first, uint32_t count)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < count; i++) {
        sum += value_of(first + i);
    }
    return sum;
}

static struct world *world_of(struct member *member)
{
    return member->party->world;
}

static struct closure *closure_of(struct member *member, uint32_t closure)
{
    return (struct closure *)coop_closure_at(&member->flow, closure);
}

static void mark(struct member *member, uint32_t number)
{
    world_of(member)->marks[number]++;
    world_of(member)->effects[number] = number + 1;
}

static uint64_t close_task(struct member *member, uint32_t me);

/* Half of the returns make their parents items, whatever room there is. */
static void returns(struct member *member, struct coop_up up, uint64_t value)
{
    uint32_t seat = 0;

    if (value & 1) {
        coop_closure_return_value(&member->flow, up, uint64_t, value);
        return;
    }
    coop_closure_put(&member->flow, up, uint64_t, value);
    while (coop_closure_climbs(&member->flow, up, 1u << (LAST - 1), &seat) != COOP_CHANNEL_NONE) {
        uint32_t me = up.closure;

        up = closure_of(member, me)->head.up;
        coop_closure_put(&member->flow, up, uint64_t, close_task(member, me));
        coop_closure_give_on(&member->flow, me, seat);
    }
}

/* Emits a child for `count` of the closure's numbers. */
static void spawn(struct member *member, uint32_t me, uint32_t result, uint32_t count)
{
    struct closure *mine = closure_of(member, me);
    int is_other = world_of(member)->channels == MOST_CHANNELS && mine->first % 2 == 0;
    uint32_t tag = is_other ? OTHER : TASK;
    uint32_t place = coop_flow_reserve(&member->flow, tag, 1);
    struct task *child = (struct task *)coop_flow_place(&member->flow, tag, place, sizeof *child);

    if (child == NULL) {
        TEST_FAIL("no place for a child of closure %u", me);
        return;
    }
    child->up =
        (struct coop_up){me, (uint32_t)(offsetof(struct closure, results) + result * sizeof(uint64_t))};
    child->first = mine->first;
    child->count = count;
    mine->first += count;
    mine->count -= count;
}

/* Spawns at most two children, for the first `count` numbers; returns how many. */
static uint32_t spawn_two(struct member *member, uint32_t me, uint32_t result, uint32_t count)
{
    uint32_t half = count / 2;

    if (count - half > 0) {
        spawn(member, me, result, count - half);
    }
    if (half > 0) {
        spawn(member, me, result + 1, half);
    }
    return (uint32_t)(count - half > 0) + (uint32_t)(half > 0);
}

/* A go of a task that loops: children of about equal ranges, until there are CHILDREN or no numbers. */
static uint32_t spawn_go(struct member *member, uint32_t me)
{
    struct closure *mine = closure_of(member, me);
    uint32_t spawned = 0;

    for (; spawned < GO && mine->count > 0; spawned++) {
        uint32_t left = CHILDREN - mine->spawned;
        spawn(member, me, mine->spawned, (mine->count + left - 1) / left);
        mine->spawned++;
    }
    return spawned;
}

static uint32_t open_closure(struct member *member, const struct task *task)
{
    uint32_t me = coop_closure_take(&member->flow);
    struct closure *mine = closure_of(member, me);

    if (mine->is_open) {
        TEST_FAIL("closure %u is taken twice", me); /* J4 */
    }
    mine->is_open = 1;
    mine->head.up = task->up;
    mine->first = task->first + 1;
    mine->count = task->count - 1;
    mine->spawned = 0;
    mine->sum = value_of(task->first);
    memset(mine->results, 0, sizeof mine->results);
    return me;
}

static void put_closure(struct member *member, uint32_t tag, uint32_t me)
{
    uint32_t *item = (uint32_t *)coop_flow_place(&member->flow, tag, coop_flow_reserve(&member->flow, tag, 1),
                                                 sizeof *item);

    if (item != NULL) {
        *item = me;
    }
}

static void run_task(struct member *member, struct task task)
{
    enum style style = style_of(task.first, task.count);
    uint32_t me;

    mark(member, task.first);
    if (task.count == 1) {
        returns(member, task.up, value_of(task.first));
        return;
    }
    me = open_closure(member, &task);
    if (style == LOOPS) {
        coop_closure_expect(&member->flow, me, LAST, spawn_go(member, me) + 1);
        put_closure(member, LOOP, me);
    } else if (style == TWO_WAITS) {
        coop_closure_expect(&member->flow, me, FIRST, spawn_two(member, me, 0, task.count / 2));
    } else {
        coop_closure_expect(&member->flow, me, LAST, spawn_two(member, me, 0, task.count - 1));
    }
}

static uint64_t add_results(struct closure *mine)
{
    uint64_t sum = mine->sum;

    for (uint32_t i = 0; i < CHILDREN; i++) {
        sum += mine->results[i];
        mine->results[i] = 0;
    }
    return sum;
}

static uint64_t close_task(struct member *member, uint32_t me)
{
    struct closure *mine = closure_of(member, me);
    uint64_t sum = add_results(mine);

    if (!mine->is_open || mine->count != 0) {
        TEST_FAIL("closure %u goes on, which is %s, with %u numbers left", me,
                  mine->is_open ? "open" : "free", mine->count);
    }
    mine->is_open = 0;
    return sum;
}

static void end_task(struct member *member, uint32_t me)
{
    struct coop_up up = closure_of(member, me)->head.up;
    uint64_t sum = close_task(member, me);

    coop_closure_give(&member->flow, me);
    returns(member, up, sum);
}

/* Behind the first of two waits. */
static void run_first(struct member *member, uint32_t me)
{
    struct closure *mine = closure_of(member, me);

    mine->sum = add_results(mine);
    if (mine->count == 0) {
        end_task(member, me);
    } else {
        coop_closure_expect(&member->flow, me, LAST, spawn_two(member, me, 2, mine->count));
    }
}

static void run_loop(struct member *member, uint32_t me)
{
    struct closure *mine = closure_of(member, me);

    coop_closure_add(&member->flow, me, spawn_go(member, me));
    if (mine->count > 0) {
        uint32_t *item = (uint32_t *)coop_flow_keep(&member->flow, LOOP, sizeof *item);
        if (item != NULL) {
            *item = me;
        }
    } else {
        coop_closure_return(&member->flow, (struct coop_up){me, 0});
    }
}

static void run_batch(struct member *member)
{
    uint32_t channel = coop_flow_channel(&member->flow);
    const unsigned char *items = coop_flow_items(&member->flow);

    for (uint32_t i = 0; i < coop_flow_count(&member->flow); i++) {
        uint32_t closure;
        struct task task;
        if (channel == TASK || channel == OTHER) {
            memcpy(&task, items + i * sizeof task, sizeof task);
            run_task(member, task);
            continue;
        }
        memcpy(&closure, items + i * sizeof closure, sizeof closure);
        if (channel == FIRST) {
            run_first(member, closure);
        } else if (channel == LAST) {
            end_task(member, closure);
        } else {
            run_loop(member, closure);
        }
    }
}

/* ---- work-groups ---- */

/* Who finds the end sees the root's result, and all effects (J2, J3, J5). */
static void check_results(struct world *world)
{
    const unsigned char *root = (const unsigned char *)world->graph + world->graph->closures_at;
    uint64_t result;

    memcpy(&result, root + world->root.at, sizeof result);
    TEST_EQUAL_U64(result, elision(0, world->numbers));
    for (uint32_t i = 0; i < world->numbers && test_failures() == 0; i++) {
        TEST_EQUAL(world->effects[i], i + 1);
    }
}

static void *member_body(void *argument)
{
    struct member *member = argument;
    struct world *world = world_of(member);
    int is_killed;

    TEST_EQUAL(coop_flow_open_by_leader(&member->flow, world->graph, member->group, 1), 0);
    is_killed = party_run_batches(member, run_batch);
    if (!is_killed) {
        uint32_t fault = coop_load_relaxed(&world->graph->fault);
        if (fault != COOP_FAILURE_NONE) {
            words_store32(&world->faults, fault, memory_order_relaxed);
        } else if (coop_flow_is_done(&member->flow)) {
            check_results(world);
        }
        coop_flow_flush_by_leader(&member->flow);
    }
    TEST_EQUAL(member->flow.closures.in_stock, 0); /* K7, J4 */
    party_leave(member, is_killed);
    return NULL;
}

/* ---- a round ---- */

/* As coop_flow_root and coop_flow_push. */
static void push_root(struct world *world)
{
    struct coop_flow *flow = calloc(1, sizeof *flow);
    struct task task = {.up = {1, sizeof(struct coop_closure)}, .first = 0, .count = world->numbers};
    struct coop_closure *root =
        (struct coop_closure *)flow_at_offset(world->graph, world->graph->closures_at);

    root->pending.only_through_accessors = 1;
    world->graph->roots_given = 1;
    world->root = task.up;
    TEST_EQUAL(coop_flow_open_by_leader(flow, world->graph, 0, 1), 0);
    coop_add64_relaxed(&world->graph->outstanding, 1);
    TEST_TRUE(coop_flow_lease(flow, 0, 1, 0));
    memcpy(coop_flow_at(&flow->channels[0], flow->leases[0], 0, sizeof task), &task, sizeof task);
    coop_ring_put(coop_flow_ring(flow, 0), flow->leases[0], 1, 0);
    coop_flow_flush_by_leader(flow);
    free(flow);
}

static uint64_t counted_of_tasks(struct world *world, enum coop_flow_tally tally)
{
    return flow_counted(world->graph, TASK - 1, tally) +
           (world->channels == MOST_CHANNELS ? flow_counted(world->graph, OTHER - 1, tally) : 0);
}

/* Every closure but the root is free again, and the count says so (J4). */
static void check_closures(struct world *world)
{
    const uint64_t *words = flow_at_offset(world->graph, world->graph->closures_free_at);
    uint32_t free_closures = 0;
    uint64_t closed = 0;

    for (uint32_t i = 0; i < world->graph->closure_count; i++) {
        uint32_t is_free = (uint32_t)(words[i / 64] >> i % 64 & 1);
        TEST_EQUAL(is_free, i >= world->graph->root_count);
        free_closures += is_free;
    }
    TEST_EQUAL_U64(world->graph->free_closures.only_through_accessors, free_closures);
    for (uint32_t i = 0; i < world->channels; i++) {
        closed += flow_counted(world->graph, i, COOP_FLOW_CLOSED);
    }
    TEST_EQUAL_U64(counted_of_tasks(world, COOP_FLOW_OPENED), closed);
}

static void check(struct world *world)
{
    for (uint32_t i = 0; i < world->numbers && test_failures() == 0; i++) {
        if (world->marks[i] != 1) {
            TEST_FAIL("number %u was marked %u times", i, world->marks[i]);
        }
    }
    TEST_EQUAL_U64(coop_load64_relaxed(&world->graph->outstanding), 0);
    for (uint32_t i = 0; i < world->channels && test_failures() == 0; i++) {
        flow_check_blocks(world->graph, &world->plan, i);
    }
    check_closures(world);
    check_results(world);
}

struct shape {
    uint32_t block_items;
    uint32_t closures; /* 0: the default */
    uint32_t blocks;
    int changes;
    int may_be_full;
    int has_other; /* channel of tasks */
    int by_rule;   /* as many closures and blocks as always suffice */
};

struct happened {
    uint32_t full;
    uint32_t went_on; /* rounds that were done although batches had been refused */
    uint64_t kills;
    uint64_t chained;
    uint64_t refusals;
    uint64_t climbed; /* closures that children went on with at once */
};

#define MOST_LEVELS 24
static const struct coop_edge edges[] = {{TASK, TASK, 2},
                                         {TASK, FIRST, 1},
                                         {TASK, LAST, 1},
                                         {TASK, LOOP, 1},
                                         {FIRST, TASK, 2},
                                         {FIRST, FIRST, 1},
                                         {FIRST, LAST, 1},
                                         {LAST, FIRST, 1},
                                         {LAST, LAST, 1},
                                         {LOOP, TASK, GO},
                                         {LOOP, LAST, 1},
                                         /* of the other channel of tasks */
                                         {TASK, OTHER, 2},
                                         {OTHER, TASK, 2},
                                         {OTHER, OTHER, 2},
                                         {OTHER, FIRST, 1},
                                         {OTHER, LAST, 1},
                                         {OTHER, LOOP, 1},
                                         {FIRST, OTHER, 2},
                                         {LOOP, OTHER, GO}};
enum { EDGES = sizeof edges / sizeof edges[0], EDGES_OF_OTHER = 8 };

static void make_channels(struct coop_channel_options *channels, const struct shape *shape)
{
    for (uint32_t i = 0; i < MOST_CHANNELS; i++) {
        int is_of_tasks = i + 1 == TASK || i + 1 == OTHER;
        channels[i] =
            (struct coop_channel_options){.item_bytes = is_of_tasks ? sizeof(struct task) : sizeof(uint32_t),
                                          .block_items = shape->block_items,
                                          .levels = MOST_LEVELS,
                                          .opens = is_of_tasks,
                                          .resumes = !is_of_tasks,
                                          .blocks = is_of_tasks ? shape->blocks : 0};
    }
    channels[TASK - 1].first_items = 1;
    channels[LOOP - 1].keeps = 1;
}

static void round_of(const struct shape *shape, uint32_t groups, uint64_t seed, struct happened *happened)
{
    struct coop_channel_options channels[MOST_CHANNELS];
    struct coop_flow_options options = {.groups = groups,
                                        .channels = channels,
                                        .channel_count = shape->has_other ? MOST_CHANNELS : CHANNELS,
                                        .edges = edges,
                                        .edge_count = shape->has_other ? EDGES : EDGES - EDGES_OF_OTHER,
                                        .closure_bytes = sizeof(struct closure),
                                        .closures = shape->closures,
                                        .roots = 1};
    struct world *world = calloc(1, sizeof *world);
    uint64_t refusals = 0;

    make_channels(channels, shape);
    world->options = &options;
    world->channels = options.channel_count;
    if (shape->by_rule && TEST_TRUE(coop_flow_plan(&options, &world->plan))) {
        options.closures = world->plan.head.closure_bound;
    }
    world->numbers = (uint32_t)test_option("tasks", 6000);
    world->party = (struct party){
        .body = member_body, .world = world, .limit = groups, .seed = seed, .changes = shape->changes};
    world->graph = flow_make_graph(&options, &world->plan);
    world->marks = calloc(world->numbers, 1);
    world->effects = calloc(world->numbers, sizeof *world->effects);
    push_root(world);
    party_run(&world->party);
    pthread_mutex_lock(&world->party.lock);
    happened->kills += world->party.kills;
    pthread_mutex_unlock(&world->party.lock);
    for (uint32_t i = 0; i < world->channels; i++) {
        happened->chained += flow_counted(world->graph, i, COOP_FLOW_CHAINED);
        refusals += flow_counted(world->graph, i, COOP_FLOW_REFUSALS);
    }
    happened->refusals += refusals;
    happened->climbed += counted_of_tasks(world, COOP_FLOW_CLOSED);
    happened->went_on += refusals > 0 && world->faults == COOP_FAILURE_NONE;
    TEST_NOTE("%u kills, %u forks, %llu closures opened, %llu chained, %llu refused, fault %u",
              world->party.kills, world->party.forks,
              (unsigned long long)counted_of_tasks(world, COOP_FLOW_OPENED),
              (unsigned long long)happened->chained, (unsigned long long)happened->refusals, world->faults);
    if (shape->may_be_full && world->faults == COOP_FAILURE_FLOW_FULL) {
        TEST_EQUAL(world->graph->fault_detail.only_through_accessors, COOP_FLOW_SHORT_OF_CLOSURES + 1);
        happened->full += 1;
    } else {
        TEST_EQUAL(world->faults, COOP_FAILURE_NONE);
        check(world);
    }
    free((void *)world->marks);
    free(world->effects);
    free(world->graph);
    free(world);
}

enum { MORE_ROUNDS = 40 };

static struct happened rounds(struct shape shape)
{
    uint64_t seed = test_seed();
    uint64_t count = test_option("rounds", 4);
    uint32_t groups = (uint32_t)test_option("groups", 4);
    struct happened happened = {0};

    for (uint64_t i = 0; i < count + MORE_ROUNDS && test_failures() == 0; i++) {
        if (i >= count && (shape.changes != RESIZES || (happened.kills > 0 && happened.chained > 0))) {
            break;
        }
        round_of(&shape, groups, seed + i, &happened);
    }
    if (shape.changes == RESIZES) {
        TEST_AT_LEAST(happened.kills, 1);
        TEST_AT_LEAST(happened.chained, 1);
    }
    TEST_AT_LEAST(happened.climbed + (uint64_t)(happened.full > 0), 1);
    return happened;
}

TEST(j5_a_tree_of_tasks_is_its_elision)
{
    rounds((struct shape){.block_items = 16, .changes = STAYS});
}

TEST(j1_j4_a_tree_of_tasks_is_its_elision_under_kills_and_forks)
{
    rounds((struct shape){.block_items = 16, .changes = RESIZES});
}

TEST(tasks_of_work_groups_that_leave_are_not_lost)
{
    rounds((struct shape){.block_items = 8, .changes = LEAVES});
}

TEST(blocks_of_one_item_join)
{
    rounds((struct shape){.block_items = 1, .changes = RESIZES});
}

/* J6: by the rule none is refused for want of closures, and by K9 none for want of blocks. */
TEST(j6_closures_by_the_rule_refuse_nothing)
{
    struct shape shape = {.block_items = 4, .changes = STAYS};

    shape.closures = (uint32_t)coop_closures_bound(4, shape.block_items, MOST_LEVELS, COOP_FLOW_CLOSURES);
    shape.blocks = (uint32_t)coop_flow_bound_of_levels(4, MOST_LEVELS, 2) + 1;
    TEST_EQUAL_U64(rounds(shape).refusals, 0);
}

/* The same of two channels that open closures, whose tasks spawn those of both. */
TEST(j6_of_two_channels_that_open_the_rule_refuses_nothing)
{
    struct shape shape = {.block_items = 4, .changes = STAYS, .has_other = 1, .by_rule = 1};

    shape.blocks = (uint32_t)coop_flow_bound_of_levels(4, MOST_LEVELS, 2) + 1;
    TEST_EQUAL_U64(rounds(shape).refusals, 0);
}

TEST(tasks_of_two_channels_are_their_elision_under_kills_and_forks)
{
    rounds((struct shape){.block_items = 16, .changes = RESIZES, .has_other = 1});
}

/* Finds a closure that has been claimed. */
static void find_one(struct coop_flow *flow)
{
    flow->closures.in_stock += 1;
    flow->closures.coming = 1;
    coop_closures_move_by_leader(flow);
}

/* What others keep at hand nobody can have: the rule has room for the stock of each work-group. */
TEST(j6_the_rule_has_room_for_every_stock)
{
    enum { GROUPS = 4 };
    struct shape shape = {.block_items = 4};
    struct coop_channel_options channels[MOST_CHANNELS];
    struct coop_flow_options options = {.groups = GROUPS,
                                        .channels = channels,
                                        .channel_count = 1,
                                        .closure_bytes = 32,
                                        .closures = 1,
                                        .closure_stock = COOP_FLOW_CLOSURES - 1};
    struct coop_flow_plan *plan = calloc(1, sizeof *plan);
    struct coop_flow *flows = calloc(GROUPS, sizeof *flows);
    struct coop_flowgraph *graph;

    make_channels(channels, &shape);
    channels[0].levels = 1;
    graph = flow_make_graph(&options, plan);
    TEST_EQUAL(coop_flow_open_by_leader(&flows[0], graph, 0, 1) >> 24, COOP_FLOW_MORE_STOCK);
    free(graph);
    options.closure_stock = COOP_FLOW_CLOSURES;
    TEST_TRUE(coop_flow_plan(&options, plan));
    options.closures = plan->head.closure_bound;
    graph = flow_make_graph(&options, plan);
    for (uint32_t i = 0; i < GROUPS; i++) {
        TEST_EQUAL(coop_flow_open_by_leader(&flows[i], graph, i, 1), 0);
        while (flows[i].closures.in_stock < COOP_FLOW_CLOSURES) { /* as what it gives back fills it */
            ulong left = 0;
            if (!TEST_TRUE(coop_set_claim(coop_closures_set(&flows[i]), 1, &left))) {
                break;
            }
            find_one(&flows[i]);
        }
    }
    TEST_AT_LEAST(graph->free_closures.only_through_accessors, GROUPS * 4 * 4); /* N x B x (1 + 3) */
    for (uint32_t i = 0; i < GROUPS; i++) {
        coop_closures_give_all(&flows[i]);
    }
    free(graph);
    free(flows);
    free(plan);
}

/* Fewer than there are waiting tasks on one way down the tree: it ends as full, and never hangs. */
TEST(too_few_closures_end_as_full)
{
    struct happened happened =
        rounds((struct shape){.block_items = 4, .closures = 4, .changes = STAYS, .may_be_full = 1});

    TEST_AT_LEAST(happened.full, 1);
}

/* Some more than that: batches are refused, and go on when others have given closures back. */
TEST(scarce_closures_refuse_and_go_on)
{
    struct happened happened =
        rounds((struct shape){.block_items = 16, .closures = 180, .changes = RESIZES, .may_be_full = 1});

    TEST_AT_LEAST(happened.refusals, 1);
    TEST_AT_LEAST(happened.went_on, 1);
}

/* ---- a leader alone ---- */

/* With a graph of one channel. */
struct alone {
    struct coop_channel_options channels[MOST_CHANNELS];
    struct coop_flow_options options;
    struct coop_flow_plan plan;
    struct coop_flowgraph *graph;
    struct coop_flow flow; /* not open yet */
};

/* blocks  0: the default. */
static struct alone *make_alone(uint32_t blocks, uint32_t closures, uint32_t roots, int opens)
{
    struct shape shape = {.block_items = 4, .blocks = blocks};
    struct alone *alone = calloc(1, sizeof *alone);

    make_channels(alone->channels, &shape);
    alone->channels[0].opens = opens;
    alone->options = (struct coop_flow_options){.groups = 1,
                                                .channels = alone->channels,
                                                .channel_count = 1,
                                                .closure_bytes = 32,
                                                .closures = closures,
                                                .roots = roots};
    alone->graph = flow_make_graph(&alone->options, &alone->plan);
    return alone;
}

static void clear_alone(struct alone *alone)
{
    free(alone->graph);
    free(alone);
}

/* In a channel that opens none, or gives none back, the launch fails, and memory of others is left alone. */
TEST(closures_are_for_channels_that_declare_them)
{
    struct alone *alone = make_alone(0, 4, 1, 0);
    struct coop_flowgraph *graph = alone->graph;
    struct coop_flow *flow = &alone->flow;

    TEST_EQUAL(coop_flow_open_by_leader(flow, graph, 0, 1), 0);
    TEST_EQUAL(coop_closure_take(flow), COOP_NO_CLOSURE);
    TEST_EQUAL(coop_local_load(&flow->fault), COOP_FAILURE_FLOW_CHANNEL);
    coop_local_store(&flow->fault, COOP_FAILURE_NONE);
    coop_closure_give(flow, 1);
    TEST_EQUAL(coop_local_load(&flow->fault), COOP_FAILURE_FLOW_CHANNEL);
    TEST_TRUE(coop_closure_at(flow, COOP_NO_CLOSURE) ==
              (unsigned char *)graph + graph->closures_at + 5 * graph->closure_bytes);
    TEST_TRUE(coop_closure_at(flow, 1) == (unsigned char *)graph + graph->closures_at);
    TEST_AT_LEAST(graph->bytes, graph->closures_at + 5 * graph->closure_bytes + COOP_CLOSURE_BYTES_MAX);
    TEST_TRUE(coop_closure_result(flow, (struct coop_up){1, 0}) == NULL);
    clear_alone(alone);
}

/* A closure that is given back a second time is free once, so whoever claims closures finds them. */
TEST(j4_a_closure_given_back_twice_is_a_fault_and_counted_once)
{
    struct alone *alone = make_alone(0, 4, 1, 1);
    struct coop_flowgraph *graph = alone->graph;
    struct coop_flow *flow = &alone->flow;
    ulong left = 0;

    TEST_EQUAL(coop_flow_open_by_leader(flow, graph, 0, 1), 0);
    TEST_TRUE(coop_set_claim(coop_closures_set(flow), 1, &left));
    TEST_EQUAL_U64(left, 3);
    find_one(flow);
    TEST_EQUAL(flow->closures.in_stock, 1);
    TEST_EQUAL(flow->closures.stock[0], 2); /* behind the root */
    flow->closures.stock[1] = flow->closures.stock[0];
    flow->closures.in_stock = 2;
    coop_closures_give_all(flow);
    TEST_EQUAL(coop_local_load(&flow->fault), COOP_FAILURE_FLOW_CHANNEL);
    TEST_EQUAL(flow->fault_detail >> 24, COOP_FLOW_FREES_TWICE);
    TEST_EQUAL_U64(coop_load64_relaxed(&graph->free_closures), 4);
    coop_flow_flush_by_leader(flow); /* tells the others */
    TEST_EQUAL(coop_load_relaxed(&graph->fault), COOP_FAILURE_FLOW_CHANNEL);
    clear_alone(alone);
}

#if COOP_FLOW_CLOSURES_BY_ITEMS
/* Opens a leader with a stock, which has begun no batch. */
static struct alone *make_stocked(void)
{
    struct alone *alone = make_alone(64, 400, 3, 1);
    struct coop_flow *flow = &alone->flow;

    TEST_EQUAL(coop_flow_open_by_leader(flow, alone->graph, 0, 1), 0);
    coop_add64_relaxed(&alone->graph->outstanding, 1); /* somewhere else: the graph is not done */
    TEST_TRUE(coop_closures_lease(flow, COOP_CHANNEL_OPENS, 2));
    coop_closures_move_by_leader(flow);
    coop_closures_settle(flow, &flow->channels[0]);
    TEST_AT_LEAST(flow->closures.in_stock, 2);
    return alone;
}

static void expect_all_free(struct alone *alone)
{
    coop_flow_flush_by_leader(&alone->flow);
    TEST_EQUAL_U64(coop_load64_relaxed(&alone->graph->free_closures), 400);
    TEST_EQUAL(alone->flow.closures.in_stock, 0);
    TEST_EQUAL(coop_local_load(&alone->flow.fault), COOP_FAILURE_NONE);
    clear_alone(alone);
}

/* It gives its closures back before it ends, in a round in which it begins no batch, and it is not put off
 * for a second time. */
TEST(who_is_to_end_is_put_off_once)
{
    struct alone *alone = make_stocked();
    struct coop_flow *flow = &alone->flow;

    TEST_TRUE(coop_flow_begin_to_end(flow));
    TEST_TRUE(coop_closures_are_to_move(flow));
    coop_closures_move(flow, 0, 1);
    coop_closures_moved(flow);
    TEST_EQUAL_U64(coop_load64_relaxed(&alone->graph->free_closures), 400);
    coop_flow_next_by_leader(flow, 1);
    TEST_EQUAL(flow->state, COOP_FLOW_BUSY);                     /* it has not looked for a batch */
    TEST_TRUE(coop_closures_lease(flow, COOP_CHANNEL_OPENS, 2)); /* as a batch behind that */
    coop_closures_move_by_leader(flow);
    coop_closures_settle(flow, &flow->channels[0]);
    TEST_TRUE(!coop_flow_begin_to_end(flow));
    expect_all_free(alone);
}

/* Two offers without a round between: the leader moves what the first one has sent back (J4). */
TEST(j4_two_offers_in_a_row_lose_no_closure)
{
    struct alone *alone = make_stocked();

    TEST_TRUE(coop_flow_begin_to_end(&alone->flow));
    TEST_TRUE(!coop_flow_begin_to_end(&alone->flow));
    expect_all_free(alone);
}

/* Nothing to do: it is busy until its closures are free (K10). */
TEST(k10_who_has_closures_to_give_back_is_not_quiet)
{
    struct alone *alone = make_stocked();
    struct coop_flow *flow = &alone->flow;

    coop_flow_next_by_leader(flow, 1);
    TEST_EQUAL(flow->state, COOP_FLOW_BUSY);
    TEST_TRUE(coop_closures_are_to_move(flow));
    coop_closures_move(flow, 0, 1);
    coop_closures_moved(flow);
    coop_flow_next_by_leader(flow, 1);
    TEST_EQUAL(flow->state, COOP_FLOW_IDLE);
    expect_all_free(alone);
}
#endif

static uint64_t most(struct coop_flowgraph *graph, enum coop_flow_tally tally)
{
    const uint64_t *counts = flow_at_offset(graph, graph->counts_at);

    return counts[tally]; /* of work-group 0 and the first channel */
}

/* What a leader has claimed is out of the free sets, its stock included; giving it back leaves the peak. */
TEST(peaks_are_of_what_was_out_of_the_free_sets)
{
    struct alone *alone = make_alone(64, 400, 3, 1);
    struct coop_flowgraph *graph = alone->graph;
    struct coop_flow *flow = &alone->flow;

    for (uint32_t round = 0; round < 2; round++) { /* the second one claims less, and changes nothing */
        TEST_EQUAL(coop_flow_open_by_leader(flow, graph, 0, 1), 0);
        TEST_TRUE(coop_flow_lease(flow, 0, 5 - round, 0));
        for (uint32_t i = 0; i < 5 - round; i++) {
            coop_flow_free(flow, 0, flow->leases[i]);
        }
        TEST_TRUE(coop_closures_lease(flow, COOP_CHANNEL_OPENS, 2 - round));
        coop_closures_move_by_leader(flow);
        coop_closures_settle(flow, &flow->channels[0]);
        coop_flow_flush_by_leader(flow);
        TEST_EQUAL_U64(most(graph, COOP_FLOW_MOST_BLOCKS), 5 + COOP_FLOW_STOCK / 2);
        TEST_EQUAL_U64(most(graph, COOP_FLOW_MOST_CLOSURES), 2 + (COOP_FLOW_CLOSURES - 2) / 2);
    }
    TEST_EQUAL_U64(graph->free_closures.only_through_accessors, 400);
    clear_alone(alone);
}

/* J1: a closure goes on once, whichever way the last return has found out that it is the last. */
TEST(j1_a_return_to_nobody_is_a_fault)
{
    struct alone *alone = make_alone(0, 4, 1, 1);
    struct coop_flowgraph *graph = alone->graph;
    struct coop_flow *flow = &alone->flow;

    TEST_EQUAL(coop_flow_open_by_leader(flow, graph, 0, 1), 0);
    coop_closure_return(flow, (struct coop_up){0}); /* nobody */
    TEST_EQUAL(coop_local_load(&flow->fault), COOP_FAILURE_NONE);
    for (uint32_t children = 1; children <= 2; children++) {
        coop_closure_expect(flow, 1, COOP_CHANNEL_NONE, children);
        for (uint32_t i = 0; i < children; i++) {
            coop_closure_return(flow, (struct coop_up){1, 0});
        }
        TEST_EQUAL(coop_load_relaxed(&coop_closure_head(flow, 1)->pending), 0);
        TEST_EQUAL(coop_local_load(&flow->fault), COOP_FAILURE_NONE);
        coop_closure_return(flow, (struct coop_up){1, 0});
        TEST_EQUAL(coop_local_load(&flow->fault), COOP_FAILURE_FLOW_CHANNEL);
        TEST_EQUAL(flow->fault_detail >> 24, COOP_FLOW_RETURNS_TO_NOBODY);
        coop_local_store(&flow->fault, COOP_FAILURE_NONE);
    }
    coop_closure_expect(flow, 1, alone->options.channel_count + 1, 1);
    coop_closure_return(flow, (struct coop_up){1, 0});
    TEST_EQUAL(coop_local_load(&flow->fault), COOP_FAILURE_FLOW_CHANNEL);
    clear_alone(alone);
}
