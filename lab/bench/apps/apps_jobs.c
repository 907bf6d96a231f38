#include "apps_jobs.h"

#include "lab/bench/base/apps_ideal.h"
#include "tools/baseline/plain_device.h"
#include "tools/progress/progress_line.h"
#include "tools/runner/graph_modes.h"
#include "tools/runner/graph_problem.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SECONDS 1.0 /* of a turn, unless given */

int apps_jobs_parse(const char *text, uint64_t groups, struct apps_jobs_choice *choice,
                    struct tool_error *error)
{
    struct periodic_profile profile;
    const char *colon = strrchr(text, ':');
    size_t length = colon != NULL ? (size_t)(colon - text) : 0;

    memset(choice, 0, sizeof *choice);
    if (colon != NULL && length < sizeof choice->frames && strlen(colon + 1) < sizeof choice->amount) {
        memcpy(choice->frames, text, length);
        strcpy(choice->amount, colon + 1);
        snprintf(choice->name, sizeof choice->name, "%s", text);
    }
    if (periodic_profile_parse(choice->frames, &profile) != 0) {
        return tool_fail(error,
                         "--frames wants CLASS:GROUPS, as heavy:half, with CLASS one of %s, not \"%s\"",
                         PERIODIC_PROFILE_NAMES, text);
    }
    if (!periodic_groups_are_automatic(choice->amount) &&
        periodic_groups_parse(choice->amount, (uint32_t)groups) == 0) {
        return tool_fail(
            error,
            "--frames wants GROUPS behind the colon to be one, quarter, half, most, automatic or "
            "a number up to --groups, not \"%s\"",
            text);
    }
    return 0;
}

/* Sets *least_ms, as apps_ideal takes it. To be called after a turn: it must not query PoCL first. */
static int find_least(const struct graph_command *command, double *least_ms, struct tool_error *error)
{
    const struct app_options *app = &command->app;
    const struct app_results *results = &command->results;
    struct plain_device device;
    cl_device_type type = 0;

    if (plain_device_choose(app->device, (uint32_t)app->groups, (uint32_t)app->local_items, &device, error) !=
        0) {
        return -1;
    }
    clGetDeviceInfo(device.id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    *least_ms = apps_ideal_least_ms((type & CL_DEVICE_TYPE_GPU) != 0, results->worker_groups,
                                    sysconf(_SC_NPROCESSORS_ONLN), results->periodic_work_ms);
    return 0;
}

static void take(struct apps_jobs *jobs, struct app_results *results, double least_ms)
{
    struct samples *gather_us = &results->beside_gather_us;
    double slowdown = slowdown_get(&results->slowdown);
    double ideal = apps_ideal(&results->periodic_results, results->worker_groups, least_ms);
    size_t i;

    if (slowdown > 0 && ideal > 0) {
        samples_add(&jobs->slowdowns, slowdown);
        samples_add(&jobs->ideals, ideal);
        samples_add(&jobs->ratios, slowdown / ideal);
    } else {
        jobs->unknown++;
    }
    for (i = 0; i < gather_us->count; i++) {
        samples_add(&jobs->gather_us, gather_us->values[i]);
    }
    jobs->jobs += results->periodic_results.count;
    jobs->late += results->periodic_results.missed;
    jobs->wrong += results->periodic_results.wrong > 0;
}

/* The last launch's result is compared: a comparison behind each launch would leave the device idle. */
static int play_turn(struct graph_command *command, struct apps_jobs *jobs, struct tool_error *error)
{
    double least_ms = 0;
    int is_wrong = 0;

    if (graph_modes_run(command, error) != 0 || graph_problem_compare(command, &is_wrong, error) != 0 ||
        find_least(command, &least_ms, error) != 0) {
        return -1;
    }
    take(jobs, &command->results, least_ms);
    jobs->wrong += (uint32_t)is_wrong;
    app_results_clear(&command->results);
    memset(&command->results, 0, sizeof command->results);
    return 0;
}

static int make_problem(struct graph_command *command, const struct graph_choice *graph,
                        const struct apps_jobs_choice *choice, const struct bench_options *options,
                        struct tool_error *error)
{
    struct app_options *app = &command->app;

    app->device = options->device;
    app->groups = options->groups;
    app->local_items = options->local_items;
    app->seed = options->seed;
    app->timeout_s = options->timeout_s;
    app->stall_after_s = options->stall_after_s;
    app->min_seconds = options->seconds > 0 ? options->seconds : SECONDS;
    app->frames = choice->frames;
    app->frame_groups = choice->amount;
    app->verify = 1; /* so that there is a right result */
    command->choice = *graph;
    if (graph_choice_check(graph, error) != 0 || app_options_check(app, error) != 0 ||
        graph_problem_make(command, error) != 0) {
        return -1;
    }
    app->verify = 0;
    return 0;
}

int apps_jobs_play(const struct application *application, const struct graph_choice *graph,
                   const struct apps_jobs_choice *choice, const struct bench_options *options,
                   struct apps_jobs *jobs, struct tool_error *error)
{
    struct graph_command command;
    char line[200];
    char name[128];
    uint64_t turn;
    int status = -1;

    memset(jobs, 0, sizeof *jobs);
    graph_choice_name(graph, name, sizeof name);
    snprintf(line, sizeof line, "%s on %s beside %s", application->name, name, choice->name);
    progress_line_begin(line);
    if (graph_problem_init(&command, application->form, error) == 0) {
        status = make_problem(&command, graph, choice, options, error);
        for (turn = 0; turn < options->pairs && status == 0; turn++) {
            status = play_turn(&command, jobs, error);
        }
    }
    progress_line_end();
    graph_problem_clear(&command);
    return status;
}

void apps_jobs_clear(struct apps_jobs *jobs)
{
    samples_clear(&jobs->slowdowns);
    samples_clear(&jobs->ideals);
    samples_clear(&jobs->ratios);
    samples_clear(&jobs->gather_us);
}
