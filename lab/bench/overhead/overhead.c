/* The cost of cooperation when no other kernel runs (CK, Table 2).
 *
 * A pair is some searches in a run that is started for them and stopped after them, and as many as an
 * ordinary kernel, directly one after the other; the two sides take turns to begin. The machine's other
 * work then affects both alike, and the ratio of a pair's medians is steadier than either. The ordinary
 * kernel has the fastest barrier that is known for the device. Behind each pair comes a turn of the rival, a
 * program of the device's own platform, where there is one (lab/bench/apps/bfs_cuda.cu). Times are the
 * device's, from the begin of the first work-group to the end of the last one. */
#include "bfs_source.h"
#include "lab/bench/base/bench.h"

#include "apps/bfs/bfs_plan.h"
#include "lab/bench/base/rival_process.h"
#include "lab/bench/base/sides.h"
#include "tools/baseline/plain_barrier.h"
#include "tools/graph/graph_choice.h"
#include "tools/kernel/kernel_cooperative.h"
#include "tools/kernel/kernel_plain.h"
#include "tools/measure/clock.h"
#include "tools/measure/samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MDUAL "/usr/share/doc/libmetis-dev/examples/graphs/mdual.graph"
#define DEFAULT_GRID "1000x1000"

/* What the cooperative kernel is compared with. */
struct beside {
    char name[64];
    struct samples ms;
    struct samples ratios;
    struct samples wall_ratios; /* empty where only the device's times are known */
};

struct contest {
    const struct bench_options *options;
    struct table *table;
    const struct graph *graph;
    struct session session;
    struct kernel_plan plan;
    struct kernel_cooperative bfs;
    struct kernel_plain *baseline;
    int32_t *levels;
    int32_t *reference;
    uint32_t wrong;
    struct samples cooperative_ms;
    struct beside plain;
    struct beside ways[RIVAL_WAYS_MAX]; /* the rival's */
    unsigned way_count;
    struct rival_process rival;
};

/* The medians of one side of one pair. */
struct side {
    double device_ms;
    double wall_ms;
};

static void compare(struct contest *contest)
{
    contest->wrong += memcmp(contest->levels, contest->reference,
                             (size_t)contest->graph->vertex_count * sizeof(int32_t)) != 0;
}

static int search_cooperative(struct contest *contest, struct samples *device_ms, struct samples *wall_ms,
                              struct tool_error *error)
{
    struct coop_launch_stats stats;
    coop_launch *launch;
    uint64_t begin;

    if (kernel_cooperative_reset(&contest->bfs, error) != 0) {
        return -1;
    }
    begin = clock_now_ns();
    if (kernel_cooperative_launch(&contest->bfs, NULL, &launch, error) != 0 ||
        session_wait(&contest->session, launch, bench_timeout_ns(contest->options), &stats, error) != 0) {
        return -1;
    }
    samples_add(wall_ms, (double)(clock_now_ns() - begin) / 1e6);
    samples_add(device_ms, (double)stats.run_ns / 1e6);
    return kernel_cooperative_read(&contest->bfs, (uint32_t *)contest->levels, contest->graph->vertex_count,
                                   error);
}

static int search_plain(struct contest *contest, struct samples *device_ms, struct samples *wall_ms,
                        struct tool_error *error)
{
    struct plain_times times;

    if (kernel_plain_run(contest->baseline, &times, error) != 0) {
        return -1;
    }
    samples_add(wall_ms, (double)times.wall_ns / 1e6);
    samples_add(device_ms, (double)times.kernel_ns / 1e6);
    return kernel_plain_read(contest->baseline, (uint32_t *)contest->levels, contest->graph->vertex_count,
                             error);
}

/* One search more than is counted: the first one finds cold caches and sleeping threads. */
static int play(struct contest *contest, int is_cooperative, struct side *side, struct tool_error *error)
{
    struct samples device_ms = {NULL, 0, 0, 0};
    struct samples wall_ms = {NULL, 0, 0, 0};
    uint64_t i;
    int status = 0;

    for (i = 0; i <= contest->options->searches && status == 0; i++) {
        status = is_cooperative ? search_cooperative(contest, &device_ms, &wall_ms, error)
                                : search_plain(contest, &device_ms, &wall_ms, error);
        if (status == 0) {
            compare(contest);
        }
        if (i == 0) {
            samples_clear(&device_ms);
            samples_clear(&wall_ms);
        }
    }
    side->device_ms = samples_median(&device_ms);
    side->wall_ms = samples_median(&wall_ms);
    samples_clear(&device_ms);
    samples_clear(&wall_ms);
    return status;
}

