#include "joins.h"

#include "apps/fib/task_fib.h"
#include "apps/queens/task_queens.h"
#include "apps/sort/task_sort.h"
#include "apps/strassen/task_strassen.h"
#include "joins_rival.h"
#include "lab/bench/base/sides.h"
#include "tools/measure/clock.h"
#include "tools/workqueue/task_device.h"
#include "tools/workqueue/task_flow.h"

#include <stdio.h>
#include <string.h>

/* The device, and the rivals. */
enum { SIDE_DEVICE, SIDE_RIVALS, SIDES_MAX = SIDE_RIVALS + 4 };

static const struct entry {
    const char *name;
    enum join_work work;
    struct work_choice choice;
} entries[] = {
    {"fib 30 from 10", JOIN_FIB, {.workload = &workload_fib, .n = 30, .cutoff = 10, .by_tasks = 1}},
    {"queens 13 to 4", JOIN_QUEENS, {.workload = &workload_queens, .n = 13, .cutoff = 4, .by_tasks = 1}},
    {"queens 12 to 8", JOIN_QUEENS, {.workload = &workload_queens, .n = 12, .cutoff = 8, .by_tasks = 1}},
    {"sort 1000000", JOIN_SORT, {.workload = &workload_sort, .n = 1000000}},
    {"strassen 512", JOIN_STRASSEN, {.workload = &workload_strassen, .n = 512}},
    {"classical 512", JOIN_CLASSICAL, {.workload = &workload_strassen, .n = 512, .products = 8}}};

enum { ENTRIES = sizeof entries / sizeof *entries };

struct result {
    struct side_times times[SIDES_MAX]; /* ms; ratios of its CPU time and the device's */
    struct task_flow_counts flow;       /* of the device's last launch */
};

struct race {
    const struct bench_options *options;
    struct result results[ENTRIES];
    struct work_problem problem; /* of the entry that is measured */
    struct answer wanted;
    struct session session;
    struct task_device device;
    const struct rival *rivals;
    unsigned sides;
    uint32_t wrong;
};

static const char *name_of(const struct race *race, unsigned side)
{
    const struct rival *rival = side == SIDE_DEVICE ? NULL : &race->rivals[side - SIDE_RIVALS];

    return rival == NULL ? "tasks" : rival->is_parallel ? rival->name : "elision";
}

static int open_device(struct race *race, struct tool_error *error)
{
    const struct bench_options *options = race->options;
    struct task_device *device = &race->device;
    const struct task_setup setup = {.groups = (uint32_t)options->groups,
                                     .local_items = (uint32_t)options->local_items,
                                     .seed = options->seed};
    struct session_options session_options = {.device = options->device, .groups = (uint32_t)options->groups};

    if (task_device_prepare(device, &race->problem, &setup, error) != 0) {
        return -1;
    }
    session_options.module_text = device->kernel->module_text;
    session_options.module_bytes = *device->kernel->module_bytes;
    session_options.memory_bytes = task_device_bytes(device) + (1 << 20);
    return session_open(&session_options, &race->session, error) != 0
               ? -1
               : task_device_init(device, &race->session, error);
}

/* A launch in a run of its own, whose work-groups do not disturb the rivals. */
static int play_device(struct race *race, struct result *result, double *ms, double *cpu_ms,
                       struct tool_error *error)
{
    const struct bench_options *options = race->options;
    const struct coop_run_options run_options = {.worker_groups = (uint32_t)options->groups,
                                                 .local_items = (uint32_t)options->local_items,
                                                 .timeout_ns = bench_timeout_ns(options),
                                                 .stall_after_ns = bench_stall_ns(options)};
    struct task_device *device = &race->device;
    struct tool_error difference;
    struct coop_launch_stats stats;
    coop_launch *launch;
    uint64_t cpu_begin;

    if (session_start(&race->session, &run_options, error) != 0 || task_device_reset(device, error) != 0) {
        return -1;
    }
    cpu_begin = clock_process_ns();
    if (task_device_launch(device, NULL, &launch, error) != 0 ||
        session_wait(&race->session, launch, bench_timeout_ns(options), &stats, error) != 0) {
        return -1;
    }
    *cpu_ms = (double)(clock_process_ns() - cpu_begin) / 1e6;
    *ms = (double)stats.run_ns / 1e6;
    race->wrong += task_device_check(device, &race->wanted, &difference) != 0;
    memset(&result->flow, 0, sizeof result->flow);
    return task_flow_report(device, &result->flow, error) != 0 ? -1 : session_stop(&race->session, error);
}

/* The first turn warms up. */
static int turn_of(struct race *race, unsigned entry, uint64_t turn, struct tool_error *error)
{
    struct result *result = &race->results[entry];
    double ms[SIDES_MAX];
    double cpu_ms[SIDES_MAX];

    for (unsigned i = 0; i < race->sides; i++) {
        unsigned side = (unsigned)((i + turn) % race->sides);
        int is_wrong = 0;
        int status = side == SIDE_DEVICE
                         ? play_device(race, result, &ms[side], &cpu_ms[side], error)
                         : joins_rival_run(&race->rivals[side - SIDE_RIVALS], entries[entry].work,
                                           &race->problem, &race->wanted, (unsigned)race->options->groups,
                                           &ms[side], &cpu_ms[side], &is_wrong, error);
        if (status != 0) {
            return -1;
        }
        race->wrong += (uint32_t)is_wrong;
    }
    for (unsigned side = 0; side < race->sides && turn > 0; side++) {
        side_add(&result->times[side], ms[side], cpu_ms[side], cpu_ms[side] / cpu_ms[SIDE_DEVICE]);
    }
    return 0;
}

