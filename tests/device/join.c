/* Tasks that wait for their children, on the device: fib by hand on channels and closures. The result and
 * the number of tasks are those of the definition, while work-groups end and begin; every closure is free
 * again; and what is wrong with a graph or an item is said in a message. `seed=` repeats, `n=` and
 * `launches=` size a run. J1 to J6 of shared/closure.h. */
#include "apps/fib/fib_by_hand_items.h"
#include "device.h"
#include "join_items.h"
#include "join_kernels.h"
#include "join_kernels_text.h"
#include "traced_runs.h"
#include "traffic.h"

#include <coop/channel.h>
#include <coop/trace_stat.h>
#include <pthread.h>
#include <stdlib.h>

struct world {
    struct device *device;
    struct coop_channel_options channels[2];
    struct coop_flow_options options;
    coop_buffer *graph;
    struct coop_up root;
    uint64_t random;
};

/* A return may be of the last child: so it may emit its parent. */
static const struct coop_edge edges[] = {{coop_channel_fib, coop_channel_fib, 2},
                                         {coop_channel_fib, coop_channel_fib_sum, 1},
                                         {coop_channel_fib_sum, coop_channel_fib_sum, 1}};

static uint64_t fib_of(uint32_t n)
{
    uint64_t a = 0;
    uint64_t b = 1;

    for (; n > 0; n--) {
        uint64_t next = a + b;
        a = b;
        b = next;
    }
    return a;
}

/* By the definition: 1 and those of both children. */
static uint64_t tasks_of(uint32_t n)
{
    return 2 * fib_of(n + 1) - 1;
}

static struct world *make_world(uint32_t n)
{
    struct world *world = calloc(1, sizeof *world);
    const uint32_t block_items = 64;

    world->device = device_open(join_kernels_module_text, join_kernels_module_bytes);
    world->random = test_seed();
    world->channels[0] = (struct coop_channel_options){.item_bytes = sizeof(struct fib),
                                                       .block_items = block_items,
                                                       .levels = n,
                                                       .first_items = 1,
                                                       .opens = 1,
                                                       .name = "fib"};
    world->channels[1] = (struct coop_channel_options){.item_bytes = sizeof(struct fib_sum),
                                                       .block_items = block_items,
                                                       .levels = 1,
                                                       .resumes = 1,
                                                       .name = "fib_sum"};
    world->options = (struct coop_flow_options){.groups = world->device->workers,
                                                .channels = world->channels,
                                                .channel_count = 2,
                                                .edges = edges,
                                                .edge_count = 3,
                                                .closure_bytes = sizeof(struct fib_closure),
                                                .roots = 1};
    return world;
}

static void prepare(struct world *world)
{
    uint64_t bytes = coop_flow_bytes(&world->options);

    TEST_AT_LEAST(bytes, 1);
    world->graph = device_buffer(world->device, bytes);
    OK(world->device, coop_flow_init(world->graph, 0, &world->options));
}

static void push_root(struct world *world, uint32_t n)
{
    struct fib item = {.n = n};

    OK(world->device, coop_flow_root(world->graph, 0, &world->root));
    item.up = world->root;
    OK(world->device, coop_flow_push(world->graph, 0, coop_channel_fib, &item, sizeof item, 1));
}

static void clear(struct world *world)
{
    coop_buffer_destroy(world->graph);
    free(world);
}

static coop_launch *launch_joining(struct world *world)
{
    const struct joining_args args = {coop_buffer_address(world->graph)};
    coop_launch *launch = NULL;

    OK(world->device, joining_launch(world->device->run, &args, NULL, &launch));
    return launch;
}

static coop_launch *launch_to_the_last(struct world *world)
{
    const struct joining_to_the_last_args args = {coop_buffer_address(world->graph)};
    coop_launch *launch = NULL;

    OK(world->device, joining_to_the_last_launch(world->device->run, &args, NULL, &launch));
    return launch;
}