static int play_cooperative(struct contest *contest, struct side *side, struct tool_error *error)
{
    const struct coop_run_options run_options = {.worker_groups = (uint32_t)contest->options->groups,
                                                 .local_items = (uint32_t)contest->options->local_items,
                                                 .timeout_ns = bench_timeout_ns(contest->options),
                                                 .stall_after_ns = bench_stall_ns(contest->options)};

    if (session_start(&contest->session, &run_options, error) != 0 || play(contest, 1, side, error) != 0) {
        return -1;
    }
    return session_stop(&contest->session, error);
}

/* The rival's turn, behind a pair. */
static int play_rival(struct contest *contest, const struct side *cooperative, struct tool_error *error)
{
    struct rival_way ways[RIVAL_WAYS_MAX];
    unsigned i;

    if (contest->rival.pid == 0) {
        return 0;
    }
    if (rival_process_turn(&contest->rival, bench_timeout_ns(contest->options), ways, &contest->way_count,
                           error) != 0) {
        return -1;
    }
    for (i = 0; i < contest->way_count; i++) {
        struct beside *beside = &contest->ways[i];

        snprintf(beside->name, sizeof beside->name, "%.39s, %u", ways[i].name, ways[i].groups);
        samples_add(&beside->ms, ways[i].ms);
        samples_add(&beside->ratios, cooperative->device_ms / ways[i].ms);
    }
    return 0;
}

static int play_pair(struct contest *contest, uint64_t pair, struct tool_error *error)
{
    struct side cooperative, plain;
    int status;

    if (pair % 2 == 0) {
        status = play_cooperative(contest, &cooperative, error) == 0 ? play(contest, 0, &plain, error) : -1;
    } else {
        status = play(contest, 0, &plain, error) == 0 ? play_cooperative(contest, &cooperative, error) : -1;
    }
    if (status == 0) {
        samples_add(&contest->cooperative_ms, cooperative.device_ms);
        samples_add(&contest->plain.ms, plain.device_ms);
        samples_add(&contest->plain.ratios, cooperative.device_ms / plain.device_ms);
        samples_add(&contest->plain.wall_ratios, cooperative.wall_ms / plain.wall_ms);
        status = play_rival(contest, &cooperative, error);
    }
    return status;
}

static const struct table_column columns[] = {
    {"graph", 1, 20},    {"groups", 0, 6},          {"local", 0, 6},       {"pairs", 0, 6},
    {"beside", 1, 38},   {"cooperative_ms", 0, 14}, {"beside_ms", 0, 10},  {"ratio", 0, 8},
    {"ratio_p10", 0, 9}, {"ratio_p90", 0, 9},       {"wall_ratio", 0, 10}, {NULL, 0, 0}};

static void print_row(struct contest *contest, const char *name, struct beside *beside)
{
    struct samples *ratios = &beside->ratios;
    struct table *table = contest->table;

    table_begin_row(table);
    table_cell(table, "%s", name);
    table_cell(table, "%llu", (unsigned long long)contest->options->groups);
    table_cell(table, "%llu", (unsigned long long)contest->options->local_items);
    table_cell(table, "%zu", ratios->count);
    table_cell(table, "%s", beside->name);
    table_cell(table, "%.4f", samples_median(&contest->cooperative_ms));
    table_cell(table, "%.4f", samples_median(&beside->ms));
    side_put_ratios(table, ratios);
    if (beside->wall_ratios.count > 0) {
        table_cell(table, "%.4f", samples_median(&beside->wall_ratios));
    } else {
        table_cell(table, "%s", "");
    }
    table_end_row(table);
}

static void print_result(struct contest *contest, const char *name)
{
    unsigned i;

    snprintf(contest->plain.name, sizeof contest->plain.name, "%s",
             kernel_plain_barrier_name(contest->baseline));
    print_row(contest, name, &contest->plain);
    for (i = 0; i < contest->way_count; i++) {
        print_row(contest, name, &contest->ways[i]);
    }
    if (contest->wrong > 0) {
        fprintf(stderr, "coop-bench overhead: %s: %u searches are WRONG\n", name, contest->wrong);
    }
}

/* The rival, if there is one: the one that is asked for, or on a GPU the one that was built. It has made
 * itself ready before the others are. */
static int start_rival(struct contest *contest, const struct graph_choice *choice, struct tool_error *error)
{
    const struct bench_options *options = contest->options;
    cl_device_type type = 0;
    const struct rival_request request = {.choice = choice,
                                          .items = options->local_items,
                                          .searches = options->searches,
                                          .hub_arcs = options->hub_arcs};

    clGetDeviceInfo(kernel_plain_opencl(contest->baseline)->device.id, CL_DEVICE_TYPE, sizeof type, &type,
                    NULL);
    if (options->rival == NULL ? (type & CL_DEVICE_TYPE_GPU) == 0 : strcmp(options->rival, "none") == 0) {
        return 0;
    }
    return rival_process_start(options->rival != NULL ? options->rival : "bfs_cuda", &request,
                               bench_timeout_ns(options), &contest->rival, error) < 0
               ? -1
               : 0;
}

