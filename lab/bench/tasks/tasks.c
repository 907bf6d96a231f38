/* What a task costs that waits for its children and uses their results: fib by the definition, without a
 * cut-off, by channels and closures, against the same tree level by level, with a global barrier in between,
 * by a work queue, whose tasks wait for nobody, plain recursion, and the task systems that this was built
 * with. All sides take turns; a ratio is taken within a turn. */
#include "apps/fib/fib_by_hand_items.h"
#include "joins.h"
#include "lab/bench/base/bench.h"
#include "lab/bench/base/sides.h"
#include "levels.h"
#include "tasks_kernels.h"
#include "tasks_kernels_text.h"
#include "tasks_twigs.h"

#include "lab/bench/base/rivals.h"
#include "tools/measure/clock.h"
#include "tools/session/session.h"

#include <coop/channel.h>
#include <coop/workqueue.h>
#include <stdio.h>
#include <string.h>

enum { N_MAX = 40, BLOCK_ITEMS = 256 };

enum side { SIDE_CLOSURES, SIDE_LEVELS, SIDE_QUEUE, SIDE_RIVALS, SIDES_MAX = SIDE_RIVALS + 4 };

struct race {
    const struct bench_options *options;
    struct session session;
    uint32_t n;
    uint64_t tasks;
    uint64_t value;
    struct coop_channel_options channels[2];
    struct coop_flow_options flow;
    struct coop_workqueue_options work;
    coop_buffer *graph;
    coop_buffer *queue;
    struct levels levels;
    int has_levels; /* the tree is not too large for them */
    const struct rival *rivals;
    unsigned sides;
    struct side_times times[SIDES_MAX]; /* ns of a task; ratios: its CPU time divided by that of closures */
    double fill;                        /* items of a batch, of those that it may have */
    uint32_t wrong;
};

static const struct coop_edge edges[] = {{coop_channel_fib, coop_channel_fib, 2},
                                         {coop_channel_fib, coop_channel_fib_sum, 1},
                                         {coop_channel_fib_sum, coop_channel_fib_sum, 1}};

static const char *name_of(const struct race *race, unsigned side)
{
    return side == SIDE_CLOSURES ? "closures"
           : side == SIDE_LEVELS ? "levels"
           : side == SIDE_QUEUE  ? "work-queue"
                                 : race->rivals[side - SIDE_RIVALS].name;
}

/* The largest n whose tree has no more tasks than were asked for: 2 fib(n + 1) - 1. */
static void choose_n(struct race *race)
{
    uint64_t value = 1; /* fib(1), fib(2) */
    uint64_t next = 1;

    race->n = 1;
    race->tasks = 1;
    race->value = 1;
    while (race->n < N_MAX && 2 * (value + next) - 1 <= race->options->tasks) {
        uint64_t sum = value + next;
        race->n += 1;
        race->value = next;
        race->tasks = 2 * sum - 1;
        value = next;
        next = sum;
    }
}

static void prepare(struct race *race)
{
    const struct bench_options *options = race->options;
    unsigned count;

    choose_n(race);
    race->has_levels = race->tasks <= FIB_LEVELS_TASKS_MAX;
    race->channels[0] = (struct coop_channel_options){.item_bytes = sizeof(struct fib),
                                                      .block_items = BLOCK_ITEMS,
                                                      .levels = race->n,
                                                      .first_items = 1,
                                                      .opens = 1};
    race->channels[1] = (struct coop_channel_options){
        .item_bytes = sizeof(struct fib_sum), .block_items = BLOCK_ITEMS, .levels = 1, .resumes = 1};
    race->flow = (struct coop_flow_options){.groups = (uint32_t)options->groups,
                                            .channels = race->channels,
                                            .channel_count = 2,
                                            .edges = edges,
                                            .edge_count = 3,
                                            .closure_bytes = sizeof(struct fib_closure),
                                            .roots = 1};
    race->work = (struct coop_workqueue_options){
        .groups = (uint32_t)options->groups, .task_bytes = 32, .seed = options->seed};
    race->rivals = rivals_built(&count);
    race->sides = SIDE_RIVALS + count;
}

static int open_race(struct race *race, struct tool_error *error)
{
    uint64_t flow_bytes = coop_flow_bytes(&race->flow);
    uint64_t work_bytes = coop_workqueue_bytes(&race->work);
    uint64_t items = race->options->groups * race->options->local_items;
    uint64_t level_bytes = race->has_levels ? levels_bytes(race->tasks, items) : 0;
    const struct session_options options = {.device = race->options->device,
                                            .groups = (uint32_t)race->options->groups,
                                            .memory_bytes = flow_bytes + work_bytes + level_bytes + (1 << 20),
                                            .module_text = tasks_kernels_module_text,
                                            .module_bytes = tasks_kernels_module_bytes};
    struct session *session = &race->session;

    if (session_open(&options, session, error) != 0 ||
        session_check(session, coop_buffer_create(session->context, flow_bytes, &race->graph), error) != 0 ||
        session_check(session, coop_buffer_create(session->context, work_bytes, &race->queue), error) != 0 ||
        (race->has_levels && levels_make(&race->levels, session, race->n, race->tasks, items, error) != 0)) {
        return -1;
    }
    return 0;
}