static void check(struct world *world, uint32_t n)
{
    struct coop_flow_counts counts;
    uint64_t result = 0;
    uint64_t outstanding = 1;

    OK(world->device, coop_flow_result(world->graph, 0, world->root, &result, sizeof result));
    TEST_EQUAL_U64(result, fib_of(n));
    OK(world->device, coop_flow_report(world->graph, 0, coop_channel_fib, &counts, &outstanding));
    TEST_EQUAL_U64(outstanding, 0);
    TEST_EQUAL_U64(counts.run, tasks_of(n));
    TEST_EQUAL_U64(counts.opened, (tasks_of(n) - 1) / 2);
    OK(world->device, coop_flow_report(world->graph, 0, UINT32_MAX, &counts, NULL));
    TEST_EQUAL_U64(counts.closed, counts.opened);
    TEST_EQUAL_U64(counts.closures_free, counts.closures); /* J4 */
    TEST_EQUAL_U64(counts.blocks_free, counts.blocks);
}

struct happened {
    uint64_t suspensions;
    uint64_t kills;
    uint64_t changes; /* kills and forks */
    uint64_t chained;
};

enum traffic { ALONE, BESIDE_SOME, BESIDE_ALL };

/* BESIDE_ALL: regular kernels that want every work-group, and get the last one, too. */
static void run_once(uint32_t n, enum traffic traffic, struct happened *happened)
{
    struct world *world = make_world(n);
    struct coop_launch_stats stats = {0};
    struct coop_flow_counts counts;
    coop_launch *launch;

    prepare(world);
    push_root(world, n);
    launch = traffic == BESIDE_ALL ? launch_to_the_last(world) : launch_joining(world);
    if (traffic != ALONE && launch != NULL) {
        traffic_until_end(world->device, launch, &world->random,
                          traffic == BESIDE_ALL ? world->device->workers : 0);
    }
    device_finish(world->device, launch, &stats);
    check(world, n);
    OK(world->device, coop_flow_report(world->graph, 0, UINT32_MAX, &counts, NULL));
    happened->suspensions += stats.suspensions;
    happened->kills += (uint64_t)stats.kills + stats.barrier_kills;
    happened->changes += (uint64_t)stats.kills + stats.barrier_kills + stats.forks + stats.barrier_forks;
    happened->chained += counts.chained;
    TEST_NOTE("fib(%u): %llu kills, %llu chained, %llu shared, %llu refused", n,
              (unsigned long long)happened->kills, (unsigned long long)counts.chained,
              (unsigned long long)counts.shared, (unsigned long long)counts.refusals);
    clear(world);
}

TEST(every_small_tree_has_its_result)
{
    struct happened happened = {0};

    for (uint32_t n = 1; n <= 12; n++) {
        run_once(n, ALONE, &happened);
    }
}

TEST(fib_has_its_result)
{
    struct happened happened = {0};

    run_once((uint32_t)test_option("n", 22), ALONE, &happened);
}

/* `changes=` asks for so many kills and forks. A device that is done before anything happens gets more
 * launches, which have ten of them and more. */
static void run_beside(enum traffic traffic)
{
    enum { N_MAX = 32, MORE_LAUNCHES = 40 };
    struct happened happened = {0};
    uint32_t n = (uint32_t)test_option("n", 22);
    uint64_t launches = test_option("launches", 1);
    uint64_t changes = test_option("changes", 1);

    for (uint64_t i = 0; i < launches + MORE_LAUNCHES + changes / 10 && test_failures() == 0; i++) {
        if (i >= launches && happened.kills > 0 && happened.chained > 0 &&
            (traffic != BESIDE_ALL || happened.suspensions > 0) && happened.changes >= changes) {
            break;
        }
        run_once(n, traffic, &happened);
        n += i + 1 >= launches && n < N_MAX;
    }
    TEST_AT_LEAST(happened.kills, 1);
    TEST_AT_LEAST(happened.chained, 1);
    TEST_AT_LEAST(happened.changes, changes);
    TEST_AT_LEAST(happened.suspensions, traffic == BESIDE_ALL);
}

TEST(fib_has_its_result_under_kills_and_forks)
{
    run_beside(BESIDE_SOME);
}

/* J4: what waits is in closures, and no work-group has any in its stock while the kernel is suspended. */
TEST(fib_has_its_result_when_the_last_work_group_is_killed)
{
    run_beside(BESIDE_ALL);
}

