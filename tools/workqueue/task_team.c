#include "task_team.h"

#include "tools/measure/clock.h"
#include "tools/progress/progress_line.h"

#include <stdio.h>
#include <string.h>

#define MEMORY_SLACK_BYTES (UINT64_C(1) << 21)

struct team_parts {
    coop_devices *devices;
    struct session sessions[COOP_DEVICES_MAX];
    enum coop_device_kind kinds[COOP_DEVICES_MAX];
    uint32_t firsts[COOP_DEVICES_MAX]; /* numbers of the first work-groups */
};

static int open_devices(const struct task_team_run *run, struct team_parts *parts, struct tool_error *error)
{
    double tasks = (double)run->device->first.count * (1 + task_team_largest_share(run->team));
    const struct coop_devices_options options = {
        .devices = run->team->devices,
        .groups = run->team->groups,
        .split = (uint32_t)run->team->split,
        .domains = run->team->domains,
        .memory_bytes = session_memory_bytes(run->job->memory_bytes + MEMORY_SLACK_BYTES +
                                             (uint64_t)tasks * run->device->kernel->task_bytes)};
    uint32_t owners = run->device->setup.owners > 0 ? run->device->setup.owners : 1;
    uint32_t first = 0;

    if (session_check(NULL, coop_devices_open(&options, &parts->devices), error) != 0) {
        return -1;
    }
    run->parts->count = coop_devices_count(parts->devices);
    for (uint32_t i = 0; i < run->parts->count; i++) {
        struct session *session = &parts->sessions[i];
        run->parts->groups[i] = coop_devices_groups(parts->devices, i);
        run->parts->domains[i] = coop_devices_domain(parts->devices, i);
        run->results->worker_groups += run->parts->groups[i];
        parts->firsts[i] = first;
        first += (run->parts->groups[i] + owners - 1) / owners * owners;
        session->context = coop_devices_context(parts->devices, i);
        if (session_check(session, coop_context_device(session->context, &session->device), error) != 0) {
            return -1;
        }
    }
    if (task_team_has_domains(run->parts) && run->device->kernel->tasks_meet) {
        return tool_fail(
            error, "--domains wants tasks that do not read what others have written; these do, so their "
                   "devices must share memory");
    }
    snprintf(run->results->device_name, sizeof run->results->device_name, "%s",
             parts->sessions[0].device.device_name);
    return 0;
}

static int start_runs(const struct task_team_run *run, struct team_parts *parts, struct tool_error *error)
{
    int status = 0;

    progress_line_begin(PROGRESS_BUILDING);
    for (uint32_t i = 0; i < run->parts->count && status == 0; i++) {
        struct session *session = &parts->sessions[i];
        const struct coop_run_options options = {
            .worker_groups = run->parts->groups[i],
            .local_items = task_team_local_items(run->team, i, run->options->local_items),
            .timeout_ns = (uint64_t)(run->options->timeout_s * 1e9),
            .stall_after_ns = (uint64_t)(run->options->stall_after_s * 1e9)};
        status = session_check(session,
                               coop_module_create(session->context, run->job->module_text,
                                                  run->job->module_bytes, NULL, &session->module),
                               error);
        if (status == 0) {
            status = session_check(session, coop_run_start(session->module, &options, &session->run), error);
        }
    }
    progress_line_end();
    return status;
}

/* What the next launch is for. */
static void turn_to(const struct task_team_run *run, const struct team_parts *parts, uint32_t i)
{
    run->device->session = &parts->sessions[i];
    run->device->member = i;
    run->device->first_group = parts->firsts[i];
    run->device->kind = parts->kinds[i];
}

/* Launches on each device, and waits for all. */
static int launch_on_each(const struct task_team_run *run, const struct team_parts *parts,
                          struct coop_launch_stats *stats, struct tool_error *error)
{
    const struct coop_launch_options options = {0};
    coop_launch *launches[COOP_DEVICES_MAX] = {NULL};
    uint32_t count = run->parts->count;
    int status = 0;

    for (uint32_t i = 0; i < count && status == 0; i++) {
        turn_to(run, parts, i);
        status = run->job->launch(run->job->self, &options, &launches[i], error);
    }
    turn_to(run, parts, 0);
    if (status == 0) {
        status = session_check(NULL,
                               coop_team_wait(run->device->team, launches, count,
                                              (uint64_t)(run->options->timeout_s * 1e9), stats),
                               error);
    }
    for (uint32_t i = 0; i < count; i++) {
        coop_launch_destroy(launches[i]);
    }
    return status;
}