/* ---- on the device ---- */

static int reset(struct race *race, unsigned side, struct coop_up *root, struct tool_error *error)
{
    const struct number number = {race->n};
    struct fib fib = {.n = race->n};
    coop_status status;

    if (side == SIDE_QUEUE) {
        status = coop_workqueue_init(race->queue, 0, &race->work);
        if (status == COOP_OK) {
            status = coop_workqueue_push(race->queue, 0, coop_tag_number, &number, sizeof number, 1);
        }
        return session_check(&race->session, status, error);
    }
    if (side == SIDE_LEVELS) {
        return session_check(&race->session, levels_reset(&race->levels), error);
    }
    status = coop_flow_init(race->graph, 0, &race->flow);
    if (status == COOP_OK) {
        status = coop_flow_root(race->graph, 0, root);
    }
    if (status == COOP_OK) {
        fib.up = *root;
        status = coop_flow_push(race->graph, 0, coop_channel_fib, &fib, sizeof fib, 1);
    }
    return session_check(&race->session, status, error);
}

static int post(struct race *race, unsigned side, coop_launch **launch, struct tool_error *error)
{
    const struct fib_by_closures_args by_closures = {.graph = coop_buffer_address(race->graph)};
    const struct fib_by_queue_args by_queue = {.queue = coop_buffer_address(race->queue)};
    coop_run *run = race->session.run;

    return session_check(&race->session,
                         side == SIDE_QUEUE    ? fib_by_queue_launch(run, &by_queue, NULL, launch)
                         : side == SIDE_LEVELS ? levels_launch(&race->levels, run, launch)
                                               : fib_by_closures_launch(run, &by_closures, NULL, launch),
                         error);
}

/* Is what the launch has computed right? */
static int judge(struct race *race, unsigned side, struct coop_up root, struct tool_error *error)
{
    struct coop_workqueue_counts work;
    struct coop_flow_counts flow;
    uint64_t value = 0;
    coop_status status;

    if (side == SIDE_QUEUE) {
        status = coop_workqueue_report(race->queue, 0, UINT32_MAX, &work, NULL);
        race->wrong += status == COOP_OK && work.executed != race->tasks;
        return session_check(&race->session, status, error);
    }
    if (side == SIDE_LEVELS) {
        uint64_t tasks = 0;

        status = levels_answer(&race->levels, &value, &tasks);
        race->wrong += status == COOP_OK && (value != race->value || tasks != race->tasks);
        return session_check(&race->session, status, error);
    }
    status = coop_flow_result(race->graph, 0, root, &value, sizeof value);
    if (status == COOP_OK) {
        status = coop_flow_report(race->graph, 0, UINT32_MAX, &flow, NULL);
    }
    if (status == COOP_OK) {
        race->wrong += value != race->value || flow.run != race->tasks + race->tasks / 2;
        race->fill = (double)flow.run / (double)flow.batches / BLOCK_ITEMS;
    }
    return session_check(&race->session, status, error);
}

static int launch_once(struct race *race, unsigned side, double *wall_ns, double *cpu_ns,
                       struct tool_error *error)
{
    struct coop_launch_stats stats;
    struct coop_up root;
    coop_launch *launch;
    uint64_t cpu_begin;

    if (reset(race, side, &root, error) != 0) {
        return -1;
    }
    cpu_begin = clock_process_ns();
    if (post(race, side, &launch, error) != 0 ||
        session_wait(&race->session, launch, bench_timeout_ns(race->options), &stats, error) != 0) {
        return -1;
    }
    *cpu_ns = (double)(clock_process_ns() - cpu_begin) / (double)race->tasks;
    *wall_ns = (double)stats.run_ns / (double)race->tasks;
    return judge(race, side, root, error);
}

/* In a run of its own, whose work-groups do not disturb the rivals. The first launch does not count. */
static int play(struct race *race, unsigned side, double *wall_ns, double *cpu_ns, struct tool_error *error)
{
    const struct coop_run_options run_options = {.worker_groups = (uint32_t)race->options->groups,
                                                 .local_items = (uint32_t)race->options->local_items,
                                                 .timeout_ns = bench_timeout_ns(race->options),
                                                 .stall_after_ns = bench_stall_ns(race->options)};

    return session_start(&race->session, &run_options, error) != 0 ||
                   launch_once(race, side, wall_ns, cpu_ns, error) != 0 ||
                   launch_once(race, side, wall_ns, cpu_ns, error) != 0
               ? -1
               : session_stop(&race->session, error);
}

/* ---- on the host ---- */

static int run_rival(struct race *race, unsigned side, double *wall_ns, double *cpu_ns,
                     struct tool_error *error)
{
    const struct rival *rival = &race->rivals[side - SIDE_RIVALS];
    const struct rival_input input = {.work = RIVAL_JOINS, .n = race->n};
    unsigned threads = rival->is_parallel ? (unsigned)race->options->groups : 1;
    struct answer answer;
    struct answer wanted = {0};
    struct tool_error difference;
    uint64_t cpu_begin = clock_process_ns();
    uint64_t ns;
    uint64_t tasks;

