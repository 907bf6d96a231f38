#include "app.h"
#include "app_raw.h"

#include <inttypes.h>
#include <stdio.h>

struct grouped app_group_digits(uint64_t number)
{
    struct grouped result;
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, number);
    size_t place = 0;
    int i;

    for (i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) {
            result.text[place++] = ',';
        }
        result.text[place++] = digits[i];
    }
    result.text[place] = '\0';
    return result;
}

const char *app_plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* The slowdown if the jobs cost nothing but their own work: CK, section 5. */
static double ideal_slowdown(const struct periodic_profile *periodic)
{
    return periodic->period_ms / (periodic->period_ms - periodic->work_ms);
}

void app_report_verified(const struct app_options *options, const struct app_results *results,
                         struct app_noun noun)
{
    if (options->verify && results->wrong == 0) {
        printf("Verified  every %s equals a sequential one\n", noun.one);
    } else if (options->verify) {
        printf("WRONG     %u %s differ from a sequential one\n", results->wrong,
               results->wrong == 1 ? noun.one : noun.many);
    }
}

void app_report_times(struct app_results *results, struct app_noun noun)
{
    uint64_t count = results->run_ms.count;

    printf("Time      %.3f ms median of %" PRIu64 " %s (10-90 %%: %.3f .. %.3f)\n",
           samples_median(&results->run_ms), count, count == 1 ? noun.one : noun.many,
           samples_quantile(&results->run_ms, 0.1), samples_quantile(&results->run_ms, 0.9));
}

void app_report_changes(const struct app_results *results)
{
    printf("Changes   %s work-group%s given up, %s joined again, %s barrier%s\n",
           app_group_digits(results->kills).text, app_plural(results->kills),
           app_group_digits(results->forks).text, app_group_digits(results->barriers).text,
           app_plural(results->barriers));
}

static void report_slowdown(struct slowdown *slowdown, double ideal, struct app_noun noun)
{
    struct samples *alone = &slowdown->alone_ms;

    if (slowdown->beside_ms.count == 0) {
        printf("Slowdown  not known: the %s together are shorter than a period\n", noun.many);
        return;
    }
    printf(
        "Slowdown  %.2f of the %s beside frames (medians: %.3f ms, and %.3f ms of %zu alone); ideal %.2f\n",
        slowdown_get(slowdown), noun.one, samples_median(&slowdown->beside_ms), samples_median(alone),
        alone->count, ideal);
    if (slowdown_is_noisy(slowdown, ideal)) {
        printf("          says little: alone they took from %.3f to %.3f ms (10-90 %%); has the machine "
               "other work?\n",
               samples_quantile(alone, 0.1), samples_quantile(alone, 0.9));
    }
}

static void report_place(const struct app_results *results)
{
    printf("Frames    %s: every %g ms ", results->profile.name, results->profile.period_ms);
    if (results->periodic_place != NULL) {
        fputs(results->periodic_place, stdout);
    } else {
        printf("on %s%u of %u work-groups",
               results->periodic_is_automatic ? "the fewest that serve, at most " : "",
               results->periodic_groups, results->worker_groups);
    }
    printf("; %u x %u x %u matrices take %.3g ms %s\n", results->periodic_size.n,
           results->periodic_size.depth, results->periodic_size.n, results->periodic_work_ms,
           results->periodic_place != NULL ? "alone" : "on all");
}

