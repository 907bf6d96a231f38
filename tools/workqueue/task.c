/* The command: options, input, runs, comparison, report. */
#include "task.h"

#include "task_device.h"
#include "task_report.h"
#include "task_team.h"
#include "tools/measure/clock.h"
#include "tools/progress/progress_line.h"

#include <stdio.h>
#include <string.h>

struct task_job {
    struct task_device device;
    struct answer wanted; /* when runs are verified */
    struct task_results *results;
    const char *output; /* NULL: nothing is written */
};

static int init(void *self, const struct session *session, struct tool_error *error)
{
    struct task_job *job = self;

    return task_device_init(&job->device, session, error);
}

static int reset(void *self, struct tool_error *error)
{
    struct task_job *job = self;

    return task_device_reset(&job->device, error);
}

static int launch(void *self, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    struct task_job *job = self;

    return task_device_launch(&job->device, options, launch, error);
}

static int check(void *self, int *is_wrong, struct tool_error *error)
{
    struct task_job *job = self;
    struct tool_error difference;

    (void)error;
    *is_wrong = task_device_check(&job->device, &job->wanted, &difference) != 0;
    if (*is_wrong && job->results->wrong[0] == '\0') {
        snprintf(job->results->wrong, sizeof job->results->wrong, "%.511s", difference.text);
    }
    return 0;
}

static int note(void *self, int is_alone, struct tool_error *error)
{
    struct task_job *job = self;
    struct task_flow_counts *flow = &job->results->flow;
    struct coop_workqueue_counts counts;

    if (job->device.kernel->flow != NULL) {
        return is_alone || job->device.setup.by_rival ? 0 : task_flow_report(&job->device, flow, error);
    }
    if (task_device_report(&job->device, UINT32_MAX, &counts, error) != 0) {
        return -1;
    }
    if (!is_alone) {
        task_counts_add(&job->results->counts, &counts);
    }
    return 0;
}

static int finish(void *self, struct tool_error *error)
{
    struct task_job *job = self;

    if (task_device_answer(&job->device, &job->results->answer, error) != 0) {
        return -1;
    }
    return job->output != NULL ? job->device.kernel->output(&job->device, job->output, error) : 0;
}

static void clear(void *self)
{
    struct task_job *job = self;

    task_device_clear(&job->device);
}

static int run(const struct task_options *options, const struct work_problem *problem,
               struct task_results *results, struct tool_error *error)
{
    const struct task_setup setup = {.groups = (uint32_t)options->all_groups,
                                     .local_items = (uint32_t)options->app.local_items,
                                     .seed = options->app.seed,
                                     .is_static = options->is_static || options->shares_first,
                                     .owners = (uint32_t)options->owners,
                                     .public_tasks = (uint32_t)options->public_tasks,
                                     .overflow_tasks = (uint32_t)options->overflow_tasks,
                                     .by_channel = options->by_channel,
                                     .by_each = options->by_each,
                                     .block_items = (uint32_t)options->block_items,
                                     .flow_policy = options->flow_policy,
                                     .by_rival = options->by_rival};
    struct task_job self;
    struct app_job job = {.self = &self,
                          .noun = TASK_NOUN,
                          .init = init,
                          .reset = reset,
                          .launch = launch,
                          .check = check,
                          .note = note,
                          .finish = finish,
                          .clear = clear};
    int status;

    memset(&self, 0, sizeof self);
    self.results = results;
    self.output = options->choice.output;
    progress_line_begin("solving it without the device");
    status = options->app.verify ? work_problem_solve(problem, &self.wanted, error) : 0;
    progress_line_end();
    if (status != 0 || task_device_prepare(&self.device, problem, &setup, error) != 0) {
        task_device_clear(&self.device);
        return -1;
    }
    results->first_tasks = self.device.first.count;
    job.module_text = self.device.kernel->module_text;
    job.module_bytes = *self.device.kernel->module_bytes;
    job.memory_bytes = task_device_bytes(&self.device);
    if (task_team_is_wanted(&options->team)) {
        return task_team_run(&(struct task_team_run){&options->team, &options->app, &job, &self.device,
                                                     &results->app, &results->parts},
                             error);
    }
    return app_run(&options->app, &job, &results->app, error);
}

int task_command(const struct application *application, int count, char **arguments)
{
    struct task_options options;
    struct task_results results;
    struct work_problem problem;
    struct tool_error error;
    uint64_t begin = clock_now_ns();
    int parsed = task_options_parse(&options, application, count, arguments, &error);
    int code = APP_WRONG;
    int made;

    if (parsed > 0) {
        return APP_RIGHT;
    }
    if (parsed < 0) {
        fprintf(stderr, "coop-app %s: %s; see coop-app %s --help\n", application->name, error.text,
                application->name);
        return APP_USAGE;
    }
    memset(&results, 0, sizeof results);
    progress_line_begin("making the input");
    made = work_problem_make(&options.choice, &problem, &error);
    progress_line_end();
    if (made != 0) {
        fprintf(stderr, "coop-app %s: %s\n", application->name, error.text);
        return APP_WRONG;
    }
    results.read_s = (double)(clock_now_ns() - begin) / 1e9;
    if (run(&options, &problem, &results, &error) != 0) {
        fprintf(stderr, "coop-app %s: %s\n", application->name, error.text);
    } else {
        if (options.app.json || options.app.csv) {
            task_report_members(&options, &problem, &results);
        } else {
            task_report_for_people(&options, &problem, &results);
        }
        code = app_exit_code(&results.app);
    }
    work_problem_clear(&problem);
    app_results_clear(&results.app);
    return code;
}
