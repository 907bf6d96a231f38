/* Work stealing against equal shares without it, against one queue for all, and against the CPU's task
 * systems.
 *
 * All sides take turns on the same cores, so that the machine's other work affects all alike. A ratio is
 * taken within a turn; medians and 10th to 90th percentiles over the turns are printed. */
#include "lab/bench/base/sides.h"
#include "stealing_choices.h"
#include "stealing_contest.h"
#include "stealing_operations.h"

#include "apps/contains/task_contains.h"
#include "apps/fib/task_fib.h"
#include "apps/memset/task_memset.h"
#include "apps/queens/task_queens.h"
#include "apps/uts/task_uts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROBLEMS_MAX 8

/* For people. */
static void print_ratio(struct samples *ratios)
{
    if (ratios->count == 0) {
        printf("  %-20s", "-");
    } else {
        printf("  %5.2f (%.2f .. %.2f)", samples_median(ratios), samples_quantile(ratios, 0.1),
               samples_quantile(ratios, 0.9));
    }
}

static double per_launch(uint64_t count, const struct contest *contest)
{
    return contest->launches > 0 ? (double)count / (double)contest->launches : 0;
}

/* The tables of CSV and JSON. The rivals' is printed behind the workloads'. */
struct tables {
    struct table workloads;
    struct table rivals;
    struct report rivals_report;
    char *rivals_text;
    size_t rivals_bytes;
};

static const struct table_column workload_columns[] = {
    {"problem", 1, 0},     {"groups", 0, 0},      {"local", 0, 0},         {"turns", 0, 0},
    {"tasks", 0, 0},       {"ms", 0, 0},          {"tasks_per_s", 0, 0},   {"static_ratio", 0, 0},
    {"static_p10", 0, 0},  {"static_p90", 0, 0},  {"ideal", 0, 0},         {"central_ratio", 0, 0},
    {"central_p10", 0, 0}, {"central_p90", 0, 0}, {"busy_stealing", 0, 0}, {"busy_static", 0, 0},
    {"steals", 0, 0},      {"stolen", 0, 0},      {"failed_steals", 0, 0}, {"shared", 0, 0},
    {"reclaimed", 0, 0},   {"overflowed", 0, 0},  {"wrong", 0, 0},         {NULL, 0, 0}};

static const struct table_column rival_columns[] = {{"problem", 1, 0}, {"rival", 1, 0},     {"threads", 0, 0},
                                                    {"ms", 0, 0},      {"ratio", 0, 0},     {"p10", 0, 0},
                                                    {"p90", 0, 0},     {"cpu_ratio", 0, 0}, {"cpu_p10", 0, 0},
                                                    {"cpu_p90", 0, 0}, {NULL, 0, 0}};

static void print_heads(const struct bench_options *options)
{
    printf(
        "%llu work-groups of %llu, %llu turns of %llu launches. Speed-ups of stealing: over equal shares "
        "without it, and\nover one queue for all; ideal is the equal shares' most work divided by the mean; "
        "busy is the most busy time\ndivided by the mean, stealing and without it.\n\n",
        (unsigned long long)options->groups, (unsigned long long)options->local_items,
        (unsigned long long)options->pairs, (unsigned long long)options->searches);
    printf("%-28s %9s %9s %9s  %-20s %5s  %-20s  %s\n", "problem", "tasks", "ms", "tasks/s", "over shares",
           "ideal", "over one queue", "busy");
}