static void report_periodic(struct app_results *results, struct app_noun noun)
{
    struct periodic_results *periodic = &results->periodic_results;

    report_place(results);
    printf("          %u frame%s, ", periodic->count, app_plural(periodic->count));
    if (periodic->wrong > 0) {
        printf("%u WRONG", periodic->wrong);
    } else {
        printf("all right");
    }
    printf("; %u deadline%s missed; a frame every %.1f ms\n", periodic->missed, app_plural(periodic->missed),
           periodic->achieved_period_ms);
    if (periodic->short_handed > 0) {
        printf("          %u began with fewer work-groups than wanted\n", periodic->short_handed);
    }
    printf("%s    median %.0f us, 99 %% %.0f us, most %.0f us\n",
           results->periodic_place != NULL ? "Wait  " : "Gather", samples_median(&periodic->gather_us),
           samples_quantile(&periodic->gather_us, 0.99), samples_quantile(&periodic->gather_us, 1));
    if (results->beside_gather_us.count > 0) {
        printf("          of the %zu that came while a %s ran: median %.0f us, 99 %% %.0f us\n",
               results->beside_gather_us.count, noun.one, samples_median(&results->beside_gather_us),
               samples_quantile(&results->beside_gather_us, 0.99));
    }
    printf("Frame     median %.2f ms, 99 %% %.2f ms, most %.2f ms\n", samples_median(&periodic->run_ms),
           samples_quantile(&periodic->run_ms, 0.99), samples_quantile(&periodic->run_ms, 1));
    report_slowdown(&results->slowdown, ideal_slowdown(&results->profile), noun);
}

void app_json_samples(struct json *json, const char *name, struct samples *samples)
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

static void write_periodic(struct json *json, struct app_results *results)
{
    struct periodic_results *periodic = &results->periodic_results;

    json_begin(json, "frames", '{');
    json_text(json, "profile", results->profile.name);
    json_number(json, "period_ms", results->profile.period_ms);
    json_number(json, "work_ms", results->profile.work_ms);
    json_number(json, "measured_work_ms", results->periodic_work_ms);
    json_text(json, "place", results->periodic_place != NULL ? results->periodic_place : "in the run");
    json_count(json, "groups", results->periodic_groups);
    json_truth(json, "groups_are_automatic", results->periodic_is_automatic);
    if (results->periodic_policy != NULL) {
        json_text(json, "policy", results->periodic_policy);
    }
    json_count(json, "matrix_n", results->periodic_size.n);
    json_count(json, "matrix_depth", results->periodic_size.depth);
    json_count(json, "count", periodic->count);
    json_count(json, "wrong", periodic->wrong);
    json_count(json, "missed_deadlines", periodic->missed);
    json_count(json, "short_handed", periodic->short_handed);
    json_number(json, "achieved_period_ms", periodic->achieved_period_ms);
    app_json_samples(json, "gather_us", &periodic->gather_us);
    app_json_samples(json, "beside_gather_us", &results->beside_gather_us);
    app_json_samples(json, "run_ms", &periodic->run_ms);
    app_json_samples(json, "alone_ms", &results->slowdown.alone_ms);
    json_number(json, "slowdown", slowdown_get(&results->slowdown));
    json_truth(json, "slowdown_is_noisy",
               slowdown_is_noisy(&results->slowdown, ideal_slowdown(&results->profile)));
    json_number(json, "ideal_slowdown", ideal_slowdown(&results->profile));
    json_end(json, '}');
}

static void report_lost(const struct app_results *results)
{
    uint64_t others = results->events_lost - results->barrier_events_lost;

    if (results->events_lost > 0) {
        printf("Trace     %s events%s found no room in it; --trace-events N makes more\n",
               app_group_digits(results->events_lost).text, others == 0 ? " of barriers" : "");
    }
}

void app_report_periodic(struct app_results *results, struct app_noun noun)
{
    if (results->has_periodic) {
        report_periodic(results, noun);
    }
    report_lost(results);
}

void app_json_head(struct json *json, const struct app_options *options, const struct app_results *results)
{
    json_text(json, "device", results->device_name);
    json_count(json, "groups", results->worker_groups);
    json_count(json, "local", options->local_items);
    json_count(json, "seed", options->seed);
}

void app_json_tail(struct json *json, const struct app_options *options, struct app_results *results)
{
    json_count(json, "kills", results->kills);
    json_count(json, "forks", results->forks);
    json_count(json, "barriers", results->barriers);
    if (results->has_periodic) {
        write_periodic(json, results);
    }
    if (results->has_trace) {
        json_count(json, "events_lost", results->events_lost);
        json_count(json, "barrier_events_lost", results->barrier_events_lost);
    }
    if (options->raw) {
        app_json_raw(json, results);
    }
}
