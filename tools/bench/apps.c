/* What cooperation costs each graph application when no other kernel runs, against its own ordinary forms:
 * the same source with the fastest ordinary barrier, and the loop of launches that a user of OpenCL writes.
 */
#include "apps_contest.h"
#include "apps_inputs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct table_column columns[] = {
    {"application", 1, 13}, {"graph", 1, 22}, {"groups", 0, 6},    {"local", 0, 5},
    {"turns", 0, 5},        {"rival", 1, 12}, {"clock", 1, 6},     {"cooperative_ms", 0, 14},
    {"rival_ms", 0, 10},    {"ratio", 0, 7},  {"ratio_p10", 0, 9}, {"ratio_p90", 0, 9},
    {"wrong", 0, 5},        {NULL, 0, 0}};

static const struct table_column summary_columns[] = {
    {"application", 1, 13}, {"rival", 1, 12},      {"rows", 0, 5}, {"mean_ratio", 0, 10},
    {"worst_ratio", 0, 11}, {"worst_graph", 1, 0}, {NULL, 0, 0}};

/* Of the rows of an application, or of all. */
struct summary {
    unsigned rows;
    double log_sum;
    double worst;
    char worst_graph[128];
};

struct summaries {
    char name[32]; /* the application's */
    struct summary rivals[APPS_RIVAL_COUNT];
};

static void summarize(struct summary *summary, const struct apps_result *result, double ratio)
{
    if (summary->rows == 0 || ratio > summary->worst) {
        summary->worst = ratio;
        memcpy(summary->worst_graph, result->graph, sizeof summary->worst_graph);
    }
    summary->log_sum += log(ratio);
    summary->rows++;
}

static void print_row(struct table *table, const struct bench_options *options, struct apps_result *result,
                      enum apps_rival rival)
{
    struct samples *ratios = &result->ratios[rival];

    table_begin_row(table);
    table_cell(table, "%s", result->application);
    table_cell(table, "%s", result->graph);
    table_cell(table, "%llu", (unsigned long long)options->groups);
    table_cell(table, "%llu", (unsigned long long)options->local_items);
    table_cell(table, "%zu", ratios->count);
    table_cell(table, "%s", apps_rival_name(rival));
    table_cell(table, "%s", rival == APPS_PLAIN ? "device" : "host");
    table_cell(table, "%.4f", samples_median(&result->cooperative_ms[rival]));
    table_cell(table, "%.4f", samples_median(&result->ms[rival]));
    table_cell(table, "%.4f", samples_median(ratios));
    table_cell(table, "%.4f", samples_quantile(ratios, 0.1));
    table_cell(table, "%.4f", samples_quantile(ratios, 0.9));
    table_cell(table, "%u", result->wrong);
    table_end_row(table);
}

static void print_summary(struct table *table, const struct summaries *summaries)
{
    unsigned rival;

    for (rival = 0; rival < APPS_RIVAL_COUNT; rival++) {
        const struct summary *summary = &summaries->rivals[rival];

        if (summary->rows > 0) {
            table_begin_row(table);
            table_cell(table, "%s", summaries->name);
            table_cell(table, "%s", apps_rival_name((enum apps_rival)rival));
            table_cell(table, "%u", summary->rows);
            table_cell(table, "%.4f", exp(summary->log_sum / summary->rows));
            table_cell(table, "%.4f", summary->worst);
            table_cell(table, "%s", summary->worst_graph);
            table_end_row(table);
        }
    }
}

/* Whether --app names it, or nothing. */
static int is_wanted(const struct bench_options *options, const struct application *application)
{
    unsigned i;

    for (i = 0; i < options->apps.count; i++) {
        if (strcmp(options->apps.items[i], application->name) == 0) {
            return 1;
        }
    }
    return options->apps.count == 0;
}

static int check_apps(const struct bench_options *options, struct tool_error *error)
{
    unsigned i, j;

    for (i = 0; i < options->apps.count; i++) {
        for (j = 0; j < application_count; j++) {
            if (strcmp(options->apps.items[i], applications[j]->name) == 0 &&
                apps_contest_takes(applications[j])) {
                break;
            }
        }
        if (j == application_count) {
            return tool_fail(error, "--app wants an application of graphs, not \"%s\"; see coop-app list",
                             options->apps.items[i]);
        }
    }
    return 0;
}

/* All rows of an application. 1: a result is wrong. */
static int play(const struct application *application, const struct apps_inputs *inputs,
                const struct bench_options *options, struct table *table, struct summaries *own,
                struct summaries *all, struct tool_error *error)
{
    int is_wrong = 0;
    unsigned i, rival;

    memset(own, 0, sizeof *own);
    snprintf(own->name, sizeof own->name, "%s", application->name);
    for (i = 0; i < inputs->count; i++) {
        struct apps_result result;
        int status = apps_contest_play(application, &inputs->items[i], options, &result, error);

        for (rival = 0; status == 0 && rival < APPS_RIVAL_COUNT; rival++) {
            double ratio = samples_median(&result.ratios[rival]);

            if (result.ratios[rival].count > 0) {
                print_row(table, options, &result, (enum apps_rival)rival);
                summarize(&own->rivals[rival], &result, ratio);
                summarize(&all->rivals[rival], &result, ratio);
            }
        }
        is_wrong |= result.wrong > 0;
        apps_result_clear(&result);
        if (status != 0) {
            return -1;
        }
    }
    return is_wrong;
}

static int play_all(const struct bench_options *options, const struct apps_inputs *inputs,
                    struct summaries *summaries, struct tool_error *error)
{
    struct table table;
    struct summaries *all = &summaries[application_count];
    int status = 0;
    unsigned i;

    snprintf(all->name, sizeof all->name, "all");
    table_begin(&table, options->report, "rows", columns);
    for (i = 0; i < application_count && status >= 0; i++) {
        if (apps_contest_takes(applications[i]) && is_wanted(options, applications[i])) {
            int found = play(applications[i], inputs, options, &table, &summaries[i], all, error);

            status = found != 0 ? found : status;
        }
    }
    table_end(&table);
    if (status >= 0) {
        table_begin(&table, options->report, "summary", summary_columns);
        for (i = 0; i <= application_count; i++) {
            print_summary(&table, &summaries[i]);
        }
        table_end(&table);
    }
    return status;
}

int bench_apps(const struct bench_options *options, struct tool_error *error)
{
    struct apps_inputs *inputs = calloc(1, sizeof *inputs);
    struct summaries *summaries = calloc(application_count + 1, sizeof *summaries);
    int status = -1;

    if (inputs == NULL || summaries == NULL) {
        tool_fail(error, "memory is exhausted");
    } else if (check_apps(options, error) == 0 && apps_inputs_choose(options, inputs, error) == 0) {
        status = play_all(options, inputs, summaries, error);
    }
    free(inputs);
    free(summaries);
    return status;
}
