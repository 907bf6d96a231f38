/* A cooperative kernel launched again and again, first alone and then beside periodic jobs. */
#include "app.h"
#include "app_raw.h"

#include "tools/measure/clock.h"
#include "tools/periodic/periodic_calibration.h"
#include "tools/periodic/periodic_session.h"
#include "tools/progress/progress_line.h"
#include "tools/runner/frames_lease.h"

#include <coop/trace_write.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MEMORY_SLACK_BYTES (UINT64_C(1) << 20)

/* How long the launches without jobs go on, with which those beside jobs are compared. They run once before
 * and once after, since the machine's other work comes and goes. The very first launch is cold and does not
 * count. */
#define ALONE_LAUNCHES 3
#define ALONE_NS (NS_PER_S / 4)

/* A picture of more periods shows only stripes. */
#define TIMELINE_PERIODS 12

#define PROGRESS_AFTER_NS NS_PER_S
#define PROGRESS_EVERY_NS (NS_PER_S / 5)

/* The statistic to which a launch's time is added. */
enum count { NOTHING, ALONE, RESULT };

struct app {
    const struct app_options *options;
    const struct app_job *job;
    struct app_results *results;
    struct session session;
    struct periodic_session periodic;
    struct frames_lease leased; /* instead, with --frames-by lease */
    struct periodic_driver driver;
    int has_periodic_now;
    uint64_t begin_ns;      /* of the launches */
    uint64_t progress_ns;   /* after begin_ns: when progress was shown last */
    uint64_t first_seen_ns; /* device clock: what the picture shows */
    uint64_t last_ended_ns;
    uint64_t timeout_ns;
};

static void show_progress(struct app *run)
{
    uint64_t elapsed = clock_now_ns() - run->begin_ns;

    if (elapsed > PROGRESS_AFTER_NS && elapsed - run->progress_ns > PROGRESS_EVERY_NS) {
        run->progress_ns = elapsed;
        fprintf(stderr, "\r%.0f s: %zu %s", (double)elapsed / 1e9, run->results->run_ms.count,
                run->job->noun.many);
        if (run->has_periodic_now) {
            fprintf(stderr, ", %u frames", atomic_load_explicit(&run->driver.done, memory_order_relaxed));
        }
        fputs(" \033[K", stderr);
    }
}

/* Waits for a launch; on a terminal, in slices that show how far it is. */
static int wait_for(struct app *run, coop_launch *launch, struct coop_launch_stats *stats,
                    struct tool_error *error)
{
    uint64_t deadline = clock_now_ns() + run->timeout_ns;
    uint64_t slice = isatty(STDERR_FILENO) ? PROGRESS_EVERY_NS : run->timeout_ns;
    coop_status status;

    do {
        uint64_t now = clock_now_ns();
        uint64_t left = deadline > now ? deadline - now : 0;

        status = coop_launch_wait(launch, left < slice ? left : slice, stats);
        if (slice == PROGRESS_EVERY_NS) {
            show_progress(run);
        }
    } while (status == COOP_TIMED_OUT && clock_now_ns() < deadline);
    if (session_check(&run->session, status, error) != 0) {
        coop_launch_destroy(launch);
        return -1;
    }
    coop_launch_destroy(launch);
    return 0;
}

static void note_launch(struct app *run, const struct coop_launch_stats *stats, uint64_t wall_ns,
                        enum count count)
{
    double ms = (double)(stats->run_ns > 0 ? stats->run_ns : wall_ns) / 1e6;

    if (count != NOTHING) {
        app_raw_keep(run->results, &(struct app_note){ms, (double)wall_ns / 1e6, stats->started_ns,
                                                      stats->ended_ns, count == ALONE});
    }
    if (count == ALONE) {
        slowdown_add_alone(&run->results->slowdown, ms);
    }
    if (count == RESULT) {
        samples_add(&run->results->run_ms, ms);
        slowdown_add_beside(&run->results->slowdown, ms);
        run->results->kills += stats->kills + stats->barrier_kills;
        run->results->forks += stats->forks + stats->barrier_forks;
        run->results->barriers += stats->barriers;
        run->first_seen_ns = run->results->run_ms.count == 1 ? stats->seen_ns : run->first_seen_ns;
        run->last_ended_ns = stats->ended_ns;
    }
}