/* Of all runs, as the counts of tasks beside them. */
static void add_traffic(struct coop_team_traffic *sum, const struct coop_team_traffic *run)
{
    sum->batches_in += run->batches_in;
    sum->tasks_in += run->tasks_in;
    sum->batches_out += run->batches_out;
    sum->tasks_out += run->tasks_out;
    sum->bytes += run->bytes;
    sum->hungry_ns += run->hungry_ns;
    sum->passes += run->passes;
    sum->moves += run->moves;
    sum->empty += run->empty;
    sum->refused_none += run->refused_none;
    sum->refused_gain += run->refused_gain;
    sum->refused_room += run->refused_room;
    sum->broker_cpu_ns += run->broker_cpu_ns;
    if (run->batches_in > 0) {
        sum->move_p50_ns = run->move_p50_ns;
        sum->move_p99_ns = run->move_p99_ns;
    }
    sum->tasks_per_second = run->tasks_per_second > 0 ? run->tasks_per_second : sum->tasks_per_second;
    sum->speed = run->speed > 0 ? run->speed : sum->speed;
}

/* How many tasks ran on a device of the kind that they prefer. */
static int add_placed(const struct task_team_run *run, const struct team_parts *parts, uint32_t i,
                      struct tool_error *error)
{
    uint64_t placed[2];

    if (task_read_placed(run->device, parts->firsts[i], run->parts->groups[i], placed, error) != 0) {
        return -1;
    }
    run->parts->placed[i][0] += placed[0];
    run->parts->placed[i][1] += placed[1];
    run->parts->has_placed |= placed[0] + placed[1] > 0;
    return 0;
}

static int run_once(const struct task_team_run *run, const struct team_parts *parts, struct tool_error *error)
{
    struct coop_launch_stats stats[COOP_DEVICES_MAX] = {{0}};
    struct coop_workqueue_counts counts;
    struct coop_team_traffic traffic;
    int is_wrong = 0;
    uint64_t begin;

    if (run->job->reset(run->job->self, error) != 0) {
        return -1;
    }
    begin = clock_now_ns();
    if (launch_on_each(run, parts, stats, error) != 0) {
        return -1;
    }
    samples_add(&run->results->run_ms, (double)(clock_now_ns() - begin) / 1e6);
    for (uint32_t i = 0; i < run->parts->count; i++) {
        run->results->kills += stats[i].kills + stats[i].barrier_kills;
        run->results->forks += stats[i].forks + stats[i].barrier_forks;
        if (task_device_report(run->device, i, &counts, error) != 0) {
            return -1;
        }
        task_counts_add(&run->parts->counts[i], &counts);
        if (session_check(NULL, coop_team_traffic(run->device->team, i, &traffic), error) != 0) {
            return -1;
        }
        add_traffic(&run->parts->traffic[i], &traffic);
        if (run->device->kernel->tag_of != NULL && add_placed(run, parts, i, error) != 0) {
            return -1;
        }
    }
    if (run->options->verify && run->job->check(run->job->self, &is_wrong, error) != 0) {
        return -1;
    }
    run->results->wrong += (uint32_t)is_wrong;
    return run->job->note(run->job->self, 0, error);
}

static int work(const struct task_team_run *run, struct team_parts *parts, struct tool_error *error)
{
    struct task_team_lists lists;
    struct coop_team_options options;
    uint64_t end;

    task_team_fill(run->team, &lists, &options);
    options.prefers_cpu = run->device->kernel->prefers_cpu;
    options.prefers_gpu = run->device->kernel->prefers_gpu;
    if (open_devices(run, parts, error) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < run->parts->count; i++) {
        parts->kinds[i] = options.kinds != NULL ? options.kinds[i] : parts->sessions[i].device.kind;
    }
    if (task_device_join(run->device, parts->devices, &options, task_team_largest_share(run->team), error) !=
            0 ||
        run->job->init(run->job->self, &parts->sessions[0], error) != 0 ||
        start_runs(run, parts, error) != 0) {
        return -1;
    }
    end = clock_now_ns() + (uint64_t)(run->options->min_seconds * 1e9);
    for (uint64_t i = 0; i < run->options->repeat || clock_now_ns() < end; i++) {
        if (run_once(run, parts, error) != 0) {
            return -1;
        }
    }
    return run->job->finish != NULL ? run->job->finish(run->job->self, error) : 0;
}

int task_team_run(const struct task_team_run *run, struct tool_error *error)
{
    struct team_parts parts;
    int status;

    memset(&parts, 0, sizeof parts);
    status = work(run, &parts, error);
    run->job->clear(run->job->self);
    coop_devices_close(parts.devices);
    return status;
}
