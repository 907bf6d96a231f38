/* What an item of a channel costs (emit, run, free): a tree whose nodes do nothing but make two more, by a
 * flow graph, by a flow graph all of whose blocks go through the ring, by a work queue with a task a node,
 * and by one ring for all work-groups with a node a place. All sides take turns in one run; a ratio is taken
 * within a turn. Other parts: shapes.h has items and channels of other shapes, flows.h applications. */
#include "channels_items.h"
#include "channels_kernels.h"
#include "channels_kernels_text.h"
#include "lab/bench/base/bench.h"

#include "flows.h"
#include "lab/bench/base/central_tasks.h"
#include "lab/bench/base/sides.h"
#include "shapes.h"
#include "tools/measure/clock.h"
#include "tools/session/session.h"

#include <coop/channel.h>
#include <coop/workqueue.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 26, BLOCK_ITEMS = 256 };

enum side { SIDE_CHANNEL, SIDE_OLDEST, SIDE_TASKS, SIDE_RING, SIDES };

static const char *const side_names[SIDES] = {"channel", "oldest-first", "work-queue", "one-ring"};

struct race {
    const struct bench_options *options;
    struct session session;
    uint32_t depth;
    uint64_t items;
    struct coop_channel_options channel;
    struct coop_flow_options flow;
    struct coop_workqueue_options work;
    coop_buffer *graph;
    coop_buffer *queue;
    coop_buffer *ring;
    struct side_times times[SIDES]; /* ns of an item; ratios: its CPU time divided by the channel's */
    double fill;                    /* items of a batch, of those that it may have */
    uint32_t wrong;
};

static const struct coop_edge edge = {coop_channel_branch, coop_channel_branch, 2};

static uint32_t ring_places(const struct race *race)
{
    return UINT32_C(2) << race->depth;
}

static void prepare(struct race *race)
{
    const struct bench_options *options = race->options;

    while (race->depth < DEPTH_MAX && (UINT64_C(2) << race->depth) <= options->tasks) {
        race->depth++;
    }
    race->items = (UINT64_C(2) << race->depth) - 1;
    race->channel = (struct coop_channel_options){
        .item_bytes = sizeof(struct branch), .block_items = BLOCK_ITEMS, .levels = race->depth + 1};
    /* Breadth first, a level has half of all items. */
    race->channel.blocks =
        (uint32_t)(race->items / BLOCK_ITEMS) + (uint32_t)options->groups * (race->depth + 8);
    race->flow = (struct coop_flow_options){.groups = (uint32_t)options->groups,
                                            .channels = &race->channel,
                                            .channel_count = 1,
                                            .edges = &edge,
                                            .edge_count = 1};
    race->work = (struct coop_workqueue_options){
        .groups = (uint32_t)options->groups, .task_bytes = 32, .seed = options->seed};
}

static int open_race(struct race *race, struct tool_error *error)
{
    uint64_t flow_bytes = coop_flow_bytes(&race->flow);
    uint64_t work_bytes = coop_workqueue_bytes(&race->work);
    uint64_t ring_bytes =
        sizeof(struct central_queue) + (uint64_t)ring_places(race) * sizeof(struct central_place);
    const struct session_options options = {.device = race->options->device,
                                            .groups = (uint32_t)race->options->groups,
                                            .memory_bytes = flow_bytes + work_bytes + ring_bytes + (1 << 20),
                                            .module_text = channels_kernels_module_text,
                                            .module_bytes = channels_kernels_module_bytes};
    const struct coop_run_options run_options = {.worker_groups = (uint32_t)race->options->groups,
                                                 .local_items = (uint32_t)race->options->local_items,
                                                 .timeout_ns = bench_timeout_ns(race->options),
                                                 .stall_after_ns = bench_stall_ns(race->options)};
    struct session *session = &race->session;

    if (session_open(&options, session, error) != 0) {
        return -1;
    }
    if (session_check(session, coop_buffer_create(session->context, flow_bytes, &race->graph), error) != 0 ||
        session_check(session, coop_buffer_create(session->context, work_bytes, &race->queue), error) != 0 ||
        session_check(session, coop_buffer_create(session->context, ring_bytes, &race->ring), error) != 0) {
        return -1;
    }
    return session_start(session, &run_options, error);
}

