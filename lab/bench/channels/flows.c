#include "flows.h"

#include "apps/raster/task_raster.h"
#include "apps/uts/task_uts.h"
#include "apps/words/task_words.h"
#include "lab/bench/base/sides.h"
#include "tools/measure/clock.h"
#include "tools/workqueue/task_device.h"
#include "tools/workqueue/task_flow.h"

#include <stdio.h>
#include <string.h>

/* The flow graph; the workload's other kernel: a work queue, or a work-item for each triangle; one thread. */
enum side { SIDE_GRAPH, SIDE_OTHER, SIDE_THREAD, SIDES };

static const char *const side_names[SIDES] = {"graph", "other", "thread"};

static const struct entry {
    const char *name;
    struct work_choice choice;
} entries[] = {{"words", {.workload = &workload_words}},
               {"raster pixels", {.workload = &workload_raster, .scene = "pixels", .triangles = 300000}},
               {"raster small", {.workload = &workload_raster, .scene = "small", .triangles = 100000}},
               {"raster mixed", {.workload = &workload_raster, .scene = "mixed", .triangles = 1000}},
               {"raster large", {.workload = &workload_raster, .scene = "large", .triangles = 100}},
               {"uts T1", {.workload = &workload_uts, .uts_name = "T1"}}};

enum { ENTRIES = sizeof entries / sizeof *entries };

struct result {
    struct side_times times[SIDES]; /* ms; ratios: its time divided by the graph's */
    double fill;                    /* of the graph's last launch */
    int has_other;
};

struct race {
    const struct bench_options *options;
    struct result results[ENTRIES];
    struct work_problem problem; /* of the entry that is measured */
    struct answer wanted;
    struct session sessions[SIDE_THREAD];
    struct task_device devices[SIDE_THREAD];
    uint32_t wrong;
};

static int open_side(struct race *race, unsigned side, struct tool_error *error)
{
    const struct bench_options *options = race->options;
    struct task_device *device = &race->devices[side];
    const struct workload *workload = race->problem.workload;
    int is_uts = workload->by_channel != NULL;
    const struct task_setup setup = {.groups = (uint32_t)options->groups,
                                     .local_items = (uint32_t)options->local_items,
                                     .seed = options->seed,
                                     .by_channel = is_uts && side == SIDE_GRAPH,
                                     .by_rival = !is_uts && side == SIDE_OTHER};
    struct session_options session_options = {.device = options->device, .groups = (uint32_t)options->groups};

    if (task_device_prepare(device, &race->problem, &setup, error) != 0) {
        return -1;
    }
    session_options.module_text = device->kernel->module_text;
    session_options.module_bytes = *device->kernel->module_bytes;
    session_options.memory_bytes = task_device_bytes(device) + (1 << 20);
    return session_open(&session_options, &race->sessions[side], error) != 0
               ? -1
               : task_device_init(device, &race->sessions[side], error);
}

static void close_side(struct race *race, unsigned side)
{
    task_device_clear(&race->devices[side]);
    session_close(&race->sessions[side]);
}

/* A launch in a run of its own, whose work-groups do not disturb the other sides. */
static int launch_side(struct race *race, unsigned side, double *ms, double *cpu_ms, struct tool_error *error)
{
    const struct bench_options *options = race->options;
    const struct coop_run_options run_options = {.worker_groups = (uint32_t)options->groups,
                                                 .local_items = (uint32_t)options->local_items,
                                                 .timeout_ns = bench_timeout_ns(options),
                                                 .stall_after_ns = bench_stall_ns(options)};
    struct task_device *device = &race->devices[side];
    struct session *session = &race->sessions[side];
    struct tool_error difference;
    struct coop_launch_stats stats;
    coop_launch *launch;
    uint64_t cpu_begin;

    if (session_start(session, &run_options, error) != 0 || task_device_reset(device, error) != 0) {
        return -1;
    }
    cpu_begin = clock_process_ns();
    if (task_device_launch(device, NULL, &launch, error) != 0 ||
        session_wait(session, launch, bench_timeout_ns(options), &stats, error) != 0) {
        return -1;
    }
    *cpu_ms = (double)(clock_process_ns() - cpu_begin) / 1e6;
    *ms = (double)stats.run_ns / 1e6;
    race->wrong += task_device_check(device, &race->wanted, &difference) != 0;
    return 0;
}

static int note_fill(struct race *race, struct result *result, struct tool_error *error)
{
    struct task_flow_counts counts;

    memset(&counts, 0, sizeof counts);
    if (task_flow_report(&race->devices[SIDE_GRAPH], &counts, error) != 0) {
        return -1;
    }
    result->fill = task_flow_fill(&counts);
    return 0;
}

