#include "task_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

static void report_parts(const struct task_results *results)
{
    for (uint32_t i = 0; i < results->parts.count; i++) {
        const struct coop_workqueue_counts *counts = &results->parts.counts[i];

        printf("%-9s %u: %u work-group%s, %s tasks", i == 0 ? "Devices" : "", i, results->parts.groups[i],
               app_plural(results->parts.groups[i]), app_group_digits(counts->executed).text);
        printf(", %s drawn first", app_group_digits(counts->dealt).text);
        printf(", %s steals from others' of", app_group_digits(counts->remote_steals).text);
        printf(" %s tasks", app_group_digits(counts->remote_stolen).text);
        printf(", %s tries there in vain", app_group_digits(counts->remote_vain).text);
        if (results->parts.traffic[i].speed > 0) {
            printf("; speed %.3g", results->parts.traffic[i].speed);
        }
        if (results->parts.has_placed) {
            printf("; %s tasks ran where they prefer to", app_group_digits(results->parts.placed[i][0]).text);
            printf(", %s elsewhere", app_group_digits(results->parts.placed[i][1]).text);
        }
        printf("\n");
    }
}

/* What the broker has done in all runs, for each domain. */
static void report_domains(const struct task_results *results)
{
    const struct task_team_results *parts = &results->parts;

    for (uint32_t i = 0; i < parts->count; i++) {
        const struct coop_team_traffic *traffic = &parts->traffic[i];
        if (i > 0 && parts->domains[i] == parts->domains[i - 1]) {
            continue;
        }
        printf("%-9s %u: %s tasks came", i == 0 ? "Domains" : "", parts->domains[i],
               app_group_digits(traffic->tasks_in).text);
        printf(" in %s batches", app_group_digits(traffic->batches_in).text);
        printf(", %s went", app_group_digits(traffic->tasks_out).text);
        printf(" in %s, hungry for %.3f ms; a move took %.0f us, 99 in 100 at most %.0f us\n",
               app_group_digits(traffic->batches_out).text, (double)traffic->hungry_ns / 1e6,
               (double)traffic->move_p50_ns / 1e3, (double)traffic->move_p99_ns / 1e3);
    }
    printf("Broker    %s passes, %s moves", app_group_digits(parts->traffic[0].passes).text,
           app_group_digits(parts->traffic[0].moves).text);
    printf(
        ", %s requests in vain; %s times nobody had tasks to spare, %s times a move was worth nothing, %s "
        "times "
        "there was no place; %.3f ms of processor time\n",
        app_group_digits(parts->traffic[0].empty).text, app_group_digits(parts->traffic[0].refused_none).text,
        app_group_digits(parts->traffic[0].refused_gain).text,
        app_group_digits(parts->traffic[0].refused_room).text, (double)parts->traffic[0].broker_cpu_ns / 1e6);
}

/* Items per second of the runs. */
static double items_each_second(const struct task_results *results)
{
    double ms = samples_mean(&results->app.run_ms) * (double)results->app.run_ms.count;

    return ms > 0 ? (double)task_flow_items(&results->flow) / ms * 1e3 : 0;
}