static int measure_entry(struct race *race, unsigned entry, struct tool_error *error)
{
    struct work_choice choice = entries[entry].choice;
    int status;

    work_choice_default(&choice);
    if (work_choice_check(&choice, error) != 0 || work_problem_make(&choice, &race->problem, error) != 0) {
        return -1;
    }
    status = work_problem_solve(&race->problem, &race->wanted, error);
    if (status == 0) {
        status = open_device(race, error);
    }
    for (uint64_t turn = 0; turn <= race->options->pairs && status == 0; turn++) {
        status = turn_of(race, entry, turn, error);
    }
    task_device_clear(&race->device);
    session_close(&race->session);
    work_problem_clear(&race->problem);
    return status;
}

/* Those that have tasks that wait. */
static void find_rivals(struct race *race)
{
    unsigned count;

    race->rivals = rivals_built(&count);
    while (count > 0 && race->rivals[count - 1].join == NULL) {
        count--;
    }
    race->sides = SIDE_RIVALS + count;
}

static void put_rows(struct table *table, const void *from)
{
    struct race *race = (struct race *)(uintptr_t)from; /* a quantile sorts */

    for (unsigned i = 0; i < ENTRIES * race->sides; i++) {
        struct result *result = &race->results[i / race->sides];
        unsigned side = i % race->sides;

        table_begin_row(table);
        table_cell(table, "%s", entries[i / race->sides].name);
        table_cell(table, "%s", name_of(race, side));
        table_cell(table, "%llu", (unsigned long long)race->options->groups);
        table_cell(table, "%llu", (unsigned long long)race->options->local_items);
        side_put(table, &result->times[side], 3);
        table_end_row(table);
    }
}

/* What the device's tasks have taken, beside what always suffices. */
static void put_memory(struct table *table, const void *from)
{
    const struct race *race = from;

    for (unsigned i = 0; i < ENTRIES; i++) {
        const struct task_flow_counts *flow = &race->results[i].flow;
        uint64_t blocks = 0;
        uint64_t most = 0;
        uint64_t rule = 0;

        for (uint32_t k = 0; k < flow->channel_count; k++) {
            blocks += flow->channels[k].blocks;
            most += flow->channels[k].blocks_most;
            rule += flow->channels[k].blocks_rule;
        }
        table_begin_row(table);
        table_cell(table, "%s", entries[i].name);
        table_cell(table, "%llu", (unsigned long long)task_flow_items(flow));
        table_cell(table, "%llu", (unsigned long long)task_flow_batches(flow));
        table_cell(table, "%.4f", task_flow_fill(flow));
        table_cell(table, "%llu", (unsigned long long)most);
        table_cell(table, "%llu", (unsigned long long)blocks);
        table_cell(table, "%llu", (unsigned long long)rule);
        table_cell(table, "%llu", (unsigned long long)flow->opened);
        table_cell(table, "%llu", (unsigned long long)flow->closures_most);
        table_cell(table, "%llu", (unsigned long long)flow->closures);
        table_cell(table, "%llu", (unsigned long long)flow->closures_rule);
        table_end_row(table);
    }
}

static void write_tables(struct race *race)
{
    static const struct table_column times[] = {
        {"workload", 1, 0}, {"side", 1, 0},  {"groups", 0, 0}, {"local", 0, 0}, {"ms", 0, 0},
        {"cpu_ms", 0, 0},   {"ratio", 0, 0}, {"p10", 0, 0},    {"p90", 0, 0},   {NULL, 0, 0}};
    static const struct table_column memory[] = {
        {"workload", 1, 0},      {"items", 0, 0},    {"batches", 0, 0},       {"fill", 0, 0},
        {"blocks_most", 0, 0},   {"blocks", 0, 0},   {"blocks_rule", 0, 0},   {"taken", 0, 0},
        {"closures_most", 0, 0}, {"closures", 0, 0}, {"closures_rule", 0, 0}, {NULL, 0, 0}};

    table_write(race->options->report, "applications", times, put_rows, race);
    table_write(race->options->report, "memory", memory, put_memory, race);
}

int joins_measure(const struct bench_options *options, struct tool_error *error)
{
    static struct race race; /* too large for a stack */
    int status = 0;

    memset(&race, 0, sizeof race);
    race.options = options;
    find_rivals(&race);
    for (unsigned i = 0; i < ENTRIES && status == 0; i++) {
        status = measure_entry(&race, i, error);
    }
    if (status == 0) {
        write_tables(&race);
    }
    if (status == 0 && race.wrong > 0) {
        fprintf(stderr, "coop-bench tasks: %u results of applications are wrong\n", race.wrong);
        status = 1;
    }
    for (unsigned i = 0; i < ENTRIES * SIDES_MAX; i++) {
        side_clear(&race.results[i / SIDES_MAX].times[i % SIDES_MAX]);
    }
    return status;
}
