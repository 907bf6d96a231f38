/* What cooperation costs each graph application when no other kernel runs, against its own ordinary forms,
 * the same source with the fastest ordinary barrier, and the loop of launches that a user of OpenCL writes;
 * and against the programs of others that do the same (apps_rivals.h).
 */
#include "apps_contest.h"
#include "apps_inputs.h"
#include "apps_jobs.h"
#include "lab/bench/base/apps_verdict.h"
#include "lab/bench/base/sides.h"

#include <stdlib.h>
#include <string.h>

static const struct table_column columns[] = {
    {"application", 1, 13},  {"graph", 1, 22}, {"groups", 0, 6},
    {"local", 0, 5},         {"turns", 0, 5},  {"rival", 1, 14},
    {"rival_groups", 0, 12}, {"clock", 1, 6},  {"cooperative_ms", 0, 14},
    {"rival_ms", 0, 10},     {"ratio", 0, 7},  {"ratio_p10", 0, 9},
    {"ratio_p90", 0, 9},     {"wrong", 0, 5},  {NULL, 0, 0}};

static const struct table_column jobs_columns[] = {
    {"application", 1, 13},   {"graph", 1, 22},    {"groups", 0, 6},
    {"local", 0, 5},          {"turns", 0, 5},     {"beside", 1, 12},
    {"slowdown", 0, 8},       {"ideal", 0, 6},     {"ratio", 0, 7},
    {"ratio_p10", 0, 9},      {"ratio_p90", 0, 9}, {"gather_us", 0, 9},
    {"gather_p99_us", 0, 13}, {"late", 0, 4},      {"jobs", 0, 4},
    {"wrong", 0, 5},          {NULL, 0, 0}};

static const struct table_column summary_columns[] = {
    {"application", 1, 13}, {"rival", 1, 19},      {"rows", 0, 4},
    {"unknown", 0, 7},      {"mean_ratio", 0, 10}, {"mean_aim", 0, 8},
    {"worst_ratio", 0, 11}, {"worst_aim", 0, 9},   {"verdict", 1, 7},
    {"worst_graph", 1, 0},  {NULL, 0, 0}};

/* What the tables are made from. */
struct play {
    const struct bench_options *options;
    struct apps_inputs inputs;
    struct apps_jobs_choice jobs[OPTION_TEXTS_MAX];
    unsigned jobs_count;
    int is_gpu;
    int is_wrong;
    struct apps_summaries *summaries; /* one for each application, and one for all behind them */
};

static void print_row(struct table *table, const struct bench_options *options, struct apps_result *result,
                      struct apps_beside *beside)
{
    struct samples *ratios = &beside->ratios;

    table_begin_row(table);
    table_cell(table, "%s", result->application);
    table_cell(table, "%s", result->graph);
    table_cell(table, "%llu", (unsigned long long)options->groups);
    table_cell(table, "%llu", (unsigned long long)options->local_items);
    table_cell(table, "%zu", ratios->count);
    table_cell(table, "%s", beside->name);
    if (beside->groups > 0) {
        table_cell(table, "%u", beside->groups);
    } else {
        table_cell(table, "%s", "");
    }
    table_cell(table, "%s", beside->is_host_clock ? "host" : "device");
    table_cell(table, "%.4f", samples_median(&beside->cooperative_ms));
    table_cell(table, "%.4f", samples_median(&beside->ms));
    side_put_ratios(table, ratios);
    table_cell(table, "%u", result->wrong);
    table_end_row(table);
}

