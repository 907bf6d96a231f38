#include "graph_rival.h"

#include "app_raw.h"
#include "graph_problem.h"
#include "tools/measure/clock.h"
#include "tools/periodic/periodic_calibration.h"

#include <string.h>

/* As beside cooperative kernels (app_run.c). */
#define ALONE_RUNS 3
#define ALONE_NS (NS_PER_S / 4)

enum count { ALONE, BESIDE };

int graph_rival_check(const struct graph_command *command, struct tool_error *error)
{
    const char *place = command->frame_place;
    const char *mode = command->is_plain ? "--plain" : "--multikernel";

    if (graph_mode_of(command) == GRAPH_COOPERATIVE || command->is_channel) {
        return place == NULL ? 0 : tool_fail(error, "--frame-place wants --plain or --multikernel beside it");
    }
    if (app_has_trace(&command->app)) {
        return tool_fail(error, "%s has no --trace and no --timeline", mode);
    }
    if (app_has_frame_options(&command->app)) {
        return tool_fail(
            error, "%s leaves the frames to the driver: no --frame-groups, --resizing and --policy", mode);
    }
    if (command->app.stall_after_s > 0) {
        return tool_fail(error, "%s has no steps to be seen: no --stall-after", mode);
    }
    if (place != NULL && !app_has_periodic(&command->app)) {
        return tool_fail(error, "--frame-place wants --frames beside it");
    }
    if (place != NULL && strcmp(place, "queue") != 0 && strcmp(place, "process") != 0) {
        return tool_fail(error, "--frame-place wants queue or process, not \"%s\"", place);
    }
    return 0;
}

int graph_rival_begin(struct graph_rival *rival, struct graph_command *command, struct tool_error *error)
{
    const struct app_options *app = &command->app;
    struct app_results *results = &command->results;
    struct frames_process_options options = {.device = app->device,
                                             .groups = (uint32_t)app->groups,
                                             .local_items = (uint32_t)app->local_items,
                                             .seed = app->seed,
                                             .timeout_ns = (uint64_t)(app->timeout_s * 1e9)};

    memset(rival, 0, sizeof *rival);
    rival->command = command;
    rival->is_there = periodic_profile_parse(app->frames, &results->profile) == 0;
    rival->is_process = command->frame_place != NULL && strcmp(command->frame_place, "process") == 0;
    if (!rival->is_there) {
        return 0;
    }
    results->has_periodic = 1;
    results->periodic_place = rival->is_process ? "in a second process" : "on a second queue";
    results->periodic_groups = (uint32_t)app->groups;
    results->slowdown.period_ms = results->profile.period_ms;
    options.profile = results->profile;
    return rival->is_process ? frames_process_fork(&rival->process, &options, error) : 0;
}

static int prepare(struct graph_rival *rival, const struct kernel_opencl *opencl, struct tool_error *error)
{
    struct app_results *results = &rival->command->results;
    const struct app_options *app = &rival->command->app;
    const struct frames_queue_options options = {.context = opencl->context,
                                                 .id = opencl->device.id,
                                                 .device_name = opencl->device.name,
                                                 .local_items = (uint32_t)app->local_items,
                                                 .seed = app->seed,
                                                 .timeout_ns = (uint64_t)(app->timeout_s * 1e9)};
    struct periodic_work work;

    if (rival->is_process) {
        return frames_process_prepare(&rival->process, &results->periodic_size, &results->periodic_work_ms,
                                      error);
    }
    if (frames_queue_open(&rival->queue, &options, error) != 0) {
        return -1;
    }
    work = frames_queue_work(&rival->queue);
    return periodic_calibrate(&work, &results->profile, results->periodic_groups, &results->periodic_size,
                              &results->periodic_work_ms, error);
}

static int start(struct graph_rival *rival, struct tool_error *error)
{
    const struct app_results *results = &rival->command->results;
    const struct periodic_setup setup = {.profile = &results->profile, .groups = results->periodic_groups};
    struct periodic_work work = frames_queue_work(&rival->queue);

    return rival->is_process ? frames_process_start(&rival->process, error)
                             : periodic_driver_start(&rival->driver, &work, &setup, error);
}

static int stop(struct graph_rival *rival, struct tool_error *error)
{
    struct periodic_results *results = &rival->command->results.periodic_results;
    int status;

    if (rival->is_process) {
        return frames_process_stop(&rival->process, results, error);
    }
    status = periodic_driver_stop(&rival->driver, error);
    *results = rival->driver.results;
    return status;
}

static int run_again(struct graph_rival *rival, graph_rival_run_once *run_once, void *self, uint64_t least,
                     uint64_t ns, enum count count, struct tool_error *error)
{
    struct graph_command *command = rival->command;
    struct app_results *results = &command->results;
    uint64_t end_ns = clock_now_ns() + ns;
    uint64_t i;

    for (i = 0; i < least || clock_now_ns() < end_ns; i++) {
        struct app_note note = {.started_ns = clock_now_ns(), .is_alone = count == ALONE};
        int is_wrong = 0;

        if (run_once(self, &note, error) != 0) {
            return -1;
        }
        note.ended_ns = clock_now_ns();
        if (command->app.verify && graph_problem_compare(command, &is_wrong, error) != 0) {
            return -1;
        }
        results->wrong += (uint32_t)is_wrong;
        app_raw_keep(results, &note);
        if (count == ALONE) {
            slowdown_add_alone(&results->slowdown, note.ms);
        } else {
            samples_add(&results->run_ms, note.ms);
            slowdown_add_beside(&results->slowdown, note.ms);
        }
    }
    return 0;
}

static int run_beside(struct graph_rival *rival, const struct kernel_opencl *opencl,
                      graph_rival_run_once *run_once, void *self, struct tool_error *error)
{
    const struct app_options *app = &rival->command->app;
    struct tool_error stop_error;
    int status;

    if (prepare(rival, opencl, error) != 0 ||
        run_again(rival, run_once, self, ALONE_RUNS, ALONE_NS, ALONE, error) != 0 ||
        start(rival, error) != 0) {
        return -1;
    }
    status = run_again(rival, run_once, self, app->repeat, (uint64_t)(app->min_seconds * 1e9), BESIDE, error);
    if (stop(rival, &stop_error) != 0 && status == 0) {
        *error = stop_error;
        status = -1;
    }
    app_raw_note_beside(&rival->command->results);
    return status == 0 ? run_again(rival, run_once, self, ALONE_RUNS, ALONE_NS, ALONE, error) : -1;
}

int graph_rival_run(struct graph_rival *rival, const struct kernel_opencl *opencl,
                    graph_rival_run_once *run_once, void *self, struct tool_error *error)
{
    const struct app_options *app = &rival->command->app;
    struct app_note ignored;

    /* It compiles, perhaps, and finds cold caches. */
    if (run_once(self, &ignored, error) != 0) {
        return -1;
    }
    return rival->is_there ? run_beside(rival, opencl, run_once, self, error)
                           : run_again(rival, run_once, self, app->repeat, (uint64_t)(app->min_seconds * 1e9),
                                       BESIDE, error);
}

void graph_rival_end(struct graph_rival *rival)
{
    frames_process_end(&rival->process);
    frames_queue_close(&rival->queue);
}
