/* Flow graphs under the C11 memory model: the device's own code of block.clh and flow*.clh, a fiber for each
 * work-group, and items whose accesses are plain, as those of blocks and their headers are. So what the free
 * sets, rings, chains, nodes and the count order too little shows as a race or as a wrong value.
 *
 * Item n reads the cell of its parent and writes its own (K3, K6: what an item's maker wrote before it is
 * visible to whoever runs it). Who finds the end reads all cells (K6). Blocks are few, so that places are
 * written again (K1, K3), and work-groups are refused; in some runs so few that the graph is full (K10). In
 * some runs work-groups are killed and begun through the real group-count word (K7).
 *
 * Beside them runs a tree of tasks that wait for their children, fib by the definition: a child's result is
 * plain (J2, J3), and so are a closure's variables, which are written again when it is taken again (J4). In
 * half of the runs the last child goes on with its parent, whoever has taken that one's closure. */
#include "opencl_c.h"

#define COOP_FLOW 1
#define COOP_FLOW_CHANNELS 4
#define COOP_FLOW_LISTS 32
#define COOP_FLOW_EDGES 8
#define COOP_FLOW_LEASES 16
#define COOP_FLOW_STOCK 2
#define COOP_FLOW_CLOSURES 4
#include "coop/shared/types.h"

#include "cl/platform.clh"

#include "cl/atomics.clh"

struct coop_backoff {
    uint rounds;
};