static int prepare(struct contest *contest, struct tool_error *error)
{
    const struct bench_options *options = contest->options;
    const struct session_options session_options = {.device = options->device,
                                                    .groups = (uint32_t)options->groups,
                                                    .memory_bytes =
                                                        kernel_plan_bytes(&contest->plan) + (1 << 20),
                                                    .module_text = bfs_source.module_text,
                                                    .module_bytes = *bfs_source.module_bytes};
    const struct kernel_plain_options plain_options = {
        .opencl = {.device = options->device,
                   .groups = (uint32_t)options->groups,
                   .local_items = (uint32_t)options->local_items,
                   .timeout_ns = bench_timeout_ns(options)}};
    size_t bytes = (size_t)contest->graph->vertex_count * sizeof(int32_t);

    contest->levels = malloc(bytes);
    contest->reference = malloc(bytes);
    if (contest->levels == NULL || contest->reference == NULL) {
        return tool_fail(error, "memory is exhausted; take a smaller graph");
    }
    graph_bfs_sequential(contest->graph, 0, contest->reference, contest->levels);
    if (session_open(&session_options, &contest->session, error) != 0 ||
        kernel_cooperative_init(&contest->bfs, &contest->session, &bfs_source, &contest->plan, error) != 0) {
        return -1;
    }
    return kernel_plain_create(&plain_options, &bfs_source, &contest->plan, &contest->baseline, error);
}

static void forget(struct beside *beside)
{
    samples_clear(&beside->ms);
    samples_clear(&beside->ratios);
    samples_clear(&beside->wall_ratios);
}

static int contest_on(const struct bench_options *options, const struct graph_choice *choice,
                      struct table *table, struct tool_error *error)
{
    struct contest contest;
    struct graph graph;
    char name[128];
    uint64_t pair;
    unsigned i;
    int status;

    memset(&contest, 0, sizeof contest);
    memset(&graph, 0, sizeof graph);
    contest.options = options;
    contest.table = table;
    contest.graph = &graph;
    graph_choice_name(choice, name, sizeof name);
    status = graph_choice_check(choice, error) == 0 ? graph_choice_make(choice, &graph, error) : -1;
    if (status == 0) {
        bfs_plan_make(&contest.plan, &graph, 0, (uint32_t)options->hub_arcs, BFS_NEAR_BY_DEVICE);
        status = prepare(&contest, error);
    }
    if (status == 0) {
        status = start_rival(&contest, choice, error);
    }
    for (pair = 0; pair < options->pairs && status == 0; pair++) {
        status = play_pair(&contest, pair, error);
    }
    if (status == 0) {
        print_result(&contest, name);
        status = contest.wrong > 0;
    }
    rival_process_stop(&contest.rival);
    kernel_plain_destroy(contest.baseline);
    kernel_cooperative_clear(&contest.bfs);
    session_close(&contest.session);
    graph_clear(&graph);
    free(contest.levels);
    free(contest.reference);
    samples_clear(&contest.cooperative_ms);
    forget(&contest.plain);
    for (i = 0; i < RIVAL_WAYS_MAX; i++) {
        forget(&contest.ways[i]);
    }
    return status;
}

/* The first thing that is not 0. */
static int worse(int status, int other)
{
    return status != 0 ? status : other;
}

int bench_overhead(const struct bench_options *options, struct tool_error *error)
{
    struct option_texts graphs = options->graphs;
    struct option_texts grids = options->grids;
    struct table table;
    unsigned i;
    int status = 0;

    if (graphs.count == 0 && grids.count == 0 && options->rmats.count == 0) {
        grids.items[grids.count++] = DEFAULT_GRID;
        if (access(MDUAL, R_OK) == 0) {
            graphs.items[graphs.count++] = MDUAL;
        } else if (access(MDUAL ".gz", R_OK) == 0) {
            graphs.items[graphs.count++] = MDUAL ".gz";
        }
    }
    table_begin(&table, options->report, "rows", columns);
    for (i = 0; i < graphs.count && status >= 0; i++) {
        status = worse(status,
                       contest_on(options, &(struct graph_choice){.file = graphs.items[i]}, &table, error));
    }
    for (i = 0; i < grids.count && status >= 0; i++) {
        status =
            worse(status, contest_on(options, &(struct graph_choice){.grid = grids.items[i]}, &table, error));
    }
    for (i = 0; i < options->rmats.count && status >= 0; i++) {
        status = worse(status, contest_on(options, &(struct graph_choice){.rmat = options->rmats.items[i]},
                                          &table, error));
    }
    table_end(&table);
    return status;
}
