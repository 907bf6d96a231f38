/* The costs of pushing, popping, reclaiming and stealing: launches of a single work-group, on queues for
 * one or for two, whose tasks do next to nothing. */
#include "stealing_operations.h"

#include "apps/fib/task_fib.h"
#include "apps/memset/task_memset.h"
#include "tools/measure/samples.h"
#include "tools/workqueue/task_device.h"

#include <stdio.h>
#include <string.h>

#define FIB_N 22
#define WORDS 65536

struct operation_run {
    double ns; /* of a launch, median */
    uint64_t tasks;
    uint64_t reclaimed;
    uint64_t steals;
    uint64_t stolen; /* tasks */
};

/* `queues` queues, of which the one work-group owns the first. */
static int run_alone(const struct bench_options *options, const struct work_choice *choice, uint32_t queues,
                     struct operation_run *result, struct tool_error *error)
{
    const struct task_setup setup = {
        .groups = queues, .local_items = (uint32_t)options->local_items, .seed = options->seed};
    const struct coop_launch_options launch_options = {.groups = 1};
    struct coop_workqueue_counts counts;
    struct coop_launch_stats stats;
    struct work_problem problem;
    struct task_device device;
    struct session session;
    struct samples ns = {NULL, 0, 0, 0};
    coop_launch *launch;
    uint64_t i;
    int status;

    memset(&session, 0, sizeof session);
    memset(&counts, 0, sizeof counts);
    if (work_problem_make(choice, &problem, error) != 0) {
        return -1;
    }
    status = task_device_prepare(&device, &problem, &setup, error);
    if (status == 0) {
        const struct session_options session_options = {.device = options->device,
                                                        .groups = 1,
                                                        .memory_bytes =
                                                            task_device_bytes(&device) + (1 << 20),
                                                        .module_text = device.kernel->module_text,
                                                        .module_bytes = *device.kernel->module_bytes};
        const struct coop_run_options run_options = {.worker_groups = 1,
                                                     .local_items = (uint32_t)options->local_items,
                                                     .timeout_ns = bench_timeout_ns(options),
                                                     .stall_after_ns = bench_stall_ns(options)};

        status = session_open(&session_options, &session, error) == 0 &&
                         task_device_init(&device, &session, error) == 0
                     ? session_start(&session, &run_options, error)
                     : -1;
    }
    for (i = 0; i <= options->pairs && status == 0; i++) {
        status = task_device_reset(&device, error) == 0 &&
                         task_device_launch(&device, &launch_options, &launch, error) == 0
                     ? session_wait(&session, launch, bench_timeout_ns(options), &stats, error)
                     : -1;
        if (status == 0 && i > 0) {
            samples_add(&ns, (double)stats.run_ns);
        }
    }
    if (status == 0) {
        status =
            task_device_report(&device, UINT32_MAX, &counts, error) == 0 ? session_stop(&session, error) : -1;
    }
    result->ns = samples_median(&ns);
    result->tasks = counts.executed;
    result->reclaimed = counts.reclaimed;
    result->steals = counts.steals;
    result->stolen = counts.stolen;
    samples_clear(&ns);
    task_device_clear(&device);
    session_close(&session);
    work_problem_clear(&problem);
    return status;
}

static double ratio(uint64_t tasks, uint64_t operations)
{
    return operations > 0 ? (double)tasks / (double)operations : 0;
}

/* tasks_each  of one operation, on average */
static void put_operation(struct table *table, const char *name, uint64_t tasks, double tasks_each, double ns)
{
    table_begin_row(table);
    table_cell(table, "%s", name);
    table_cell(table, "%llu", (unsigned long long)tasks);
    table_cell(table, "%.1f", tasks_each);
    table_cell(table, "%.1f", ns);
    table_end_row(table);
}

static void print_operations(const struct bench_options *options, const struct operation_run *spawning,
                             const struct operation_run *reclaiming, const struct operation_run *stealing,
                             double reclaim_ns, double steal_ns)
{
    double spawn_ns = spawning->ns / (double)spawning->tasks;
    double each_reclaim = ratio(reclaiming->tasks, reclaiming->reclaimed);
    double each_steal = ratio(stealing->stolen, stealing->steals);
    static const struct table_column columns[] = {
        {"operation", 1, 0}, {"tasks", 0, 0}, {"tasks_each", 0, 0}, {"ns", 0, 0}, {NULL, 0, 0}};
    struct table table;

    if (options->form != REPORT_TEXT) {
        table_begin(&table, options->report, "operations", columns);
        put_operation(&table, "push and pop", spawning->tasks, 1, spawn_ns);
        put_operation(&table, "reclaim and pop", reclaiming->tasks, each_reclaim, reclaim_ns);
        put_operation(&table, "steal and pop", stealing->stolen, each_steal, steal_ns);
        table_end(&table);
        return;
    }
    printf("\nOperations, one work-group of %llu, for each task:\n",
           (unsigned long long)options->local_items);
    printf("  pushed, popped and run      %8.1f ns   (fib %d, %llu tasks)\n", spawn_ns, FIB_N,
           (unsigned long long)spawning->tasks);
    printf("  reclaimed, popped and run    %8.1f ns   (memset, %.1f tasks a reclaim)\n", reclaim_ns,
           each_reclaim);
    printf("  stolen, popped and run      %8.1f ns   (memset, %.1f tasks a steal)\n", steal_ns, each_steal);
}

int stealing_operations(const struct bench_options *options, struct tool_error *error)
{
    struct work_choice fib = {.workload = &workload_fib, .n = FIB_N, .cutoff = 1};
    struct work_choice words = {.workload = &workload_memset, .tasks = WORDS};
    struct operation_run spawning, reclaiming, stealing;
    double reclaim_ns, steal_ns;

    if (run_alone(options, &fib, 1, &spawning, error) != 0 ||
        run_alone(options, &words, 1, &reclaiming, error) != 0 ||
        run_alone(options, &words, 2, &stealing, error) != 0) {
        return -1;
    }
    /* The tasks that were not stolen took as long as in the launch without stealing. */
    reclaim_ns = reclaiming.ns / (double)reclaiming.tasks;
    steal_ns = stealing.stolen > 0 ? (stealing.ns - reclaim_ns * (double)(stealing.tasks - stealing.stolen)) /
                                         (double)stealing.stolen
                                   : 0;
    print_operations(options, &spawning, &reclaiming, &stealing, reclaim_ns, steal_ns);
    return 0;
}