static int launch_once(struct app *run, enum count count, struct tool_error *error)
{
    const struct coop_launch_options options = {.resizing = strcmp(run->options->resizing, "single") == 0
                                                                ? COOP_RESIZING_PLAIN
                                                                : COOP_RESIZING_QUERY};
    const struct app_job *job = run->job;
    struct coop_launch_stats stats;
    coop_launch *launch;
    uint64_t begin;
    int is_wrong = 0;

    if (job->reset(job->self, error) != 0) {
        return -1;
    }
    begin = clock_now_ns();
    if (job->launch(job->self, &options, &launch, error) != 0 || wait_for(run, launch, &stats, error) != 0) {
        return -1;
    }
    note_launch(run, &stats, clock_now_ns() - begin, count);
    if (run->options->verify && job->check(job->self, &is_wrong, error) != 0) {
        return -1;
    }
    run->results->wrong += (uint32_t)is_wrong;
    return job->note != NULL ? job->note(job->self, count != RESULT, error) : 0;
}

static int launch_repeatedly(struct app *run, uint64_t least, uint64_t ns, enum count count,
                             struct tool_error *error)
{
    uint64_t end = clock_now_ns() + ns;
    uint64_t i;

    for (i = 0; i < least || clock_now_ns() < end; i++) {
        if (launch_once(run, count, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int launch_beside_periodic(struct app *run, struct tool_error *error)
{
    const struct app_options *options = run->options;
    struct app_results *results = run->results;
    struct periodic_setup setup = {.profile = &results->profile};
    struct periodic_work work;
    struct tool_error periodic_error;
    int status;

    results->slowdown.period_ms = results->profile.period_ms;
    results->periodic_is_automatic = periodic_groups_are_automatic(options->frame_groups);
    results->periodic_groups = periodic_groups_parse(
        results->periodic_is_automatic ? "most" : options->frame_groups, results->worker_groups);
    setup.groups = results->periodic_groups;
    results->periodic_policy = options->policy;
    run->periodic = (struct periodic_session){
        .session = &run->session, .seed = options->seed, .timeout_ns = run->timeout_ns};
    work = app_leases(options) ? frames_lease_work(&run->leased) : periodic_session_work(&run->periodic);
    if (periodic_calibrate(&work, &results->profile, results->worker_groups, &results->periodic_size,
                           &results->periodic_work_ms, error) != 0) {
        return -1;
    }
    /* Products of the calibration belong to no series. */
    periodic_policy_parse(options->policy, results->profile.period_ms, setup.groups,
                          results->periodic_is_automatic, &run->periodic.options);
    run->leased.options = run->periodic.options;
    if (launch_once(run, NOTHING, error) != 0 ||
        launch_repeatedly(run, ALONE_LAUNCHES, ALONE_NS, ALONE, error) != 0 ||
        periodic_driver_start(&run->driver, &work, &setup, error) != 0) {
        return -1;
    }
    run->has_periodic_now = 1;
    status = launch_repeatedly(run, options->repeat, (uint64_t)(options->min_seconds * 1e9), RESULT, error);
    run->has_periodic_now = 0;
    if (periodic_driver_stop(&run->driver, &periodic_error) != 0 && status == 0) {
        *error = periodic_error;
        status = -1;
    }
    results->periodic_results = run->driver.results;
    app_raw_note_beside(results);
    return status == 0 ? launch_repeatedly(run, ALONE_LAUNCHES, ALONE_NS, ALONE, error) : -1;
}

static int check_written(coop_status status, const char *path, struct tool_error *error)
{
    return status == COOP_OK ? 0 : tool_fail(error, "%s cannot be written: %s", path, strerror(errno));
}

/* The launches beside jobs; the whole trace where it was full before them. */
static coop_status write_picture(const struct coop_trace *trace, const char *path, uint64_t begin_ns,
                                 uint64_t end_ns)
{
    coop_status status = coop_trace_write_svg(trace, path, begin_ns, end_ns);

    return status == COOP_INVALID_ARGUMENT ? coop_trace_write_svg(trace, path, 0, 0) : status;
}

static int write_trace(struct app *run, struct tool_error *error)
{
    const struct app_options *options = run->options;
    uint64_t end_ns = run->last_ended_ns;
    struct coop_trace trace;
    int status = 0;

    if (session_check(&run->session, coop_run_stop(run->session.run, 0), error) != 0 ||
        session_check(&run->session, coop_trace_take(run->session.run, &trace), error) != 0) {
        return -1;
    }
    run->results->has_trace = 1;
    run->results->events_lost = trace.events_lost;
    run->results->barrier_events_lost = trace.barrier_events_lost;
    if (run->results->has_periodic) {
        uint64_t shown_ns = (uint64_t)(TIMELINE_PERIODS * run->results->profile.period_ms * NS_PER_MS);

        end_ns = end_ns - run->first_seen_ns > shown_ns ? run->first_seen_ns + shown_ns : end_ns;
    }
    if (options->trace != NULL) {
        errno = 0;
        status = check_written(coop_trace_write_json(&trace, options->trace), options->trace, error);
    }
    if (options->timeline != NULL && status == 0) {
        errno = 0;
        status = check_written(write_picture(&trace, options->timeline, run->first_seen_ns, end_ns),
                               options->timeline, error);
    }
    coop_trace_clear(&trace);
    return status;
}

static int open_session(struct app *run, struct tool_error *error)
{
    const struct app_options *options = run->options;
    uint64_t periodic_bytes = run->results->has_periodic ? matmul_device_bytes(MATMUL_N_MAX) : 0;
    uint32_t trace_events = app_has_trace(options) ? (uint32_t)options->trace_events : 0;
    struct session_options session_options = {
        .device = options->device,
        .groups = (uint32_t)options->groups,
        .memory_bytes = run->job->memory_bytes + periodic_bytes + MEMORY_SLACK_BYTES +
                        (uint64_t)trace_events * sizeof(struct coop_trace_event),
        .module_text = run->job->module_text,
        .module_bytes = run->job->module_bytes};
    const struct coop_run_options run_options = {.worker_groups = (uint32_t)options->groups,
                                                 .local_items = (uint32_t)options->local_items,
                                                 .trace_events = trace_events,
                                                 .trace_barriers = options->trace != NULL,
                                                 .trace_flow = trace_events > 0,
                                                 .policy = periodic_policy_of_run(options->policy),
                                                 .timeout_ns = run->timeout_ns,
                                                 .stall_after_ns = (uint64_t)(options->stall_after_s * 1e9)};
    struct coop_run_report report;

    if (app_leases(options)) {
        const struct frames_queue_options frames = {.local_items = (uint32_t)options->local_items,
                                                    .seed = options->seed,
                                                    .timeout_ns = run->timeout_ns,
                                                    .n_most = MATMUL_N_MAX};

        run->leased.session = &run->session;
        run->leased.timeout_ns = run->timeout_ns;
        if (frames_lease_open(&run->leased, options->device, (uint32_t)options->groups, &frames, error) !=
            0) {
            return -1;
        }
        session_options.opencl = run->leased.context;
    }
    if (session_open(&session_options, &run->session, error) != 0 ||
        session_start(&run->session, &run_options, error) != 0 ||
        session_check(&run->session, coop_run_report(run->session.run, &report), error) != 0) {
        return -1;
    }
    run->results->worker_groups = report.worker_groups;
    snprintf(run->results->device_name, sizeof run->results->device_name, "%s",
             run->session.device.device_name);
    return 0;
}

static int work(struct app *run, struct tool_error *error)
{
    const struct app_options *options = run->options;
    const struct app_job *job = run->job;
    uint64_t min_ns = (uint64_t)(options->min_seconds * 1e9);
    int status;

    if (open_session(run, error) != 0) {
        return -1;
    }
    progress_line_begin("filling the device's memory");
    status = job->init(job->self, &run->session, error);
    progress_line_end();
    if (status != 0) {
        return -1;
    }
    run->begin_ns = clock_now_ns();
    status = run->results->has_periodic ? launch_beside_periodic(run, error)
                                        : launch_repeatedly(run, options->repeat, min_ns, RESULT, error);
    if (isatty(STDERR_FILENO)) {
        fputs("\r\033[K", stderr);
    }
    if (status != 0 || (job->finish != NULL && job->finish(job->self, error) != 0)) {
        return -1;
    }
    if (app_has_trace(options)) {
        progress_line_begin("writing the trace");
        status = write_trace(run, error);
        progress_line_end();
    }
    return status;
}

int app_run(const struct app_options *options, const struct app_job *job, struct app_results *results,
            struct tool_error *error)
{
    struct app run;
    struct tool_error stop_error;
    int status;

    memset(&run, 0, sizeof run);
    run.options = options;
    run.job = job;
    run.results = results;
    run.timeout_ns = (uint64_t)(options->timeout_s * 1e9);
    results->has_periodic = periodic_profile_parse(options->frames, &results->profile) == 0;
    status = work(&run, error);
    if (session_stop(&run.session, &stop_error) != 0 && status == 0) {
        *error = stop_error;
        status = -1;
    }
    periodic_session_clear(&run.periodic);
    job->clear(job->self);
    session_close(&run.session);
    frames_lease_close(&run.leased);
    return status;
}

int app_exit_code(const struct app_results *results)
{
    return results->wrong > 0 || results->periodic_results.wrong > 0 ? APP_WRONG : APP_RIGHT;
}

void app_results_clear(struct app_results *results)
{
    samples_clear(&results->run_ms);
    slowdown_clear(&results->slowdown);
    samples_clear(&results->beside_gather_us);
    periodic_results_clear(&results->periodic_results);
    free(results->notes);
    results->notes = NULL;
    results->note_count = 0;
    results->note_capacity = 0;
}