static int reset_flow(struct race *race, enum coop_flow_policy policy, struct tool_error *error)
{
    const struct branch root = {race->depth, {0, 0, 0}};
    struct coop_flow_options flow = race->flow;

    flow.policy = policy;
    return session_check(&race->session, coop_flow_init(race->graph, 0, &flow), error) != 0
               ? -1
               : session_check(&race->session,
                               coop_flow_push(race->graph, 0, coop_channel_branch, &root, sizeof root, 1),
                               error);
}

static int reset_tasks(struct race *race, struct tool_error *error)
{
    const struct twig root = {race->depth, {0, 0, 0}};

    return session_check(&race->session, coop_workqueue_init(race->queue, 0, &race->work), error) != 0
               ? -1
               : session_check(&race->session,
                               coop_workqueue_push(race->queue, 0, coop_tag_twig, &root, sizeof root, 1),
                               error);
}

/* The places say what turn they wait for: their own number. */
static int reset_ring(struct race *race, struct tool_error *error)
{
    uint64_t bytes = (uint64_t)ring_places(race) * sizeof(struct central_place);
    struct central_place *places = calloc(1, bytes);
    struct central_queue head;
    coop_status status;

    if (places == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    memset(&head, 0, sizeof head);
    head.mask = ring_places(race) - 1;
    head.pushed = 1;
    head.outstanding = 1;
    for (uint32_t i = 1; i < ring_places(race); i++) {
        places[i].turn = i;
    }
    places[0].turn = 1;
    places[0].task.height = race->depth;
    status = coop_buffer_write(race->ring, 0, &head, sizeof head);
    if (status == COOP_OK) {
        status = coop_buffer_write(race->ring, sizeof head, places, bytes);
    }
    free(places);
    return session_check(&race->session, status, error);
}

static int reset(struct race *race, unsigned side, struct tool_error *error)
{
    switch (side) {
    case SIDE_CHANNEL:
        return reset_flow(race, COOP_FLOW_SINKS_FIRST, error);
    case SIDE_OLDEST:
        return reset_flow(race, COOP_FLOW_OLDEST_FIRST, error);
    case SIDE_TASKS:
        return reset_tasks(race, error);
    default:
        return reset_ring(race, error);
    }
}

static int post(struct race *race, unsigned side, coop_launch **launch, struct tool_error *error)
{
    const struct tree_by_channel_args by_channel = {.graph = coop_buffer_address(race->graph)};
    const struct tree_by_tasks_args by_tasks = {.queue = coop_buffer_address(race->queue)};
    const struct tree_by_ring_args by_ring = {.queue = coop_buffer_address(race->ring)};
    coop_run *run = race->session.run;
    coop_status status = side == SIDE_TASKS  ? tree_by_tasks_launch(run, &by_tasks, NULL, launch)
                         : side == SIDE_RING ? tree_by_ring_launch(run, &by_ring, NULL, launch)
                                             : tree_by_channel_launch(run, &by_channel, NULL, launch);

    return session_check(&race->session, status, error);
}

/* How many nodes the last launch has run. */
static int count(struct race *race, unsigned side, uint64_t *items, struct tool_error *error)
{
    struct coop_flow_counts flow;
    struct coop_workqueue_counts work;
    struct central_queue head;
    coop_status status;

    if (side == SIDE_TASKS) {
        status = coop_workqueue_report(race->queue, 0, UINT32_MAX, &work, NULL);
        *items = work.executed;
    } else if (side == SIDE_RING) {
        status = coop_buffer_read(race->ring, 0, &head, sizeof head);
        *items = head.overflowed == 0 ? head.taken : 0;
    } else {
        status = coop_flow_report(race->graph, 0, coop_channel_branch, &flow, NULL);
        *items = flow.run;
        race->fill = side == SIDE_CHANNEL && flow.batches > 0
                         ? (double)flow.run / (double)flow.batches / BLOCK_ITEMS
                         : race->fill;
    }
    return session_check(&race->session, status, error);
}

static int play(struct race *race, unsigned side, double *wall_ns, double *cpu_ns, struct tool_error *error)
{
    struct coop_launch_stats stats;
    coop_launch *launch;
    uint64_t items = 0;
    uint64_t cpu_begin;

    if (reset(race, side, error) != 0) {
        return -1;
    }
    cpu_begin = clock_process_ns();
    if (post(race, side, &launch, error) != 0 ||
        session_wait(&race->session, launch, bench_timeout_ns(race->options), &stats, error) != 0) {
        return -1;
    }
    *cpu_ns = (double)(clock_process_ns() - cpu_begin) / (double)race->items;
    *wall_ns = (double)stats.run_ns / (double)race->items;
    if (count(race, side, &items, error) != 0) {
        return -1;
    }
    race->wrong += items != race->items;
    return 0;
}

static int turn_of(struct race *race, uint64_t turn, struct tool_error *error)
{
    double wall_ns[SIDES];
    double cpu_ns[SIDES];

    for (unsigned i = 0; i < SIDES; i++) {
        unsigned side = (unsigned)((i + turn) % SIDES);
        if (play(race, side, &wall_ns[side], &cpu_ns[side], error) != 0) {
            return -1;
        }
    }
    for (unsigned side = 0; side < SIDES && turn > 0; side++) { /* the first turn warms up */
        side_add(&race->times[side], wall_ns[side], cpu_ns[side], cpu_ns[side] / cpu_ns[SIDE_CHANNEL]);
    }
    return 0;
}

static void print_table(struct race *race)
{
    static const struct table_column columns[] = {
        {"side", 1, 0},   {"groups", 0, 0}, {"local", 0, 0}, {"items", 0, 0}, {"wall_ns", 0, 0},
        {"cpu_ns", 0, 0}, {"ratio", 0, 0},  {"p10", 0, 0},   {"p90", 0, 0},   {NULL, 0, 0}};
    struct table table;

    table_begin(&table, race->options->report, "rows", columns);
    for (unsigned side = 0; side < SIDES; side++) {
        table_begin_row(&table);
        table_cell(&table, "%s", side_names[side]);
        table_cell(&table, "%llu", (unsigned long long)race->options->groups);
        table_cell(&table, "%llu", (unsigned long long)race->options->local_items);
        table_cell(&table, "%llu", (unsigned long long)race->items);
        side_put(&table, &race->times[side], 2);
        table_end_row(&table);
    }
    table_end(&table);
}

static void print_text(struct race *race)
{
    printf(
        "%llu items of %zu bytes, %llu work-groups of %llu, %llu turns; batches of the channel are filled to "
        "%.0f %%\n",
        (unsigned long long)race->items, sizeof(struct branch), (unsigned long long)race->options->groups,
        (unsigned long long)race->options->local_items, (unsigned long long)race->options->pairs,
        race->fill * 100);
    side_print_heads("CPU time over the channel's");
    for (unsigned side = 0; side < SIDES; side++) {
        side_print(side_names[side], &race->times[side]);
    }
}

static int measure_tree(const struct bench_options *options, struct tool_error *error)
{
    struct race race;
    int status;

    memset(&race, 0, sizeof race);
    race.options = options;
    prepare(&race);
    status = open_race(&race, error);
    for (uint64_t turn = 0; turn <= options->pairs && status == 0; turn++) {
        status = turn_of(&race, turn, error);
    }
    if (status == 0) {
        status = session_stop(&race.session, error);
    }
    if (status == 0 && options->form == REPORT_TEXT) {
        print_text(&race);
        options->report->tables++; /* an empty line stands in front of the next one */
    } else if (status == 0) {
        print_table(&race);
    }
    if (status == 0 && race.wrong > 0) {
        fprintf(stderr, "coop-bench channels: %u launches ran another number of items\n", race.wrong);
        status = 1;
    }
    for (unsigned side = 0; side < SIDES; side++) {
        side_clear(&race.times[side]);
    }
    session_close(&race.session);
    return status;
}

int bench_channels(const struct bench_options *options, struct tool_error *error)
{
    static const struct {
        const char *name;
        int (*measure)(const struct bench_options *options, struct tool_error *error);
    } parts[] = {{"tree", measure_tree}, {"shapes", shapes_measure}, {"applications", flows_measure}};
    int is_wrong = 0;

    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (options->only == NULL || strcmp(options->only, parts[i].name) == 0) {
            int status = parts[i].measure(options, error);
            if (status < 0) {
                return status;
            }
            is_wrong |= status;
        }
    }
    return is_wrong;
}
