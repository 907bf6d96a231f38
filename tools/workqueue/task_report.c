#include "task_report.h"

#include <inttypes.h>
#include <stdio.h>

/* The number of counts in a line. */
#define COUNTS_IN_LINE 4

/* "inner_nodes" as "inner nodes". */
static void print_name(const char *name)
{
    for (; *name != '\0'; name++) {
        putchar(*name == '_' ? ' ' : *name);
    }
}

static void report_answer(const struct answer *answer)
{
    unsigned i;

    for (i = 0; i < answer->count; i++) {
        int64_t value = answer->counts[i].value;

        fputs(i == 0 ? "Found     " : i % COUNTS_IN_LINE == 0 ? "          " : "", stdout);
        print_name(answer->counts[i].name);
        printf(" %s%s", value < 0 ? "-" : "", app_group_digits((uint64_t)(value < 0 ? -value : value)).text);
        fputs(i + 1 == answer->count || (i + 1) % COUNTS_IN_LINE == 0 ? "\n" : ", ", stdout);
    }
}

/* Tasks per second of the runs. */
static double tasks_each_second(const struct task_results *results)
{
    double ms = samples_mean(&results->app.run_ms) * (double)results->app.run_ms.count;

    return ms > 0 ? (double)results->counts.executed / ms * 1e3 : 0;
}

static void report_queues(const struct task_results *results)
{
    const struct coop_workqueue_counts *counts = &results->counts;

    printf("Tasks     %s run, %s of them spawned by others; %.3g a second\n",
           app_group_digits(counts->executed).text, app_group_digits(counts->spawned).text,
           tasks_each_second(results));
    printf("Queues    %s times made stealable, %s times taken back", app_group_digits(counts->shared).text,
           app_group_digits(counts->reclaimed).text);
    printf(", %s steals of %s tasks", app_group_digits(counts->steals).text,
           app_group_digits(counts->stolen).text);
    printf(", %s tries in vain\n", app_group_digits(counts->lost + counts->empty).text);
    if (counts->overflowed + counts->flushes + counts->declined > 0) {
        printf("          %s tasks overflowed", app_group_digits(counts->overflowed).text);
        printf(", %s queues left behind, %s ends declined\n", app_group_digits(counts->flushes).text,
               app_group_digits(counts->declined).text);
    }
}

void task_report_for_people(const struct task_options *options, const struct work_problem *problem,
                            struct task_results *results)
{
    struct app_results *app = &results->app;

    printf("Problem   %s (%.2f s)\n", problem->name, results->read_s);
    printf("Device    %s: %u work-group%s of %" PRIu64 "%s\n", app->device_name, app->worker_groups,
           app_plural(app->worker_groups), options->app.local_items,
           options->is_static ? ", tasks shared out once" : "");
    report_answer(&results->answer);
    app_report_verified(&options->app, app, TASK_NOUN);
    if (app->wrong > 0) {
        printf("          %s\n", results->wrong);
    }
    app_report_times(app, TASK_NOUN);
    report_queues(results);
    app_report_changes(app);
    app_report_periodic(app, TASK_NOUN);
}

static void write_queues(struct json *json, const struct task_results *results)
{
    const struct coop_workqueue_counts *counts = &results->counts;

    json_begin(json, "queues", '{');
    json_count(json, "first_tasks", results->first_tasks);
    json_count(json, "executed", counts->executed);
    json_count(json, "spawned", counts->spawned);
    json_count(json, "shared", counts->shared);
    json_count(json, "reclaimed", counts->reclaimed);
    json_count(json, "steals", counts->steals);
    json_count(json, "stolen", counts->stolen);
    json_count(json, "lost", counts->lost);
    json_count(json, "empty", counts->empty);
    json_count(json, "overflowed", counts->overflowed);
    json_count(json, "flushes", counts->flushes);
    json_count(json, "declined", counts->declined);
    json_count(json, "idle", counts->idle);
    json_number(json, "tasks_per_s", tasks_each_second(results));
    json_end(json, '}');
}

void task_report_members(const struct task_options *options, const struct work_problem *problem,
                         struct task_results *results)
{
    struct json json = json_to(stdout, options->app.csv);
    unsigned i;

    json_begin(&json, NULL, '{');
    json_text(&json, "command", problem->workload->name);
    json_text(&json, "mode", options->is_static ? "static" : "stealing");
    json_text(&json, "problem", problem->name);
    app_json_head(&json, &options->app, &results->app);
    json_begin(&json, "result", '{');
    for (i = 0; i < results->answer.count; i++) {
        json_integer(&json, results->answer.counts[i].name, results->answer.counts[i].value);
    }
    json_end(&json, '}');
    if (options->app.verify) {
        json_truth(&json, "verified", results->app.wrong == 0);
        json_count(&json, "wrong_runs", results->app.wrong);
    }
    app_json_samples(&json, "run_ms", &results->app.run_ms);
    write_queues(&json, results);
    app_json_tail(&json, &options->app, &results->app);
    json_end(&json, '}');
}