static void report_flow(const struct task_results *results)
{
    const struct task_flow_counts *flow = &results->flow;
    uint64_t batches = task_flow_batches(flow);
    double fill = task_flow_fill(flow);
    uint32_t i;

    printf("Items     %s run", app_group_digits(task_flow_items(flow)).text);
    printf(" in %s batches, %.1f in each; %.3g a second\n", app_group_digits(batches).text,
           batches > 0 ? (double)task_flow_items(flow) / (double)batches : 0.0, items_each_second(results));
    if (fill >= 0) {
        printf("Lanes     %.1f %% of those offered had an item\n", fill * 100);
    }
    if (flow->closures > 0) {
        printf("Closures  %s taken", app_group_digits(flow->opened).text);
        printf(", at most %s at once", app_group_digits(flow->closures_most).text);
        printf("; there is room for %s", app_group_digits(flow->closures).text);
        printf(", and %s suffice in any case\n", app_group_digits(flow->closures_rule).text);
    }
    for (i = 0; i < flow->channel_count; i++) {
        const struct coop_flow_counts *counts = &flow->channels[i];

        printf("%-9s %s: %s items", i == 0 ? "Channels" : "", flow->names[i],
               app_group_digits(counts->run).text);
        printf(" (%s came again)", app_group_digits(counts->kept).text);
        printf(", %s batches", app_group_digits(counts->batches).text);
        printf(", %s blocks changed hands, %s refusals\n", app_group_digits(counts->taken).text,
               app_group_digits(counts->refusals).text);
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
    if (results->flow.channel_count > 0) {
        report_flow(results);
    } else if (!options->by_rival) {
        report_queues(results);
        report_parts(results);
        if (task_team_has_domains(&results->parts)) {
            report_domains(results);
        }
    }
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

static void write_traffic(struct json *json, uint32_t domain, const struct coop_team_traffic *traffic)
{
    json_count(json, "domain", domain);
    json_count(json, "batches_in", traffic->batches_in);
    json_count(json, "tasks_in", traffic->tasks_in);
    json_count(json, "batches_out", traffic->batches_out);
    json_count(json, "tasks_out", traffic->tasks_out);
    json_count(json, "bytes", traffic->bytes);
    json_number(json, "hungry_ms", (double)traffic->hungry_ns / 1e6);
    json_number(json, "move_p50_us", (double)traffic->move_p50_ns / 1e3);
    json_number(json, "move_p99_us", (double)traffic->move_p99_ns / 1e3);
    json_number(json, "broker_tasks_per_s", traffic->tasks_per_second);
    json_count(json, "passes", traffic->passes);
    json_count(json, "moves", traffic->moves);
    json_count(json, "empty_requests", traffic->empty);
    json_count(json, "refused_none", traffic->refused_none);
    json_count(json, "refused_gain", traffic->refused_gain);
    json_count(json, "refused_room", traffic->refused_room);
    json_number(json, "broker_cpu_ms", (double)traffic->broker_cpu_ns / 1e6);
}

static void write_parts(struct json *json, const struct task_results *results)
{
    char name[16];

    json_begin(json, "devices", '{');
    for (uint32_t i = 0; i < results->parts.count; i++) {
        const struct coop_workqueue_counts *counts = &results->parts.counts[i];

        snprintf(name, sizeof name, "%u", i);
        json_begin(json, name, '{');
        json_count(json, "worker_groups", results->parts.groups[i]);
        json_count(json, "executed", counts->executed);
        json_count(json, "spawned", counts->spawned);
        json_count(json, "dealt", counts->dealt);
        json_count(json, "steals", counts->steals);
        json_count(json, "stolen", counts->stolen);
        json_count(json, "remote_steals", counts->remote_steals);
        json_count(json, "remote_stolen", counts->remote_stolen);
        json_count(json, "remote_vain", counts->remote_vain);
        json_number(json, "speed", results->parts.traffic[i].speed);
        json_count(json, "preferred_here", results->parts.placed[i][0]);
        json_count(json, "preferred_elsewhere", results->parts.placed[i][1]);
        if (task_team_has_domains(&results->parts)) {
            write_traffic(json, results->parts.domains[i], &results->parts.traffic[i]);
        }
        json_end(json, '}');
    }
    json_end(json, '}');
}

static void write_flow(struct json *json, const struct task_results *results)
{
    const struct task_flow_counts *flow = &results->flow;
    uint32_t i;

    json_begin(json, "items", '{');
    json_count(json, "first_items", results->first_tasks);
    json_count(json, "run", task_flow_items(flow));
    json_count(json, "batches", task_flow_batches(flow));
    json_count(json, "lanes", flow->lanes);
    json_number(json, "items_per_s", items_each_second(results));
    json_end(json, '}');
    if (flow->closures > 0) {
        json_begin(json, "closures", '{');
        json_count(json, "taken", flow->opened);
        json_count(json, "most", flow->closures_most);
        json_count(json, "capacity", flow->closures);
        json_count(json, "rule", flow->closures_rule);
        json_end(json, '}');
    }
    json_begin(json, "channels", '{');
    for (i = 0; i < flow->channel_count; i++) {
        const struct coop_flow_counts *counts = &flow->channels[i];

        json_begin(json, flow->names[i], '{');
        json_count(json, "pushed", counts->pushed);
        json_count(json, "emitted", counts->emitted);
        json_count(json, "kept", counts->kept);
        json_count(json, "run", counts->run);
        json_count(json, "batches", counts->batches);
        json_count(json, "small", counts->small);
        json_count(json, "shared", counts->shared);
        json_count(json, "taken", counts->taken);
        json_count(json, "refusals", counts->refusals);
        json_count(json, "chained", counts->chained);
        json_count(json, "deepest", counts->deepest);
        json_count(json, "blocks", counts->blocks);
        json_count(json, "blocks_most", counts->blocks_most);
        json_count(json, "blocks_rule", counts->blocks_rule);
        json_end(json, '}');
    }
    json_end(json, '}');
}

/* How the workload is run. */
static const char *mode_name(const struct task_options *options)
{
    const struct task_flow *flow = task_options_kernel(options)->flow;

    if (options->by_rival) {
        return options->rival + strlen("--");
    }
    if (flow != NULL) {
        return flow->spawn != NULL ? "tasks" : "channel";
    }
    return options->is_static ? "static" : "stealing";
}

void task_report_members(const struct task_options *options, const struct work_problem *problem,
                         struct task_results *results)
{
    struct json json = json_to(stdout, options->app.csv);
    unsigned i;

    json_begin(&json, NULL, '{');
    json_text(&json, "command", problem->workload->name);
    json_text(&json, "mode", mode_name(options));
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
    if (results->flow.channel_count > 0) {
        write_flow(&json, results);
    } else if (!options->by_rival) {
        write_queues(&json, results);
        if (results->parts.count > 0) {
            write_parts(&json, results);
        }
    }
    app_json_tail(&json, &options->app, &results->app);
    json_end(&json, '}');
}