static void print_jobs(struct table *table, const struct bench_options *options, const char *application,
                       const char *graph, const char *name, struct apps_jobs *jobs)
{
    int is_known = jobs->ratios.count > 0;
    double values[] = {samples_median(&jobs->slowdowns), samples_median(&jobs->ideals),
                       samples_median(&jobs->ratios), samples_quantile(&jobs->ratios, 0.1),
                       samples_quantile(&jobs->ratios, 0.9)};
    size_t i;

    table_begin_row(table);
    table_cell(table, "%s", application);
    table_cell(table, "%s", graph);
    table_cell(table, "%llu", (unsigned long long)options->groups);
    table_cell(table, "%llu", (unsigned long long)options->local_items);
    table_cell(table, "%zu", jobs->ratios.count);
    table_cell(table, "%s", name);
    for (i = 0; i < sizeof values / sizeof *values; i++) {
        if (is_known) {
            table_cell(table, "%.4f", values[i]);
        } else {
            table_cell(table, "%s", "");
        }
    }
    table_cell(table, "%.1f", samples_median(&jobs->gather_us));
    table_cell(table, "%.1f", samples_quantile(&jobs->gather_us, 0.99));
    table_cell(table, "%u", jobs->late);
    table_cell(table, "%u", jobs->jobs);
    table_cell(table, "%u", jobs->wrong);
    table_end_row(table);
}

/* Empty for what is not known. */
static void put_ratio(struct table *table, double ratio)
{
    if (ratio > 0) {
        table_cell(table, "%.4f", ratio);
    } else {
        table_cell(table, "%s", "");
    }
}

static void put_aim(struct table *table, double most)
{
    if (most > 0) {
        table_cell(table, "%.2f", most);
    } else {
        table_cell(table, "%s", "");
    }
}

static void print_summary(struct table *table, const struct apps_summaries *summaries)
{
    unsigned i;

    for (i = 0; i < summaries->count; i++) {
        const struct apps_summary *summary = &summaries->sides[i];

        table_begin_row(table);
        table_cell(table, "%s", summaries->name);
        table_cell(table, "%s", summary->side);
        table_cell(table, "%u", summary->rows);
        table_cell(table, "%u", summary->unknown);
        put_ratio(table, apps_verdict_mean(summary));
        put_aim(table, summary->aim.mean);
        put_ratio(table, summary->worst);
        put_aim(table, summary->aim.worst);
        table_cell(table, "%s", apps_verdict_text(apps_verdict_of(summary)));
        table_cell(table, "%s", summary->worst_graph);
        table_end_row(table);
    }
}

/* A side for which there is no room is left out.
 * unknown  turns without a ratio */
static void summarize(struct play *play, unsigned application, const char *side, const char *graph,
                      struct samples *ratios, unsigned unknown)
{
    struct apps_summaries *both[] = {&play->summaries[application], &play->summaries[application_count]};
    struct apps_aim aim = apps_verdict_aim(side, play->is_gpu, play->options->aim);
    double ratio = samples_median(ratios);
    double low = samples_quantile(ratios, 0.1);
    int is_known = ratio > 0 && low > 0;
    unsigned i;

