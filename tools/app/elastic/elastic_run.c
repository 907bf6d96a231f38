/* The kernels as cooperative ones of a run. */
#include "elastic_run.h"

#include "elastic_kernels_text.h"
#include "tools/kernel/kernel_cooperative.h"
#include "tools/measure/clock.h"
#include "tools/periodic/periodic_profile.h"
#include "tools/periodic/periodic_session.h"

#include <coop/trace_write.h>

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* What is compared is how work-groups are shared, not when a job is due. */
#define POLICY "first-come"

#define MEMORY_SLACK_BYTES (UINT64_C(1) << 20)

struct elastic_run;

/* A kernel, and the thread that launches it. */
struct stream {
    struct elastic_run *run;
    unsigned number;
    struct kernel_cooperative kernel;
    pthread_t thread;
    int status;
    struct tool_error error;
};

struct elastic_run {
    struct elastic *elastic;
    struct session session;
    struct periodic_session periodic;
    struct periodic_driver driver;
    struct stream streams[ELASTIC_PARTS_MAX];
    atomic_int must_stop;
};

static int launch_once(struct stream *stream, struct elastic_note *note, struct tool_error *error)
{
    struct elastic *elastic = stream->run->elastic;
    const struct coop_launch_options options = {.groups = elastic->limits[stream->number]};
    coop_launch *launch;

    if (kernel_cooperative_reset(&stream->kernel, error) != 0) {
        return -1;
    }
    note->begin_ns = clock_now_ns();
    if (kernel_cooperative_launch(&stream->kernel, &options, &launch, error) != 0 ||
        session_wait(&stream->run->session, launch, elastic->timeout_ns, NULL, error) != 0) {
        return -1;
    }
    note->end_ns = clock_now_ns();
    return 0;
}

static int check_result(struct stream *stream, struct tool_error *error)
{
    struct elastic *elastic = stream->run->elastic;
    struct part *part = &elastic->parts[stream->number];

    if (kernel_cooperative_read(&stream->kernel, part->words, part->word_count, error) != 0) {
        return -1;
    }
    elastic->wrong[stream->number] += (uint32_t)(part->form->is_wrong(part) != 0);
    return 0;
}

static void *launch_repeatedly(void *argument)
{
    struct stream *stream = argument;
    struct elastic *elastic = stream->run->elastic;

    while (stream->status == 0 && !atomic_load_explicit(&stream->run->must_stop, memory_order_relaxed)) {
        struct elastic_note note;

        stream->status = launch_once(stream, &note, &stream->error);
        if (stream->status == 0) {
            stream->status = elastic_notes_add(&elastic->notes[stream->number], &note, &stream->error);
        }
    }
    return NULL;
}

static int open_run(struct elastic_run *run, struct tool_error *error)
{
    struct elastic *elastic = run->elastic;
    const struct elastic_options *options = &elastic->options;
    const uint32_t trace_events = options->trace != NULL ? (uint32_t)options->trace_events : 0;
    struct session_options session_options = {.device = options->device,
                                              .groups = (uint32_t)options->groups,
                                              .memory_bytes = MEMORY_SLACK_BYTES,
                                              .module_text = elastic_kernels_module_text,
                                              .module_bytes = elastic_kernels_module_bytes};
    const struct coop_run_options run_options = {.worker_groups = (uint32_t)options->groups,
                                                 .local_items = (uint32_t)options->local_items,
                                                 .trace_events = trace_events,
                                                 .timeout_ns = elastic->timeout_ns,
                                                 .policy = periodic_policy_of_run(POLICY)};
    struct coop_run_report report;
    unsigned i;

    for (i = 0; i < elastic->count; i++) {
        session_options.memory_bytes += kernel_plan_bytes(&elastic->parts[i].plan);
    }
    session_options.memory_bytes += elastic->has_jobs ? matmul_device_bytes(MATMUL_N_MAX) : 0;
    session_options.memory_bytes += (uint64_t)trace_events * sizeof(struct coop_trace_event);
    if (session_open(&session_options, &run->session, error) != 0 ||
        session_start(&run->session, &run_options, error) != 0 ||
        session_check(&run->session, coop_run_report(run->session.run, &report), error) != 0) {
        return -1;
    }
    elastic->worker_groups = report.worker_groups;
    memcpy(elastic->device_name, run->session.device.device_name, sizeof elastic->device_name);
    return 0;
}

