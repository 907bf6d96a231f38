/* Launches of a workload, alone first and then beside frames. */
#include "work.h"

#include "clock.h"

#include <stdio.h>
#include <string.h>

#define MEMORY_SLACK_BYTES (UINT64_C(1) << 20)

/* How long launches without frames go on, which those beside frames are compared with: once before them and once after. */
#define ALONE_LAUNCHES 3
#define ALONE_NS (NS_PER_S / 4)

struct runner {
    const struct work_options *options;
    const struct work_problem *problem;
    const struct answer *wanted;
    struct work_results *results;
    struct session session;
    struct work_device device;
    struct frame_driver driver;
    uint64_t timeout_ns;
};

static void add_counts(struct coop_workqueue_counts *sum, const struct coop_workqueue_counts *counts)
{
    sum->executed += counts->executed;
    sum->spawned += counts->spawned;
    sum->acquired += counts->acquired;
    sum->steals += counts->steals;
    sum->stolen += counts->stolen;
    sum->lost += counts->lost;
    sum->empty += counts->empty;
    sum->released += counts->released;
    sum->overflowed += counts->overflowed;
    sum->flushes += counts->flushes;
    sum->declined += counts->declined;
    sum->idle += counts->idle;
}

/* The busiest queue's tasks over the mean, over those that work-groups had. */
static int find_imbalance(struct runner *runner, uint64_t executed, struct tool_error *error)
{
    uint32_t owners = runner->device.options.owners > 0 ? runner->device.options.owners : 1;
    uint32_t queues = (runner->results->worker_groups + owners - 1) / owners;
    uint64_t most = 0;

    for (uint32_t i = 0; i < queues; i++) {
        struct coop_workqueue_counts counts;

        if (session_check(&runner->session, coop_workqueue_report(runner->device.queue, 0, i, &counts, NULL),
                          error) != 0) {
            return -1;
        }
        most = counts.executed > most ? counts.executed : most;
    }
    runner->results->imbalance = executed > 0 ? (double)most * queues / (double)executed : 0;
    return 0;
}

static int look_at_answer(struct runner *runner, int counts_too, struct tool_error *error)
{
    struct work_results *results = runner->results;
    struct coop_workqueue_counts counts;
    struct tool_error difference;

    if (work_device_answer(&runner->device, &results->answer, &counts, error) != 0) {
        return -1;
    }
    if (runner->wanted != NULL && answer_compare(&results->answer, runner->wanted, &difference) != 0) {
        results->difference = results->wrong == 0 ? difference : results->difference;
        results->wrong++;
    }
    if (counts_too) {
        add_counts(&results->counts, &counts);
    }
    return find_imbalance(runner, counts.executed, error);
}

static int run_once(struct runner *runner, struct samples *times, struct tool_error *error)
{
    const struct coop_launch_options options = {.groups = runner->results->worker_groups};
    int is_counted = times == &runner->results->run_ms;
    struct coop_launch_stats stats;
    coop_launch *launch;
    uint64_t begin;

    if (work_device_reset(&runner->device, error) != 0) {
        return -1;
    }
    begin = clock_now_ns();
    if (work_device_launch(&runner->device, &options, &launch, error) != 0 ||
        session_wait(&runner->session, launch, runner->timeout_ns, &stats, error) != 0) {
        return -1;
    }
    samples_add(times, (double)(stats.run_ns > 0 ? stats.run_ns : clock_now_ns() - begin) / 1e6);
    if (is_counted) {
        runner->results->kills += stats.kills + stats.barrier_kills;
        runner->results->forks += stats.forks + stats.barrier_forks;
    }
    return look_at_answer(runner, is_counted, error);
}

static int run_repeatedly(struct runner *runner, uint64_t count, uint64_t ns, struct samples *times,
                          struct tool_error *error)
{
    uint64_t end = clock_now_ns() + ns;

