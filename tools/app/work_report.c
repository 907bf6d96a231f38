#include "work.h"

#include "json.h"

#include <inttypes.h>
#include <stdio.h>

static double slowdown(const struct work_results *results)
{
    double alone = samples_mean(&results->alone_ms);

    return alone > 0 ? samples_mean(&results->run_ms) / alone : 0;
}

/* What remains if frames cost nothing but their own work: CK, section 5. */
static double ideal_slowdown(const struct frame_profile *frames)
{
    return (double)frames->period_ms / (frames->period_ms - frames->work_ms);
}

static double tasks_per_second(const struct work_results *results)
{
    double ms = samples_mean(&results->run_ms) * (double)results->run_ms.count;

    return ms > 0 ? (double)results->counts.executed / ms * 1e3 : 0;
}

static void report_answer(const struct work_options *options, const struct work_results *results)
{
    printf("Found    ");
    for (unsigned i = 0; i < results->answer.count; i++) {
        printf("%s %s %" PRId64, i > 0 ? "," : "", results->answer.counts[i].name,
               results->answer.counts[i].value);
    }
    printf("\n");
    if (options->verify && results->wrong == 0) {
        printf("Verified  every result equals a sequential one\n");
    } else if (options->verify) {
        printf("WRONG     %u of %zu results: %s\n", results->wrong,
               results->run_ms.count + results->alone_ms.count, results->difference.text);
    }
}

static void report_work(struct work_results *results)
{
    const struct coop_workqueue_counts *counts = &results->counts;

    printf("Time      %.3f ms median of %zu (10-90 %%: %.3f .. %.3f), %.0f tasks a second\n",
           samples_median(&results->run_ms), results->run_ms.count, samples_quantile(&results->run_ms, 0.1),
           samples_quantile(&results->run_ms, 0.9), tasks_per_second(results));
    printf("Tasks     %" PRIu64 " run, %" PRIu64 " stolen in %" PRIu64 " steals, %" PRIu64
           " tries lost, %" PRIu64 " in vain\n",
           counts->executed, counts->stolen, counts->steals, counts->lost, counts->empty);
    printf("Queues    %" PRIu64 " releases, %" PRIu64 " acquires, %" PRIu64
           " tasks overflowed; busiest %.2f of the mean\n",
           counts->released, counts->acquired, counts->overflowed, results->imbalance);
    printf("Changes   %" PRIu64 " work-groups given up, %" PRIu64 " joined again, %" PRIu64
           " offers declined\n",
           results->kills, results->forks, counts->declined);
}

static void report_frames(struct work_results *results)
{
    struct frame_results *frames = &results->frame_results;

    printf("Frames    %s: every %u ms on %u of %u work-groups; %u frames, %u wrong, %u deadlines missed\n",
           results->frames->name, results->frames->period_ms, results->frame_groups, results->worker_groups,
           frames->count, frames->wrong, frames->missed);
    printf("Gather    median %.0f us, 99 %% %.0f us, most %.0f us\n", samples_median(&frames->gather_us),
           samples_quantile(&frames->gather_us, 0.99), samples_quantile(&frames->gather_us, 1));
    printf("Slowdown  %.2f beside frames (mean %.3f ms, alone %.3f ms); ideal %.2f\n", slowdown(results),
           samples_mean(&results->run_ms), samples_mean(&results->alone_ms), ideal_slowdown(results->frames));
}

void work_report_for_people(const struct work_options *options, const struct work_problem *problem,
                            struct work_results *results)
{
    printf("Problem   %s (%.2f s)\n", problem->name, results->read_s);
    printf("Device    %s: %u work-groups of %" PRIu64 "%s; seed %" PRIu64 "\n", results->device_name,
           results->worker_groups, options->local_items, options->is_static ? ", static shares" : "",
           options->seed);
    report_answer(options, results);
    report_work(results);
    if (results->frames != NULL) {
        report_frames(results);
    }
}

static void write_samples(struct json *json, const char *name, struct samples *samples)
{
    json_begin(json, name, '{');
    json_count(json, "count", samples->count);
    json_number(json, "mean", samples_mean(samples));
    json_number(json, "min", samples_quantile(samples, 0));
    json_number(json, "p10", samples_quantile(samples, 0.1));
    json_number(json, "median", samples_median(samples));
    json_number(json, "p90", samples_quantile(samples, 0.9));
    json_number(json, "p99", samples_quantile(samples, 0.99));
    json_number(json, "max", samples_quantile(samples, 1));
    json_end(json, '}');
}

static void write_counts(struct json *json, const struct work_results *results)
{
    const struct coop_workqueue_counts *counts = &results->counts;

    json_begin(json, "queues", '{');
    json_count(json, "executed", counts->executed);
    json_count(json, "spawned", counts->spawned);
    json_count(json, "acquired", counts->acquired);
    json_count(json, "steals", counts->steals);
    json_count(json, "stolen", counts->stolen);
    json_count(json, "lost", counts->lost);
    json_count(json, "empty", counts->empty);
    json_count(json, "released", counts->released);
    json_count(json, "overflowed", counts->overflowed);
    json_count(json, "flushes", counts->flushes);
    json_count(json, "declined", counts->declined);
    json_count(json, "idle", counts->idle);
    json_number(json, "imbalance", results->imbalance);
    json_end(json, '}');
}

static void write_frames(struct json *json, struct work_results *results)
{
    struct frame_results *frames = &results->frame_results;

    json_begin(json, "frames", '{');
    json_text(json, "profile", results->frames->name);
    json_count(json, "groups", results->frame_groups);
    json_count(json, "count", frames->count);
    json_count(json, "wrong", frames->wrong);
    json_count(json, "missed_deadlines", frames->missed);
    json_count(json, "short_handed", frames->short_handed);
    json_number(json, "achieved_period_ms", frames->achieved_period_ms);
    write_samples(json, "gather_us", &frames->gather_us);
    write_samples(json, "run_ms", &frames->run_ms);
    write_samples(json, "alone_ms", &results->alone_ms);
    json_number(json, "slowdown", slowdown(results));
    json_number(json, "ideal_slowdown", ideal_slowdown(results->frames));
    json_end(json, '}');
}

void work_report_json(const struct work_options *options, const struct work_problem *problem,
                      struct work_results *results)
{
    struct json json = {stdout, 0};

    json_begin(&json, NULL, '{');
    json_text(&json, "command", work_kind_name(problem->kind));
    json_text(&json, "problem", problem->name);
    json_text(&json, "mode", options->is_static ? "static" : "stealing");
    json_text(&json, "device", results->device_name);
    json_count(&json, "groups", results->worker_groups);
    json_count(&json, "local", options->local_items);
    json_count(&json, "seed", options->seed);
    json_begin(&json, "answer", '{');
    for (unsigned i = 0; i < results->answer.count; i++) {
        json_number(&json, results->answer.counts[i].name, (double)results->answer.counts[i].value);
    }
    json_end(&json, '}');
    if (options->verify) {
        json_truth(&json, "verified", results->wrong == 0);
        json_count(&json, "wrong", results->wrong);
    }
    write_samples(&json, "run_ms", &results->run_ms);
    json_number(&json, "tasks_per_second", tasks_per_second(results));
    write_counts(&json, results);
    json_count(&json, "kills", results->kills);
    json_count(&json, "forks", results->forks);
    if (results->frames != NULL) {
        write_frames(&json, results);
    }
    json_end(&json, '}');
    putchar('\n');
}