/* The launch fails with this message, and another run works. */
static void expect_failure(struct world *world, coop_launch *launch, const char *words)
{
    struct happened happened = {0};

    if (launch != NULL) {
        REFUSED(world->device, coop_launch_wait(launch, WAIT_NS, NULL), COOP_KERNEL_FAILED, words);
    }
    coop_launch_destroy(launch);
    device_stop(world->device);
    clear(world);
    run_once(10, ALONE, &happened);
}

/* K10, J6: on the way down the tree more tasks wait than there are closures. */
TEST(too_few_closures_are_a_failure)
{
    struct world *world = make_world(20);

    world->options.closures = 5;
    prepare(world);
    push_root(world, 20);
    expect_failure(world, launch_joining(world), "it has 5 closures, 0 of them free");
}

/* What the root waits for. */
static void set_pending(struct world *world, uint32_t pending)
{
    struct coop_flowgraph head;

    OK(world->device, coop_buffer_read(world->graph, 0, &head, sizeof head));
    OK(world->device, coop_buffer_write(world->graph, head.closures_at, &pending, sizeof pending));
}

/* The host asks before anybody has returned, and for roots and results that there are not. */
TEST(host_refuses_what_makes_no_sense)
{
    struct world *world = make_world(5);
    struct coop_up none;
    uint64_t result;

    prepare(world);
    REFUSED(world->device, coop_flow_result(world->graph, 0, (struct coop_up){1, 16}, &result, sizeof result),
            COOP_INVALID_ARGUMENT, "there is no such root");
    push_root(world, 5);
    REFUSED(world->device, coop_flow_result(world->graph, 0, world->root, &result, sizeof result), COOP_BUSY,
            "the task has not returned");
    set_pending(world, ~0u);
    REFUSED(world->device, coop_flow_result(world->graph, 0, world->root, &result, sizeof result), COOP_BUSY,
            "more than one task has returned");
    set_pending(world, 1);
    REFUSED(world->device, coop_flow_result(world->graph, 0, world->root, &result, 17), COOP_INVALID_ARGUMENT,
            "more bytes than a closure");
    REFUSED(world->device, coop_flow_root(world->graph, 0, &none), COOP_OUT_OF_MEMORY, "all roots are given");
    TEST_EQUAL(none.closure, COOP_NO_CLOSURE);
    device_finish(world->device, launch_joining(world), NULL);
    check(world, 5);
    clear(world);
}

static void misuse_closures(enum misuse_wanted what, int opens, const char *words)
{
    struct world *world = make_world(5);
    struct misuse item = {what};
    struct misusing_args args;
    coop_launch *launch = NULL;

    world->channels[0] = (struct coop_channel_options){.item_bytes = sizeof item, .opens = opens};
    world->options.channel_count = 1;
    world->options.edge_count = 0;
    prepare(world);
    OK(world->device, coop_flow_root(world->graph, 0, &world->root));
    OK(world->device, coop_flow_push(world->graph, 0, coop_channel_misuse, &item, sizeof item, 1));
    args.graph = coop_buffer_address(world->graph);
    OK(world->device, misusing_launch(world->device->run, &args, NULL, &launch));
    expect_failure(world, launch, words);
}

TEST(a_closure_for_a_channel_that_opens_none_is_a_failure)
{
    misuse_closures(TAKES, 0, "channel 1: an item took a closure whose channel was made without opens");
}

TEST(two_closures_for_an_item_are_a_failure)
{
    misuse_closures(TAKES_TWICE, 1, "or a second one");
}

TEST(a_closure_given_back_by_a_channel_that_resumes_none_is_a_failure)
{
    misuse_closures(GIVES, 1,
                    "channel 1: an item gave a closure back whose channel was made without resumes");
}

TEST(a_return_that_nobody_waits_for_is_a_failure)
{
    misuse_closures(RETURNS_TWICE, 0, "channel 1: an item returned to nobody");
}

TEST(a_closure_that_goes_on_in_no_channel_is_a_failure)
{
    misuse_closures(RETURNS_TO_A_STRANGER, 1, "channel 1: an item returned to nobody");
}