    for (uint64_t i = 0; i < count || clock_now_ns() < end; i++) {
        if (run_once(runner, times, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int run_beside_frames(struct runner *runner, struct tool_error *error)
{
    const struct work_options *options = runner->options;
    struct work_results *results = runner->results;
    struct tool_error frame_error;
    int status;

    results->frame_groups = frame_groups_parse(options->frame_groups, results->worker_groups);
    if (frames_calibrate(&runner->session, results->frames, results->worker_groups, options->seed,
                         runner->timeout_ns, &results->frame_n, error) != 0 ||
        run_repeatedly(runner, ALONE_LAUNCHES, ALONE_NS, &results->alone_ms, error) != 0 ||
        frame_driver_start(&runner->driver, &runner->session, results->frames, results->frame_n,
                           results->frame_groups, options->seed, runner->timeout_ns, error) != 0) {
        return -1;
    }
    status = run_repeatedly(runner, options->repeat, (uint64_t)(options->min_seconds * 1e9), &results->run_ms,
                            error);
    if (frame_driver_stop(&runner->driver, &frame_error) != 0 && status == 0) {
        *error = frame_error;
        status = -1;
    }
    results->frame_results = runner->driver.results;
    return status == 0 ? run_repeatedly(runner, ALONE_LAUNCHES, ALONE_NS, &results->alone_ms, error) : -1;
}

static int open_session(struct runner *runner, struct coop_workqueue_options *queue, struct tool_error *error)
{
    const struct work_options *options = runner->options;
    uint64_t frame_bytes = runner->results->frames != NULL ? matmul_device_bytes(MATMUL_N_MAX) : 0;
    const struct session_options session_options = {
        .device = options->device,
        .groups = (uint32_t)options->groups,
        .memory_bytes =
            work_device_bytes(options->method, runner->problem, queue) + frame_bytes + MEMORY_SLACK_BYTES,
        .module_text = options->method->module_text,
        .module_bytes = *options->method->module_bytes};
    const struct coop_run_options run_options = {.worker_groups = (uint32_t)options->groups,
                                                 .local_items = (uint32_t)options->local_items,
                                                 .timeout_ns = runner->timeout_ns,
                                                 .stall_after_ns = (uint64_t)(options->stall_after_s * 1e9)};
    struct coop_run_report report;

    if (session_open(&session_options, &runner->session, error) != 0 ||
        session_start(&runner->session, &run_options, error) != 0 ||
        session_check(&runner->session, coop_run_report(runner->session.run, &report), error) != 0) {
        return -1;
    }
    runner->results->worker_groups = report.worker_groups;
    snprintf(runner->results->device_name, sizeof runner->results->device_name, "%s",
             runner->session.device.device_name);
    return 0;
}

static int work(struct runner *runner, struct tool_error *error)
{
    const struct work_options *options = runner->options;
    struct coop_workqueue_options queue = {.groups = (uint32_t)options->groups,
                                           .owners = (uint32_t)options->owners,
                                           .public_tasks = (uint32_t)options->public_tasks,
                                           .overflow_tasks = (uint32_t)options->overflow_tasks,
                                           .is_static = options->is_static,
                                           .seed = options->seed};

    if (open_session(runner, &queue, error) != 0 ||
        work_device_init(&runner->device, &runner->session, options->method, runner->problem, &queue,
                         error) != 0) {
        return -1;
    }
    if (runner->results->frames != NULL) {
        return run_beside_frames(runner, error);
    }
    return run_repeatedly(runner, options->repeat, (uint64_t)(options->min_seconds * 1e9),
                          &runner->results->run_ms, error);
}

int work_run(const struct work_options *options, const struct work_problem *problem,
             const struct answer *wanted, struct work_results *results, struct tool_error *error)
{
    struct runner runner;
    struct tool_error stop_error;
    int status;

    memset(&runner, 0, sizeof runner);
    runner.options = options;
    runner.problem = problem;
    runner.wanted = wanted;
    runner.results = results;
    runner.timeout_ns = (uint64_t)(options->timeout_s * 1e9);
    results->frames = frame_profile_find(options->frames);
    status = work(&runner, error);
    if (session_stop(&runner.session, &stop_error) != 0 && status == 0) {
        *error = stop_error;
        status = -1;
    }
    work_device_clear(&runner.device);
    session_close(&runner.session);
    return status;
}