static inline void coop_relax(struct coop_backoff *backoff)
{
    backoff->rounds++;
    weak_relax();
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "coop/device/flow_member.clh"
#pragma GCC diagnostic pop

#include "coop/shared/groups.h"
#include "host/channel/channel_layout.h"
#include "host/channel/closure_layout.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { GRAPH_BYTES = 32 * 1024, ITEMS_MAX = 48, GROUPS_MAX = 4 };
enum { CHANNELS = 4, EDGES = 5, TASK = 3, POINT = 4 };

struct item {
    uint id;
    uint times; /* that it has been run */
};

struct task {
    struct coop_up up;
    uint n;
};

struct closure {
    struct coop_closure head;
    uint x;
    uint y;
};

/* One run's; watched, but for what only the claims need. */
struct world {
    unsigned char graph[GRAPH_BYTES];
    coop_word64 counts;                   /* the group-count word */
    uint cells[ITEMS_MAX];                /* of each item: 1 more than its parent's */
    uint answers[ITEMS_MAX + GROUPS_MAX]; /* the host's, read when all have ended */
};

struct plan {
    struct coop_channel_options channels[CHANNELS];
    struct coop_edge edges[EDGES];
    struct coop_flow_options options;
    struct coop_flow_plan layout;
    uint items;
    uint roots;
    uint fan;    /* children of an item */
    uint n;      /* fib of it is what the tasks compute */
    uint points; /* those that a last child goes on with: coop_closure_climbs */
    int resizes;
    int may_be_full;
};

static struct world *world;
static struct plan plan;
static uint32_t fibers[WEAK_FIBERS_MAX];
static uint32_t fiber_count;
static uint32_t live;

static struct {
    uint64_t kills;
    uint64_t forks;
    uint64_t shared;
    uint64_t chained;
    uint64_t refused;
    uint64_t full;
    uint64_t opened;
    uint64_t climbed;
    uint64_t stale_loads;
} totals;

static struct coop_flowgraph *graph_of(void)
{
    return (struct coop_flowgraph *)(void *)world->graph;
}

static void member_body(void *argument);

/* What the beginner has done is visible to the new work-group, as by a frame's ASSIGNED. */
static void begin_member(uint group)
{
    weak_check(fiber_count < WEAK_FIBERS_MAX - 1, "more work-groups than the engine has room for");
    live++;
    fibers[fiber_count++] = weak_spawn(member_body, (void *)(uintptr_t)group);
}

/* Of three children one goes into the second channel, whose items have none, and are kept once. */
static uint channel_of(uint id)
{
    return id >= plan.roots && id % 3 == 0 ? 1 : 0;
}

static void emit(struct coop_flow *flow, uint id)
{
    uint tag = channel_of(id) + 1;
    struct item *into = (struct item *)(void *)coop_flow_place(flow, tag, coop_flow_reserve(flow, tag, 1),
                                                               sizeof(struct item));

    weak_check(into != NULL, "no place for item %u", id); /* K4 */
    into->id = id;
    into->times = 0;
}

static void run_item(struct coop_flow *flow, const struct item *item)
{
    uint id = item->id;
    uint parent = id < plan.roots ? id : (id - plan.roots) / plan.fan;

    weak_check(id < plan.items, "no item");
    weak_check(item->times > 0 || world->cells[id] == 0, "item %u is run again", id); /* K2 */
    weak_check(id < plan.roots || world->cells[parent] != 0, "item %u is run before its parent", id);
    if (channel_of(id) == 1 && item->times == 0) {
        struct item *kept = (struct item *)(void *)coop_flow_keep(flow, 2, sizeof(struct item));
        weak_check(kept != NULL, "no place for item %u, which is kept", id);
        kept->id = id;
        kept->times = 1;
        world->cells[id] = 1000;
        return;
    }
    weak_check(channel_of(id) == 0 || world->cells[id] == 1000, "item %u has forgotten its first run", id);
    world->cells[id] = id < plan.roots ? 1 : world->cells[parent] + 1;
    for (uint i = 0; i < plan.fan && channel_of(id) == 0; i++) {
        uint child = plan.roots + id * plan.fan + i;
        if (child < plan.items) {
            emit(flow, child);
        }
    }
}

/* ---- tasks ---- */

static uint fib(uint n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static struct closure *closure_of(struct coop_flow *flow, uint closure)
{
    return (struct closure *)(void *)coop_closure_at(flow, closure);
}

static void spawn(struct coop_flow *flow, uint me, uint at, uint n)
{
    struct task *into = (struct task *)(void *)coop_flow_place(flow, TASK, coop_flow_reserve(flow, TASK, 1),
                                                               sizeof(struct task));

    weak_check(into != NULL, "no place for a task"); /* K4 */
    into->up.closure = me;
    into->up.at = at;
    into->n = n;
}

static uint sum_of(struct closure *mine)
{
    weak_check(mine->x < 1000 && mine->y < 1000, "a task goes on before its children return"); /* J1, J2 */
    return mine->x + mine->y;
}

static void return_value(struct coop_flow *flow, struct coop_up up, uint value)
{
    uint seat = 0;

    coop_closure_put(flow, up, uint, value);
    while (coop_closure_climbs(flow, up, plan.points, &seat) == POINT) {
        uint me = up.closure;
        struct closure *mine = closure_of(flow, me);

        up.closure = mine->head.up.closure;
        up.at = mine->head.up.at;
        coop_closure_put(flow, up, uint, sum_of(mine));
        coop_closure_give_on(flow, me, seat);
        totals.climbed++;
    }
}

static void run_task(struct coop_flow *flow, const struct task *task)
{
    struct coop_up up = {task->up.closure, task->up.at};
    struct closure *mine;
    uint me;

    if (task->n < 2) {
        return_value(flow, up, task->n);
        return;
    }
    me = coop_closure_take(flow);
    mine = closure_of(flow, me);
    weak_check(me != COOP_NO_CLOSURE, "no closure for a task"); /* J6 */
    mine->head.up.closure = up.closure;
    mine->head.up.at = up.at;
    mine->x = 1000;
    mine->y = 1000;
    coop_closure_expect(flow, me, POINT, 2);
    spawn(flow, me, offsetof(struct closure, x), task->n - 1);
    spawn(flow, me, offsetof(struct closure, y), task->n - 2);
}

static void run_point(struct coop_flow *flow, uint me)
{
    struct closure *mine = closure_of(flow, me);
    struct coop_up up = {mine->head.up.closure, mine->head.up.at};
    uint sum = sum_of(mine);

    coop_closure_give(flow, me);
    return_value(flow, up, sum);
}

static void run_batch_of_tasks(struct coop_flow *flow)
{
    for (uint i = 0; i < coop_flow_count(flow); i++) {
        if (coop_flow_channel(flow) == TASK) {
            run_task(flow, (const struct task *)(const void *)flow->items + i);
        } else {
            run_point(flow, ((const uint *)(const void *)flow->items)[i]);
        }
    }
}

static struct closure *root_closure(void)
{
    return (struct closure *)(void *)(world->graph + graph_of()->closures_at);
}

static void run_batch(struct coop_flow *flow)
{
    if (coop_flow_channel(flow) >= TASK) {
        run_batch_of_tasks(flow);
        return;
    }
    for (uint i = 0; i < coop_flow_count(flow); i++) {
        run_item(flow, (const struct item *)(const void *)flow->items + i);
    }
}

static struct coop_groups_step groups_step(uint group, int forks)
{
    ulong word = coop_load64_relaxed(&world->counts);
    struct coop_groups_step step;

    do {
        step = forks ? coop_groups_request_fork(word) : coop_groups_offer_kill(word, 0, group, ~0u);
        if (step.event == COOP_GROUPS_NOTHING) {
            return step;
        }
    } while (!coop_replace64_acquire_release(&world->counts, &word, step.word));
    return step;
}

/* offer_kill as cl/flow.cl and cl/resize.cl do it; 1 when the work-group has ended. */
static int offers(struct coop_flow *flow, uint group)
{
    ulong word = coop_load64_relaxed(&world->counts);

    if (coop_groups_offer_kill(word, 0, group, ~0u).event == COOP_GROUPS_NOTHING) {
        return 0;
    }
    coop_flow_flush_by_leader(flow);
    if (groups_step(group, 0).event == COOP_GROUPS_NOTHING) {
        coop_flow_reopen_by_leader(flow);
        return 0;
    }
    totals.kills++;
    return 1;
}

static void requests(void)
{
    struct coop_groups_step step;
    uint active;

    if (fiber_count + GROUPS_MAX >= WEAK_FIBERS_MAX) {
        return; /* a request is a choice of the kernel's */
    }
    step = groups_step(0, 1);
    active = coop_groups_get(step.word, COOP_GROUPS_ACTIVE);
    for (uint group = active - step.forked; group < active; group++) {
        totals.forks++;
        begin_member(group);
    }
}

/* All cells: the end has been found (K6), so all items are done and what they wrote is visible. An item
 * without a maker, because an ancestor of it has no children, was never there. */
static uint sum_of_cells(void)
{
    uint sum = 0;

    for (uint i = 0; i < plan.items; i++) {
        uint parent = i < plan.roots ? i : (i - plan.roots) / plan.fan;
        int is_there = i < plan.roots || (world->cells[parent] != 0 && channel_of(parent) == 0);
        weak_check(!is_there || (world->cells[i] != 0 && world->cells[i] != 1000),
                   "the end was found before item %u was run", i);
        sum += world->cells[i];
    }
    return sum;
}

static void member_body(void *argument)
{
    uint group = (uint)(uintptr_t)argument;
    struct coop_flow flow;

    weak_check(coop_flow_open_by_leader(&flow, graph_of(), group, 1) == 0, "the graph does not fit");
    for (;;) {
        if (plan.resizes) {
            if (offers(&flow, group)) {
                live--;
                return;
            }
            requests();
        }
        coop_flow_next_by_leader(&flow,
                                 coop_groups_get(coop_load64_relaxed(&world->counts), COOP_GROUPS_ACTIVE));
        if (coop_flow_is_done(&flow)) {
            break;
        }
        run_batch(&flow);
    }
    if (coop_load_relaxed(&graph_of()->fault) == COOP_FAILURE_NONE) {
        world->answers[weak_fiber()] = sum_of_cells();
        weak_check(root_closure()->x == fib(plan.n), "the tasks' result is wrong"); /* J5 */
    }
    coop_flow_flush_by_leader(&flow);
    coop_add64_release(&world->counts, coop_groups_one(COOP_GROUPS_RETURNED));
    live--;
}

/* Blocks of 1 to 4 items, as few as there may be, or some more. */
static void choose_plan(int resizes, int may_be_full)
{
    uint groups = 2 + weak_below(GROUPS_MAX - 1);

    memset(&plan, 0, sizeof plan);
    plan.resizes = resizes;
    plan.may_be_full = may_be_full;
    plan.roots = 1 + weak_below(3);
    plan.fan = 1 + weak_below(3);
    plan.items = plan.roots + weak_below(ITEMS_MAX - plan.roots);
    plan.n = may_be_full ? 0 : weak_below(7);
    plan.points = weak_below(2) << (POINT - 1);
    for (uint i = 0; i < CHANNELS; i++) {
        plan.channels[i].item_bytes = i + 1 == TASK    ? sizeof(struct task)
                                      : i + 1 == POINT ? sizeof(uint)
                                                       : sizeof(struct item);
        plan.channels[i].block_items = 1u << weak_below(3);
        plan.channels[i].least_items = 1 + weak_below(plan.channels[i].block_items);
        plan.channels[i].batch_items = 1 + weak_below(plan.channels[i].block_items);
    }
    plan.channels[0].levels = 4;
    plan.channels[0].blocks = may_be_full ? 3 + plan.roots : 40 + weak_below(40);
    plan.channels[1].keeps = 1;
    plan.channels[1].blocks = groups + 4 + weak_below(4);
    plan.channels[TASK - 1].levels = 6;
    plan.channels[TASK - 1].opens = 1;
    plan.channels[POINT - 1].levels = 1;
    plan.channels[POINT - 1].resumes = 1;
    plan.edges[0] = (struct coop_edge){1, 1, plan.fan};
    plan.edges[1] = (struct coop_edge){1, 2, plan.fan};
    plan.edges[2] = (struct coop_edge){TASK, TASK, 2};
    plan.edges[3] = (struct coop_edge){TASK, POINT, 1};
    plan.edges[4] = (struct coop_edge){POINT, POINT, 1};
    plan.options = (struct coop_flow_options){.groups = groups,
                                              .channels = plan.channels,
                                              .channel_count = CHANNELS,
                                              .edges = plan.edges,
                                              .edge_count = EDGES,
                                              .closure_bytes = sizeof(struct closure),
                                              /* one more than there are tasks with children */
                                              .closures = 13,
                                              .roots = 1};
    weak_check(coop_flow_plan(&plan.options, &plan.layout), "%s", plan.layout.wrong);
    weak_check(plan.layout.head.bytes <= GRAPH_BYTES, "the graph takes %llu bytes",
               (unsigned long long)plan.layout.head.bytes);
}

/* As coop_flow_init. */
static void write_graph(void)
{
    const struct coop_flow_plan *layout = &plan.layout;

    memset(world, 0, sizeof *world);
    memcpy(world->graph, &layout->head, sizeof layout->head);
    memcpy(world->graph + layout->head.channels_at, layout->channels, CHANNELS * sizeof layout->channels[0]);
    memcpy(world->graph + layout->head.edges_at, layout->edges, EDGES * sizeof layout->edges[0]);
    for (uint word = 0; word < (layout->head.closure_count + 63) / 64; word++) {
        uint64_t bits = coop_closures_free_word(&layout->head, word);
        memcpy(world->graph + layout->head.closures_free_at + word * 8, &bits, 8);
    }
    for (uint i = 0; i < CHANNELS; i++) {
        const struct coop_channel *channel = &layout->channels[i];
        for (uint word = 0; word < (channel->block_count + 63) / 64; word++) {
            uint64_t bits = coop_flow_free_word(layout, i, word);
            memcpy(world->graph + channel->free_at + word * 8, &bits, 8);
        }
        for (uint group = 0; group < layout->head.groups && coop_flow_spares(layout, i) > 0; group++) {
            uint32_t block = channel->first_block + group;
            memcpy(world->graph + layout->head.spares_at + (group * CHANNELS + i) * 4, &block, 4);
        }
    }
}

/* As coop_flow_push: each root in a block of its own. */
static void push_roots(void)
{
    static struct coop_flow flow;
    struct task task = {{1, offsetof(struct closure, x)}, plan.n};

    weak_check(coop_flow_open_by_leader(&flow, graph_of(), 0, 1) == 0, "the graph does not fit");
    for (uint i = 0; i < plan.roots; i++) {
        struct item item = {i, 0};
        weak_check(coop_flow_lease(&flow, 0, 1, 0), "no block for a root");
        memcpy(coop_flow_at(&flow.channels[0], flow.leases[0], 0, sizeof item), &item, sizeof item);
        coop_ring_put(coop_flow_ring(&flow, 0), flow.leases[0], 1, 0);
    }
    root_closure()->head.pending.only_through_accessors = 1;
    root_closure()->head.tag = COOP_CHANNEL_NONE;
    weak_check(coop_flow_lease(&flow, TASK - 1, 1, 0), "no block for the first task");
    memcpy(coop_flow_at(&flow.channels[TASK - 1], flow.leases[0], 0, sizeof task), &task, sizeof task);
    coop_ring_put(coop_flow_ring(&flow, TASK - 1), flow.leases[0], 1, 0);
    coop_flow_flush_by_leader(&flow);
    graph_of()->outstanding.only_through_accessors = plan.roots + 1;
    world->counts.only_through_accessors = coop_groups_launched(plan.options.groups);
    fiber_count = 0;
    live = 0;
}

/* The scheduler's part: it changes its mind about the number of work-groups while there are some. */
static void retarget(void)
{
    while (live > 0) {
        uint target = 1 + weak_below(plan.options.groups);
        ulong word = coop_load64_relaxed(&world->counts);
        while (!coop_replace64_acquire_release(&world->counts, &word,
                                               coop_groups_retarget(word, target, plan.options.groups))) {
        }
        for (uint turns = weak_below(40); turns > 0; turns--) {
            weak_relax();
        }
    }
}

static uint64_t counted(enum coop_flow_tally tally)
{
    const uint64_t *counts = (const uint64_t *)(const void *)(world->graph + graph_of()->counts_at);
    uint64_t sum = 0;

    for (uint i = 0; i < graph_of()->groups * CHANNELS; i++) {
        sum += counts[i * COOP_FLOW_COUNTS + (uint)tally];
    }
    return sum;
}

static void check_end(void)
{
    uint fault = graph_of()->fault.only_through_accessors;

    totals.shared += counted(COOP_FLOW_SHARED);
    totals.chained += counted(COOP_FLOW_CHAINED);
    totals.refused += counted(COOP_FLOW_REFUSALS);
    totals.opened += counted(COOP_FLOW_OPENED);
    totals.full += fault == COOP_FAILURE_FLOW_FULL;
    if (plan.may_be_full && fault == COOP_FAILURE_FLOW_FULL) {
        weak_check(graph_of()->outstanding.only_through_accessors > 0, "full at the end");
        return;
    }
    weak_check(fault == COOP_FAILURE_NONE, "fault %u, %u", fault,
               (uint)graph_of()->fault_detail.only_through_accessors);
    weak_check(graph_of()->outstanding.only_through_accessors == 0, "the count does not end at 0");
    weak_check(counted(COOP_FLOW_OPENED) == counted(COOP_FLOW_CLOSED), "a closure is lost");
    weak_check(graph_of()->free_closures.only_through_accessors ==
                   graph_of()->closure_count - graph_of()->root_count,
               "a closure is in no set"); /* J4 */
    weak_check(counted(COOP_FLOW_RUN) ==
                   counted(COOP_FLOW_EMITTED) + counted(COOP_FLOW_KEPT) + plan.roots + 1,
               "more items were run than came, or fewer");
}

static void run(int resizes, int may_be_full)
{
    choose_plan(resizes, may_be_full);
    write_graph();
    push_roots();
    weak_watch(world, sizeof *world);
    for (uint group = 0; group < plan.options.groups; group++) {
        begin_member(group);
    }
    if (resizes) {
        retarget();
    }
    for (uint32_t i = 0; i < fiber_count; i++) {
        weak_join(fibers[i]);
    }
    check_end();
}

static void work_groups_stay(void *none)
{
    (void)none;
    run(0, 0);
}

static void work_groups_come_and_go(void *none)
{
    (void)none;
    run(1, 0);
}

static void blocks_are_few(void *none)
{
    (void)none;
    run(0, 1);
}

static void explore(void (*body)(void *), uint64_t runs)
{
    uint64_t seed = test_seed();

    runs = test_option("runs", runs);
    world = aligned_alloc(128, (sizeof *world + 127) / 128 * 128);
    memset(&totals, 0, sizeof totals);
    for (uint64_t i = 0; i < runs; i++) {
        struct weak_options options = {.seed = seed + i};
        struct weak_result result;

        options.stale_in_256 = (uint32_t)(i % 4) * 40;
        options.stay_in_256 = (uint32_t)(i / 4 % 4) * 80;
        result = weak_run(&options, body, NULL);
        totals.stale_loads += result.stale_loads;
        if (result.verdict != WEAK_DONE) {
            static const char *const names[] = {"done", "race", "deadlock", "endless", "broken"};
            TEST_FAIL("seed=%llu runs=1: %s: %s", (unsigned long long)(seed + i), names[result.verdict],
                      result.message);
            break;
        }
    }
    TEST_NOTE("%llu runs: %llu stale loads, %llu shared, %llu chained, %llu kills, %llu forks, %llu refused, "
              "%llu full",
              (unsigned long long)runs, (unsigned long long)totals.stale_loads,
              (unsigned long long)totals.shared, (unsigned long long)totals.chained,
              (unsigned long long)totals.kills, (unsigned long long)totals.forks,
              (unsigned long long)totals.refused, (unsigned long long)totals.full);
    free(world);
}

TEST(items_see_their_makers_and_the_end_sees_all_items)
{
    explore(work_groups_stay, 600);
    TEST_AT_LEAST(totals.shared, 1);
    TEST_AT_LEAST(totals.opened, 1);
    TEST_AT_LEAST(totals.climbed, 1);
    TEST_AT_LEAST(totals.stale_loads, 1);
}

TEST(nothing_is_lost_while_work_groups_come_and_go)
{
    explore(work_groups_come_and_go, 300);
    TEST_AT_LEAST(totals.chained, 1);
    TEST_AT_LEAST(totals.kills, 1);
    TEST_AT_LEAST(totals.forks, 1);
    TEST_AT_LEAST(totals.climbed, 1);
}

TEST(with_few_blocks_it_ends_done_or_full)
{
    explore(blocks_are_few, 100);
    TEST_AT_LEAST(totals.refused, 1);
    TEST_AT_LEAST(totals.full, 1);
}