    for (i = 0; i < 2; i++) {
        if (is_known) {
            apps_verdict_add(both[i], side, aim, graph, ratio, low);
        }
        if (!is_known || unknown > 0) {
            apps_verdict_add_unknown(both[i], side, aim, graph);
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

/* All rows of an application with nothing beside it. */
static int play_alone(struct play *play, unsigned number, struct table *table, struct tool_error *error)
{
    unsigned i, j;

    for (i = 0; i < play->inputs.count; i++) {
        struct apps_result result;
        int status =
            apps_contest_play(applications[number], &play->inputs.items[i], play->options, &result, error);

        play->is_gpu = result.is_gpu;
        for (j = 0; status == 0 && j < result.beside_count; j++) {
            struct apps_beside *beside = &result.beside[j];

            print_row(table, play->options, &result, beside);
            summarize(play, number, beside->name, result.graph, &beside->ratios, 0);
        }
        play->is_wrong |= result.wrong > 0;
        apps_result_clear(&result);
        if (status != 0) {
            return -1;
        }
    }
    return 0;
}

/* All rows of an application beside jobs. */
static int play_beside_jobs(struct play *play, unsigned number, struct table *table, struct tool_error *error)
{
    unsigned i;

    for (i = 0; i < play->inputs.count * play->jobs_count; i++) {
        const struct graph_choice *input = &play->inputs.items[i / play->jobs_count];
        const struct apps_jobs_choice *choice = &play->jobs[i % play->jobs_count];
        struct apps_jobs jobs;
        char graph[128], side[48];
        int status = apps_jobs_play(applications[number], input, choice, play->options, &jobs, error);

        graph_choice_name(input, graph, sizeof graph);
        snprintf(side, sizeof side, "beside %s", choice->name);
        if (status == 0) {
            print_jobs(table, play->options, applications[number]->name, graph, choice->name, &jobs);
            summarize(play, number, side, graph, &jobs.ratios, jobs.unknown);
        }
        play->is_wrong |= jobs.wrong > 0;
        apps_jobs_clear(&jobs);
        if (status != 0) {
            return -1;
        }
    }
    return 0;
}

typedef int play_application(struct play *play, unsigned number, struct table *table,
                             struct tool_error *error);

/* A table of rows of all applications. */
static int play_all(struct play *play, const char *name, const struct table_column *names,
                    play_application *play_one, struct tool_error *error)
{
    struct table table;
    int status = 0;
    unsigned i;

    table_begin(&table, play->options->report, name, names);
    for (i = 0; i < application_count && status == 0; i++) {
        if (apps_contest_takes(applications[i]) && is_wanted(play->options, applications[i])) {
            snprintf(play->summaries[i].name, sizeof play->summaries[i].name, "%s", applications[i]->name);
            status = play_one(play, i, &table, error);
        }
    }
    table_end(&table);
    return status;
}

/* 1 with --judge when an aim is missed, or ratios that it is about are not known. */
static int conclude(const struct play *play)
{
    struct table table;
    int has_failed = 0;
    unsigned i, j;

    table_begin(&table, play->options->report, "summary", summary_columns);
    for (i = 0; i <= application_count; i++) {
        const struct apps_summaries *summaries = &play->summaries[i];

        print_summary(&table, summaries);
        for (j = 0; j < summaries->count; j++) {
            has_failed |= apps_verdict_fails(&summaries->sides[j]);
        }
    }
    table_end(&table);
    return has_failed && play->options->is_judged;
}

/* Jobs as --frames has them; with --only jobs, and none named, those of the nightly grid. */
static int choose_jobs(struct play *play, struct tool_error *error)
{
    static const char *const grid[] = {"heavy:half", "medium:most"};
    const struct bench_options *options = play->options;
    const struct option_texts *frames = &options->frames;
    int is_grid = frames->count == 0 && options->only != NULL && strcmp(options->only, "jobs") == 0;
    unsigned count = is_grid ? 2 : frames->count;

    for (; play->jobs_count < count; play->jobs_count++) {
        if (apps_jobs_parse(is_grid ? grid[play->jobs_count] : frames->items[play->jobs_count],
                            options->groups, &play->jobs[play->jobs_count], error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int prepare(struct play *play, struct tool_error *error)
{
    const struct bench_options *options = play->options;

    play->summaries = calloc(application_count + 1, sizeof *play->summaries);
    if (play->summaries == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    snprintf(play->summaries[application_count].name, sizeof play->summaries->name, "all");
    if (check_apps(options, error) != 0 || choose_jobs(play, error) != 0 ||
        apps_inputs_choose(options, &play->inputs, error) != 0) {
        return -1;
    }
    return 0;
}

int bench_apps(const struct bench_options *options, struct tool_error *error)
{
    struct play *play = calloc(1, sizeof *play);
    int status = -1;

    if (play == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    play->options = options;
    if (prepare(play, error) == 0) {
        int is_alone = options->only == NULL || strcmp(options->only, "alone") == 0;

        status = is_alone ? play_all(play, "rows", columns, play_alone, error) : 0;
        if (status == 0 && play->jobs_count > 0) {
            status = play_all(play, "jobs", jobs_columns, play_beside_jobs, error);
        }
        if (status == 0) {
            status = conclude(play) | play->is_wrong;
        }
    }
    free(play->summaries);
    free(play);
    return status;
}