/* An item of zeros has no parent, whatever the graph's memory held before: here closures that wait. */
TEST(a_task_without_a_root_returns_to_nobody)
{
    enum { N = 12 };
    struct world *world = make_world(N);
    uint64_t bytes = coop_flow_bytes(&world->options);
    uint32_t *rubbish = malloc(bytes);
    struct fib item = {.n = N};
    struct coop_flow_counts counts;

    for (uint64_t i = 0; i < bytes / sizeof *rubbish; i++) {
        rubbish[i] = 1;
    }
    world->graph = device_buffer(world->device, bytes);
    OK(world->device, coop_buffer_write(world->graph, 0, rubbish, bytes));
    OK(world->device, coop_flow_init(world->graph, 0, &world->options));
    OK(world->device, coop_flow_push(world->graph, 0, coop_channel_fib, &item, sizeof item, 1));
    device_finish(world->device, launch_joining(world), NULL);
    OK(world->device, coop_flow_report(world->graph, 0, coop_channel_fib, &counts, NULL));
    TEST_EQUAL_U64(counts.run, tasks_of(N));
    TEST_EQUAL_U64(counts.closures_free, counts.closures);
    push_root(world, N);
    device_finish(world->device, launch_joining(world), NULL);
    OK(world->device, coop_flow_result(world->graph, 0, world->root, rubbish, sizeof(uint64_t)));
    TEST_EQUAL_U64(*(uint64_t *)(void *)rubbish, fib_of(N));
    free(rubbish);
    clear(world);
}

/* ---- the trace ---- */

static uint32_t refused_for_closures(const struct coop_trace *trace)
{
    uint32_t count = 0;

    for (size_t i = 0; i < trace->event_count; i++) {
        const struct coop_trace_event *event = &trace->events[i];
        if (event->kind == COOP_TRACE_FLOW_REFUSED) {
            TEST_EQUAL_U64(event->word >> 16, 0);
            count += (event->word >> 8) == 0xff;
        }
    }
    return count;
}

static struct coop_run_options traced(const struct device *device)
{
    return (struct coop_run_options){.worker_groups = device->workers,
                                     .local_items = device->local_items,
                                     .trace_events = 1u << 18,
                                     .trace_flow = 1};
}

/* A trace with one event changed, the first of its kind: the rule is violated. */
static void expect_violation(const struct coop_trace *trace, unsigned kind, uint32_t value, uint64_t word,
                             const char *rule)
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
            TEST_CONTAINS(verdict.rule, rule);
            *event = right;
            return;
        }
    }
    TEST_FAIL("the trace has no event of kind %u", kind);
}

/* What the trace says of closures is what the graph counts, and the tree's own numbers. */
static void compare_with_report(struct world *world, const struct coop_trace *trace, uint32_t n)
{
    uint64_t waiting = (tasks_of(n) - 1) / 2;
    struct coop_flow_counts counts;
    struct coop_trace_stat stat;

    OK(world->device, coop_flow_report(world->graph, 0, UINT32_MAX, &counts, NULL));
    TEST_EQUAL(coop_trace_stat_init(&stat, trace, 1), COOP_OK);
    if (TEST_EQUAL(stat.closure_count, 1)) {
        const struct coop_trace_closure_stat *seen = &stat.closures[0];
        TEST_CONTAINS(seen->kernel, "joining");
        TEST_EQUAL_U64(seen->closures, counts.closures);
        TEST_EQUAL_U64(seen->opened, counts.opened);
        TEST_EQUAL_U64(seen->closed, counts.closed);
        TEST_EQUAL_U64(seen->waits, waiting);
        TEST_EQUAL_U64(seen->awaited, 2 * waiting);
        TEST_EQUAL_U64(seen->returned, tasks_of(n));
        TEST_EQUAL_U64(seen->joined, waiting + 1); /* and the host's */
        TEST_AT_LEAST(seen->peak, n - 1);          /* on the way to the deepest leaf */
        TEST_AT_MOST(seen->peak, counts.closures_most);
    }
    TEST_AT_MOST(counts.closures_most, counts.closures);
    TEST_AT_MOST(counts.blocks_most, counts.blocks);
    TEST_NOTE("%llu closures and %llu blocks at most; the rules ask for %llu and %llu",
              (unsigned long long)counts.closures_most, (unsigned long long)counts.blocks_most,
              (unsigned long long)counts.closures_rule, (unsigned long long)counts.blocks_rule);
    coop_trace_stat_clear(&stat);
}