static int play(struct race *race, struct result *result, unsigned side, double *ms, double *cpu_ms,
                struct tool_error *error)
{
    uint64_t begin = clock_now_ns();
    uint64_t cpu_begin = clock_process_ns();
    struct answer answer;

    if (side < SIDE_THREAD) {
        return launch_side(race, side, ms, cpu_ms, error) != 0 ||
                       (side == SIDE_GRAPH && note_fill(race, result, error) != 0)
                   ? -1
                   : session_stop(&race->sessions[side], error);
    }
    if (work_problem_solve(&race->problem, &answer, error) != 0) {
        return -1;
    }
    *ms = (double)(clock_now_ns() - begin) / 1e6;
    *cpu_ms = (double)(clock_process_ns() - cpu_begin) / 1e6;
    return 0;
}

/* The first turn warms up. */
static int turn_of(struct race *race, struct result *result, uint64_t turn, struct tool_error *error)
{
    double ms[SIDES] = {0};
    double cpu_ms[SIDES] = {0};

    for (unsigned i = 0; i < SIDES; i++) {
        unsigned side = (unsigned)((i + turn) % SIDES);
        if ((side != SIDE_OTHER || result->has_other) &&
            play(race, result, side, &ms[side], &cpu_ms[side], error) != 0) {
            return -1;
        }
    }
    for (unsigned side = 0; side < SIDES && turn > 0; side++) {
        if (side != SIDE_OTHER || result->has_other) {
            side_add(&result->times[side], ms[side], cpu_ms[side], ms[side] / ms[SIDE_GRAPH]);
        }
    }
    return 0;
}

static int measure_entry(struct race *race, unsigned entry, struct tool_error *error)
{
    struct result *result = &race->results[entry];
    struct work_choice choice = entries[entry].choice;
    int status;

    result->has_other = choice.workload != &workload_words;
    work_choice_default(&choice);
    if (work_choice_check(&choice, error) != 0 || work_problem_make(&choice, &race->problem, error) != 0) {
        return -1;
    }
    status = work_problem_solve(&race->problem, &race->wanted, error);
    for (unsigned side = 0; side < SIDE_THREAD && status == 0; side++) {
        status = side == SIDE_GRAPH || result->has_other ? open_side(race, side, error) : 0;
    }
    for (uint64_t turn = 0; turn <= race->options->pairs && status == 0; turn++) {
        status = turn_of(race, result, turn, error);
    }
    for (unsigned side = 0; side < SIDE_THREAD; side++) {
        close_side(race, side);
    }
    work_problem_clear(&race->problem);
    return status;
}

static void put_rows(struct table *table, const void *from)
{
    struct race *race = (struct race *)(uintptr_t)from; /* a quantile sorts */

    for (unsigned i = 0; i < ENTRIES * SIDES; i++) {
        struct result *result = &race->results[i / SIDES];
        unsigned side = i % SIDES;
        if (side == SIDE_OTHER && !result->has_other) {
            continue;
        }
        table_begin_row(table);
        table_cell(table, "%s", entries[i / SIDES].name);
        table_cell(table, "%s", side_names[side]);
        table_cell(table, "%llu", (unsigned long long)race->options->local_items);
        side_put(table, &result->times[side], 3);
        if (side == SIDE_GRAPH) {
            table_cell(table, "%.4f", result->fill);
        } else {
            table_cell(table, "%s", "");
        }
        table_end_row(table);
    }
}

static void clear_results(struct race *race)
{
    for (unsigned i = 0; i < ENTRIES; i++) {
        for (unsigned side = 0; side < SIDES; side++) {
            side_clear(&race->results[i].times[side]);
        }
    }
}

int flows_measure(const struct bench_options *options, struct tool_error *error)
{
    static const struct table_column columns[] = {
        {"workload", 1, 0}, {"side", 1, 0}, {"local", 0, 0}, {"ms", 0, 0},   {"cpu_ms", 0, 0},
        {"ratio", 0, 0},    {"p10", 0, 0},  {"p90", 0, 0},   {"fill", 0, 0}, {NULL, 0, 0}};
    static struct race race; /* too large for a stack */
    int status = 0;

    memset(&race, 0, sizeof race);
    race.options = options;
    for (unsigned i = 0; i < ENTRIES && status == 0; i++) {
        status = measure_entry(&race, i, error);
    }
    if (status == 0) {
        table_write(options->report, "applications", columns, put_rows, &race);
    }
    if (status == 0 && race.wrong > 0) {
        fprintf(stderr, "coop-bench channels: %u results of applications are wrong\n", race.wrong);
        status = 1;
    }
    clear_results(&race);
    return status;
}