    if (rival_run(rival, &input, threads, &answer, &ns, &tasks, error) != 0) {
        return -1;
    }
    *cpu_ns = (double)(clock_process_ns() - cpu_begin) / (double)race->tasks;
    *wall_ns = (double)ns / (double)race->tasks;
    answer_add(&wanted, "value", (int64_t)race->value);
    race->wrong +=
        answer_compare(&answer, &wanted, &difference) != 0 || (rival->is_parallel && tasks != race->tasks);
    return 0;
}

/* The first time does not count, as on the device. */
static int play_rival(struct race *race, unsigned side, double *wall_ns, double *cpu_ns,
                      struct tool_error *error)
{
    return run_rival(race, side, wall_ns, cpu_ns, error) != 0 ? -1
                                                              : run_rival(race, side, wall_ns, cpu_ns, error);
}

static int takes_part(const struct race *race, unsigned side)
{
    return side != SIDE_LEVELS || race->has_levels;
}

static int turn_of(struct race *race, uint64_t turn, struct tool_error *error)
{
    double wall_ns[SIDES_MAX];
    double cpu_ns[SIDES_MAX];

    for (unsigned i = 0; i < race->sides; i++) {
        unsigned side = (unsigned)((i + turn) % race->sides);
        int status = !takes_part(race, side) ? 0
                     : side >= SIDE_RIVALS   ? play_rival(race, side, &wall_ns[side], &cpu_ns[side], error)
                                             : play(race, side, &wall_ns[side], &cpu_ns[side], error);
        if (status != 0) {
            return -1;
        }
    }
    for (unsigned side = 0; side < race->sides && turn > 0; side++) { /* the first turn warms up */
        if (takes_part(race, side)) {
            side_add(&race->times[side], wall_ns[side], cpu_ns[side], cpu_ns[side] / cpu_ns[SIDE_CLOSURES]);
        }
    }
    return 0;
}

/* ---- the report ---- */

static void print_table(struct race *race)
{
    static const struct table_column columns[] = {
        {"side", 1, 0},   {"groups", 0, 0}, {"local", 0, 0}, {"tasks", 0, 0}, {"wall_ns", 0, 0},
        {"cpu_ns", 0, 0}, {"ratio", 0, 0},  {"p10", 0, 0},   {"p90", 0, 0},   {NULL, 0, 0}};
    struct table table;

    table_begin(&table, race->options->report, "rows", columns);
    for (unsigned side = 0; side < race->sides; side++) {
        if (!takes_part(race, side)) {
            continue;
        }
        table_begin_row(&table);
        table_cell(&table, "%s", name_of(race, side));
        table_cell(&table, "%llu", (unsigned long long)race->options->groups);
        table_cell(&table, "%llu", (unsigned long long)race->options->local_items);
        table_cell(&table, "%llu", (unsigned long long)race->tasks);
        side_put(&table, &race->times[side], 2);
        table_end_row(&table);
    }
    table_end(&table);
}

static void print_text(struct race *race)
{
    printf("fib(%u), %llu tasks, %llu work-groups of %llu, %llu turns; batches of closures are filled to "
           "%.0f %%\n",
           race->n, (unsigned long long)race->tasks, (unsigned long long)race->options->groups,
           (unsigned long long)race->options->local_items, (unsigned long long)race->options->pairs,
           race->fill * 100);
    side_print_heads("CPU time over that of closures");
    for (unsigned side = 0; side < race->sides; side++) {
        if (takes_part(race, side)) {
            side_print(name_of(race, side), &race->times[side]);
        }
    }
    if (!race->has_levels) {
        printf("(levels keep all numbers of the tree, and these are more than %d)\n", FIB_LEVELS_TASKS_MAX);
    }
    if (rivals_missing()[0] != '\0') {
        printf("(%s)\n", rivals_missing());
    }
}

static int tree_measure(const struct bench_options *options, struct tool_error *error)
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
    if (status == 0 && options->form == REPORT_TEXT) {
        print_text(&race);
    } else if (status == 0) {
        print_table(&race);
    }
    if (status == 0 && race.wrong > 0) {
        fprintf(stderr, "coop-bench tasks: %u turns had another result, or another number of tasks\n",
                race.wrong);
        status = 1;
    }
    for (unsigned side = 0; side < SIDES_MAX; side++) {
        side_clear(&race.times[side]);
    }
    levels_clear(&race.levels);
    session_close(&race.session);
    return status;
}

int bench_tasks(const struct bench_options *options, struct tool_error *error)
{
    int has_tree = options->only == NULL || strcmp(options->only, "tree") == 0;
    int has_applications = options->only == NULL || strcmp(options->only, "applications") == 0;
    int status = has_tree ? tree_measure(options, error) : 0;

    return status == 0 && has_applications ? joins_measure(options, error) : status;
}