static uint64_t closures_of(struct world *world)
{
    struct coop_flow_counts counts = {0};

    OK(world->device, coop_flow_report(world->graph, 0, UINT32_MAX, &counts, NULL));
    return counts.closures;
}

/* The work-group that tells how many closures there are may be slower than one that takes some. */
static void check_told_late(struct world *world, const struct coop_trace *trace, uint32_t n)
{
    struct coop_trace_verdict verdict;
    struct coop_trace_event told = {0};
    size_t at = 0;

    while (at < trace->event_count && trace->events[at].kind != COOP_TRACE_FLOW_CLOSURES) {
        at++;
    }
    if (!TEST_TRUE(at < trace->event_count)) {
        return;
    }
    for (told = trace->events[at]; at + 1 < trace->event_count; at++) {
        trace->events[at] = trace->events[at + 1];
        if (trace->events[at].kind == COOP_TRACE_FLOW_OPENED) {
            told.time_ns = trace->events[at].time_ns;
            trace->events[at + 1] = told;
            break;
        }
    }
    TEST_EQUAL(coop_trace_check(trace, &verdict), COOP_OK);
    TEST_EQUAL_TEXT(verdict.is_violated ? verdict.text : "", "");
    compare_with_report(world, trace, n);
}

static void check_trace(struct world *world, uint32_t n)
{
    struct coop_trace trace;

    OK(world->device, coop_run_stop(world->device->run, WAIT_NS));
    if (!OK(world->device, coop_trace_take(world->device->run, &trace))) {
        return;
    }
    TEST_EQUAL_U64(trace.events_lost, trace.barrier_events_lost);
    trace_checked(&trace);
    compare_with_report(world, &trace, n);
    expect_violation(&trace, COOP_TRACE_FLOW_OPENED, 1u << 16, 0, "J1");   /* one more wait */
    expect_violation(&trace, COOP_TRACE_FLOW_OPENED, 0, 1u << 16, "J1");   /* for one more */
    expect_violation(&trace, COOP_TRACE_FLOW_RETURNED, 1, 0, "J1");        /* one more returns */
    expect_violation(&trace, COOP_TRACE_FLOW_RETURNED, 0, 1u << 16, "J1"); /* as the last one */
    /* The host has given one root less; two waits, each for one, beside the only root's. */
    expect_violation(&trace, COOP_TRACE_FLOW_CLOSURES, 0, UINT64_C(0) - (1u << 16), "J1");
    expect_violation(&trace, COOP_TRACE_FLOW_OPENED, 2u << 16, 2u << 16, "J1");
    expect_violation(&trace, COOP_TRACE_FLOW_OPENED, 1, 0, "J4");          /* one more is taken */
    expect_violation(&trace, COOP_TRACE_FLOW_CLOSED, UINT32_MAX, 0, "J4"); /* one less is given back */
    expect_violation(&trace, COOP_TRACE_FLOW_CLOSED, 100000, 0, "J4");     /* more than were taken */
    /* There are fewer than on the way to the deepest leaf. */
    expect_violation(&trace, COOP_TRACE_FLOW_CLOSURES, (uint32_t)(n - 2 - closures_of(world)), 0, "J4");
    check_told_late(world, &trace, n);
    coop_trace_clear(&trace);
}

/* J1 and J4 by the trace: waits, returns, and closures that are taken and given back. */
TEST(the_trace_of_closures_adds_up_under_kills_and_forks)
{
    uint32_t n = (uint32_t)test_option("n", 16);
    struct world *world = make_world(n);
    struct device *device = world->device;
    const struct coop_run_options options = traced(device);
    coop_launch *launch;

    device_stop(device);
    OK(device, coop_run_start(device->module, &options, &device->run));
    prepare(world);
    push_root(world, n);
    launch = launch_joining(world);
    if (launch != NULL) {
        traffic_until_end(device, launch, &world->random, 0);
    }
    device_finish(device, launch, NULL);
    check(world, n);
    check_trace(world, n);
    device_stop(device);
    clear(world);
}