/* Each kernel once, alone: cold caches and wrong results show here. */
static int init_streams(struct elastic_run *run, struct tool_error *error)
{
    struct elastic *elastic = run->elastic;
    struct elastic_note ignored;
    unsigned i;

    for (i = 0; i < elastic->count; i++) {
        struct stream *stream = &run->streams[i];
        struct part *part = &elastic->parts[i];

        stream->run = run;
        stream->number = i;
        if (kernel_cooperative_init(&stream->kernel, &run->session, part->form->source, &part->plan, error) !=
                0 ||
            launch_once(stream, &ignored, error) != 0 || check_result(stream, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int start_jobs(struct elastic_run *run, struct tool_error *error)
{
    struct elastic *elastic = run->elastic;
    const struct periodic_setup setup = {.profile = &elastic->profile, .groups = elastic->job_groups};
    struct periodic_work work;

    if (!elastic->has_jobs) {
        return 0;
    }
    run->periodic = (struct periodic_session){
        .session = &run->session, .seed = elastic->options.seed, .timeout_ns = elastic->timeout_ns};
    work = periodic_session_work(&run->periodic);
    if (periodic_calibrate(&work, &elastic->profile, elastic->worker_groups, &elastic->job_size,
                           &elastic->job_ms, error) != 0) {
        return -1;
    }
    /* Products of the calibration belong to no series. */
    periodic_policy_parse(POLICY, elastic->profile.period_ms, setup.groups, elastic->job_is_automatic,
                          &run->periodic.options);
    return periodic_driver_start(&run->driver, &work, &setup, error);
}

static int stop_jobs(struct elastic_run *run, struct tool_error *error)
{
    int status;

    if (!run->elastic->has_jobs) {
        return 0;
    }
    status = periodic_driver_stop(&run->driver, error);
    run->elastic->jobs = run->driver.results;
    return status;
}

/* The threads that are there end in any case. */
static int run_streams(struct elastic_run *run, struct tool_error *error)
{
    struct elastic *elastic = run->elastic;
    int status = 0;
    unsigned begun;
    unsigned i;

    elastic->begin_ns = clock_now_ns();
    for (begun = 0; begun < elastic->count && status == 0; begun += status == 0) {
        if (pthread_create(&run->streams[begun].thread, NULL, launch_repeatedly, &run->streams[begun]) != 0) {
            status = tool_fail(error, "no thread could be made for a kernel; close other programs");
        }
    }
    if (status == 0) {
        clock_sleep_until_ns(elastic->begin_ns + (uint64_t)(elastic->options.seconds * 1e9));
    }
    elastic->end_ns = clock_now_ns();
    atomic_store_explicit(&run->must_stop, 1, memory_order_relaxed);
    for (i = 0; i < begun; i++) {
        pthread_join(run->streams[i].thread, NULL);
        if (run->streams[i].status != 0 && status == 0) {
            *error = run->streams[i].error;
            status = -1;
        }
    }
    return status;
}

static int write_trace(struct elastic_run *run, struct tool_error *error)
{
    const char *path = run->elastic->options.trace;
    struct coop_trace trace;
    int status;

    if (path == NULL) {
        return 0;
    }
    if (session_check(&run->session, coop_run_stop(run->session.run, 0), error) != 0 ||
        session_check(&run->session, coop_trace_take(run->session.run, &trace), error) != 0) {
        return -1;
    }
    run->elastic->events_lost = trace.events_lost;
    errno = 0;
    status = coop_trace_write_json(&trace, path) == COOP_OK
                 ? 0
                 : tool_fail(error, "%s cannot be written: %s", path, strerror(errno));
    coop_trace_clear(&trace);
    return status;
}

static int work(struct elastic_run *run, struct tool_error *error)
{
    struct tool_error stop_error;
    int status;
    unsigned i;

    if (open_run(run, error) != 0 || init_streams(run, error) != 0 || start_jobs(run, error) != 0) {
        return -1;
    }
    status = run_streams(run, error);
    if (stop_jobs(run, &stop_error) != 0 && status == 0) {
        *error = stop_error;
        status = -1;
    }
    for (i = 0; i < run->elastic->count && status == 0; i++) {
        status = check_result(&run->streams[i], error);
    }
    return status == 0 ? write_trace(run, error) : -1;
}

int elastic_run(struct elastic *elastic, struct tool_error *error)
{
    static struct elastic_run run;
    struct tool_error stop_error;
    int status;
    unsigned i;

    memset(&run, 0, sizeof run);
    run.elastic = elastic;
    status = work(&run, error);
    if (session_stop(&run.session, &stop_error) != 0 && status == 0) {
        *error = stop_error;
        status = -1;
    }
    periodic_session_clear(&run.periodic);
    for (i = 0; i < elastic->count; i++) {
        kernel_cooperative_clear(&run.streams[i].kernel);
    }
    session_close(&run.session);
    return status;
}