static int begin_tables(const struct bench_options *options, struct tables *tables, struct tool_error *error)
{
    FILE *file = open_memstream(&tables->rivals_text, &tables->rivals_bytes);

    if (file == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    table_begin(&tables->workloads, options->report, "workloads", workload_columns);
    report_begin(&tables->rivals_report, options->form, file);
    table_begin(&tables->rivals, &tables->rivals_report, "rivals", rival_columns);
    return 0;
}

static void end_tables(const struct bench_options *options, struct tables *tables)
{
    struct report *report = options->report;

    table_end(&tables->workloads);
    table_end(&tables->rivals);
    fclose(tables->rivals_report.file);
    if (report->form == REPORT_JSON) { /* the member alone, without the brace in front of it */
        fprintf(report->file, ",\n%s", tables->rivals_text + 1);
    } else {
        fprintf(report->file, "\n%s", tables->rivals_text);
        report->tables++;
    }
    free(tables->rivals_text);
}

static void put_contest(struct table *table, struct contest *contest, double ms, double tasks, double rate)
{
    const struct bench_options *options = contest->options;
    const struct coop_workqueue_counts *counts = &contest->counts;
    const uint64_t each[] = {counts->steals, counts->stolen,    counts->lost + counts->empty,
                             counts->shared, counts->reclaimed, counts->overflowed};

    table_begin_row(table);
    table_cell(table, "%s", contest->problem.name);
    table_cell(table, "%llu", (unsigned long long)options->groups);
    table_cell(table, "%llu", (unsigned long long)options->local_items);
    table_cell(table, "%zu", contest->times[0].ms.count);
    table_cell(table, "%.0f", tasks);
    table_cell(table, "%.4f", ms);
    table_cell(table, "%.0f", rate);
    side_put_ratios(table, &contest->times[SIDE_STATIC].ratios);
    table_cell(table, "%.4f", contest->ideal);
    side_put_ratios(table, &contest->times[SIDE_CENTRAL].ratios);
    table_cell(table, "%.4f", samples_median(&contest->busy_stealing));
    table_cell(table, "%.4f", samples_median(&contest->busy_static));
    for (unsigned i = 0; i < sizeof each / sizeof *each; i++) {
        table_cell(table, "%.1f", per_launch(each[i], contest));
    }
    table_cell(table, "%u", contest->wrong);
    table_end_row(table);
}

static void print_contest(struct contest *contest, struct tables *tables)
{
    const struct coop_workqueue_counts *counts = &contest->counts;
    double ms = samples_median(&contest->times[SIDE_STEALING].ms);
    double tasks = per_launch(counts->executed, contest);
    double rate = ms > 0 ? tasks / ms * 1e3 : 0;

    if (tables != NULL) {
        put_contest(&tables->workloads, contest, ms, tasks, rate);
    } else {
        printf("%-28.28s %9.0f %9.2f %9.3g", contest->problem.name, tasks, ms, rate);
        print_ratio(&contest->times[SIDE_STATIC].ratios);
        printf(" %5.2f", contest->ideal);
        print_ratio(&contest->times[SIDE_CENTRAL].ratios);
        printf("  %.2f, %.2f\n    a launch: %.0f steals of %.0f tasks, %.0f in vain; %.0f shares, %.0f "
               "reclaims, "
               "%.0f tasks overflowed\n",
               samples_median(&contest->busy_stealing), samples_median(&contest->busy_static),
               per_launch(counts->steals, contest), per_launch(counts->stolen, contest),
               per_launch(counts->lost + counts->empty, contest), per_launch(counts->shared, contest),
               per_launch(counts->reclaimed, contest), per_launch(counts->overflowed, contest));
    }
    if (contest->wrong > 0) {
        fprintf(stderr, "coop-bench stealing: %s: %u results are WRONG\n", contest->problem.name,
                contest->wrong);
    }
    fflush(stdout);
}

/* The rivals' time divided by the time of stealing. */
static void print_rival(struct contest *contest, unsigned rival, struct tables *tables)
{
    struct contest_times *times = &contest->times[CONTEST_SIDES + rival];
    const char *name = contest->rivals[rival].name;
    unsigned threads = contest->rivals[rival].is_parallel ? contest->threads : 1;

    if (tables != NULL) {
        table_begin_row(&tables->rivals);
        table_cell(&tables->rivals, "%s", contest->problem.name);
        table_cell(&tables->rivals, "%s", name);
        table_cell(&tables->rivals, "%u", threads);
        table_cell(&tables->rivals, "%.4f", samples_median(&times->ms));
        side_put_ratios(&tables->rivals, &times->ratios);
        side_put_ratios(&tables->rivals, &times->cpu_ratios);
        table_end_row(&tables->rivals);
        return;
    }
    printf("    %-14s %3u thread%s %9.2f ms, ", name, threads, threads == 1 ? " " : "s",
           samples_median(&times->ms));
    print_ratio(&times->ratios);
    printf(" of stealing's time, ");
    print_ratio(&times->cpu_ratios);
    printf(" of its CPU time\n");
    fflush(stdout);
}

/* tables  NULL: for people */
static int contend(const struct bench_options *options, const struct work_choice *choice,
                   struct tables *tables, struct tool_error *error)
{
    struct work_choice whole = *choice;
    struct contest contest;
    uint64_t turn;
    int status;

    work_choice_default(&whole);
    memset(&contest, 0, sizeof contest);
    if (work_choice_check(&whole, error) != 0) {
        return -1;
    }
    status = contest_init(&contest, options, &whole, error);
    if (status == 0 && !contest.is_rivals_alone) {
        status = contest_measure_shares(&contest, error);
    }
    for (turn = 0; turn < options->pairs && status == 0; turn++) {
        status = contest_turn(&contest, turn, error);
    }
    if (status == 0) {
        print_contest(&contest, tables);
        for (unsigned i = 0; i < contest.rival_count; i++) {
            print_rival(&contest, i, tables);
        }
        status = contest.wrong > 0;
    }
    contest_clear(&contest);
    return status;
}

/* With as many lanes as the command line says. */
static struct work_choice tree_choice(const struct bench_options *options, const char *text)
{
    struct work_choice choice = uts_choice(text);

    choice.lanes = options->lanes;
    return choice;
}

static unsigned choose(const struct bench_options *options, struct work_choice *choices)
{
    unsigned count = 0;
    unsigned i;

    choices[count++] = (struct work_choice){.workload = &workload_memset, .tasks = options->tasks};
    choices[count++] = (struct work_choice){.workload = &workload_contains,
                                            .text = options->text,
                                            .word = options->word != NULL ? options->word : "needle"};
    for (i = 0; i < options->trees.count && count < PROBLEMS_MAX - 2; i++) {
        choices[count++] = tree_choice(options, options->trees.items[i]);
    }
    if (options->trees.count == 0) {
        choices[count++] = tree_choice(options, "T1");
        choices[count++] = tree_choice(options, "T3");
    }
    choices[count++] = (struct work_choice){.workload = &workload_queens, .n = options->queens};
    choices[count++] = (struct work_choice){.workload = &workload_fib, .n = 30, .cutoff = 10};
    return count;
}

/* What rivals have, too, and what is nothing but tasks. */
static unsigned choose_for_rivals(const struct bench_options *options, struct work_choice *choices)
{
    unsigned count = choose(options, choices);
    unsigned wanted = 0;

    for (unsigned i = 0; i < count; i++) {
        if (choices[i].workload == &workload_uts) {
            choices[wanted++] = choices[i];
        }
    }
    choices[wanted++] = (struct work_choice){.workload = &workload_fib, .n = 27, .cutoff = 1};
    return wanted;
}

static int bench_workloads(const struct bench_options *options, struct tool_error *error)
{
    struct work_choice choices[PROBLEMS_MAX];
    struct tables tables;
    unsigned count, i;
    int status = 0;

    if (options->text != NULL && options->word == NULL) {
        return tool_fail(error, "--text wants a --word to look for");
    }
    count = options->only != NULL && strcmp(options->only, "rivals") == 0
                ? choose_for_rivals(options, choices)
                : choose(options, choices);
    if (options->form == REPORT_TEXT) {
        print_heads(options);
    } else if (begin_tables(options, &tables, error) != 0) {
        return -1;
    }
    for (i = 0; i < count && status >= 0; i++) {
        int wrong = contend(options, &choices[i], options->form == REPORT_TEXT ? NULL : &tables, error);

        status = wrong != 0 ? wrong : status;
    }
    if (options->form != REPORT_TEXT) {
        end_tables(options, &tables);
    }
    if (status >= 0 && rivals_missing()[0] != '\0') {
        fprintf(options->form != REPORT_TEXT ? stderr : stdout, "(%s)\n", rivals_missing());
    }
    return status;
}

/* Memset and the trees: what spawns nothing, and what does nothing else. */
static int bench_choices(const struct bench_options *options, struct tool_error *error)
{
    struct work_choice choices[PROBLEMS_MAX];
    unsigned count = choose(options, choices);
    unsigned wanted = 0;

    for (unsigned i = 0; i < count; i++) {
        if (choices[i].workload == &workload_memset || choices[i].workload == &workload_uts) {
            choices[wanted++] = choices[i];
        }
    }
    return stealing_choices(options, choices, wanted, error);
}

int bench_stealing(const struct bench_options *options, struct tool_error *error)
{
    const char *only = options->only;
    int status = 0;

    if (only != NULL && strcmp(only, "choices") == 0) {
        return bench_choices(options, error);
    }
    if (only == NULL || strcmp(only, "operations") != 0) {
        status = bench_workloads(options, error);
    }
    if (status >= 0 && (only == NULL || strcmp(only, "operations") == 0) &&
        stealing_operations(options, error) != 0) {
        return -1;
    }
    return status;
}