/* J1: nothing returns to a root whose task the host has not pushed. */
TEST(a_root_without_a_task_is_no_violation)
{
    enum { N = 8 };
    struct world *world = make_world(N);
    struct device *device = world->device;
    const struct coop_run_options options = traced(device);
    struct coop_trace trace;
    struct coop_up idle;

    device_stop(device);
    OK(device, coop_run_start(device->module, &options, &device->run));
    world->options.roots = 2;
    prepare(world);
    OK(device, coop_flow_root(world->graph, 0, &idle));
    push_root(world, N);
    device_finish(device, launch_joining(world), NULL);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    if (OK(device, coop_trace_take(device->run, &trace))) {
        trace_checked(&trace);
        coop_trace_clear(&trace);
    }
    device_stop(device);
    clear(world);
}

/* What lacks is a channel or 0xff, in eight bits. */
TEST(a_refusal_for_want_of_closures_is_in_the_trace)
{
    struct world *world = make_world(20);
    struct device *device = world->device;
    const struct coop_run_options options = traced(device);
    struct coop_trace trace;
    coop_launch *launch;

    device_stop(device);
    OK(device, coop_run_start(device->module, &options, &device->run));
    world->options.closures = 5;
    prepare(world);
    push_root(world, 20);
    launch = launch_joining(world);
    REFUSED(device, coop_launch_wait(launch, WAIT_NS, NULL), COOP_KERNEL_FAILED, "it has 5 closures");
    coop_launch_destroy(launch);
    coop_run_stop(device->run, WAIT_NS);
    OK(device, coop_trace_take(device->run, &trace));
    TEST_AT_LEAST(refused_for_closures(&trace), 1);
    coop_trace_clear(&trace);
    device_stop(device);
    clear(world);
}

/* ---- threads ---- */

enum { THREADS = 4, ROOTS = 1500 }; /* for each thread */

struct caller {
    struct world *world;
    pthread_barrier_t *start;
    struct coop_up roots[ROOTS];
};

static uint32_t small(uint32_t i)
{
    return 2 + i % 5;
}

static void *push_roots(void *argument)
{
    struct caller *caller = argument;

    pthread_barrier_wait(caller->start);
    for (uint32_t i = 0; i < ROOTS; i++) {
        struct fib item = {.n = small(i)};
        OK(caller->world->device, coop_flow_root(caller->world->graph, 0, &caller->roots[i]));
        item.up = caller->roots[i];
        OK(caller->world->device,
           coop_flow_push(caller->world->graph, 0, coop_channel_fib, &item, sizeof item, 1));
    }
    return NULL;
}

/* Threads that push into one graph at once lose nothing of each other's. */
TEST(threads_push_roots_at_once)
{
    struct world *world = make_world(8);
    struct caller *callers = calloc(THREADS, sizeof *callers);
    pthread_t threads[THREADS];
    pthread_barrier_t start;
    uint64_t result;

    world->options.roots = THREADS * ROOTS;
    world->channels[0].first_items = THREADS * ROOTS;
    prepare(world);
    pthread_barrier_init(&start, NULL, THREADS);
    for (uint32_t i = 0; i < THREADS; i++) {
        callers[i].world = world;
        callers[i].start = &start;
        pthread_create(&threads[i], NULL, push_roots, &callers[i]);
    }
    for (uint32_t i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    pthread_barrier_destroy(&start);
    device_finish(world->device, launch_joining(world), NULL);
    for (uint32_t i = 0; i < THREADS * ROOTS; i++) {
        struct coop_up root = callers[i / ROOTS].roots[i % ROOTS];
        result = 0;
        OK(world->device, coop_flow_result(world->graph, 0, root, &result, sizeof result));
        TEST_EQUAL_U64(result, fib_of(small(i % ROOTS)));
    }
    free(callers);
    clear(world);
}
