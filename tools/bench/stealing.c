/* Work stealing against equal shares without it, against one queue for all, and against the CPU's task
 * systems.
 *
 * All sides take turns on the same cores, so that the machine's other work affects all alike. A ratio is
 * taken within a turn; medians and 10th to 90th percentiles over the turns are printed. */
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

static void print_ratio(struct samples *ratios, int csv)
{
    if (ratios->count == 0) {
        printf(csv ? ",,," : "  %-20s", "-");
    } else {
        printf(csv ? ",%.4f,%.4f,%.4f" : "  %5.2f (%.2f .. %.2f)", samples_median(ratios),
               samples_quantile(ratios, 0.1), samples_quantile(ratios, 0.9));
    }
}

static double per_launch(uint64_t count, const struct contest *contest)
{
    return contest->launches > 0 ? (double)count / (double)contest->launches : 0;
}

static void print_heads(const struct bench_options *options)
{
    if (options->csv) {
        printf("problem,groups,local,turns,tasks,ms,tasks_per_s,static_ratio,static_p10,static_p90,ideal,"
               "central_ratio,central_p10,central_p90,busy_stealing,busy_static,steals,stolen,failed_steals,"
               "shared,reclaimed,overflowed,wrong\n");
        return;
    }
    printf("%llu work-groups of %llu, %llu turns of %llu launches. Speed-ups of stealing: over equal shares "
           "without it, "
           "and\nover one queue for all; ideal is the equal shares' most work divided by the mean; busy is "
           "the most "
           "busy time\ndivided by the mean, stealing and without it.\n\n",
           (unsigned long long)options->groups, (unsigned long long)options->local_items,
           (unsigned long long)options->pairs, (unsigned long long)options->searches);
    printf("%-28s %9s %9s %9s  %-20s %5s  %-20s  %s\n", "problem", "tasks", "ms", "tasks/s", "over shares",
           "ideal", "over one queue", "busy");
}

static void print_contest(struct contest *contest)
{
    const struct bench_options *options = contest->options;
    const struct coop_workqueue_counts *counts = &contest->counts;
    double ms = samples_median(&contest->times[SIDE_STEALING].ms);
    double tasks = per_launch(counts->executed, contest);
    double rate = ms > 0 ? tasks / ms * 1e3 : 0;

    if (options->csv) {
        printf("\"%s\",%llu,%llu,%zu,%.0f,%.4f,%.0f", contest->problem.name,
               (unsigned long long)options->groups, (unsigned long long)options->local_items,
               contest->times[0].ms.count, tasks, ms, rate);
    } else {
        printf("%-28.28s %9.0f %9.2f %9.3g", contest->problem.name, tasks, ms, rate);
    }
    print_ratio(&contest->times[SIDE_STATIC].ratios, options->csv);
    printf(options->csv ? ",%.4f" : " %5.2f", contest->ideal);
    print_ratio(&contest->times[SIDE_CENTRAL].ratios, options->csv);
    printf(options->csv ? ",%.4f,%.4f" : "  %.2f, %.2f", samples_median(&contest->busy_stealing),
           samples_median(&contest->busy_static));
    if (options->csv) {
        printf(",%.1f,%.1f,%.1f,%.1f,%.1f,%.1f,%u\n", per_launch(counts->steals, contest),
               per_launch(counts->stolen, contest), per_launch(counts->lost + counts->empty, contest),
               per_launch(counts->shared, contest), per_launch(counts->reclaimed, contest),
               per_launch(counts->overflowed, contest), contest->wrong);
    } else {
        printf("\n    a launch: %.0f steals of %.0f tasks, %.0f in vain; %.0f shares, %.0f reclaims, "
               "%.0f tasks overflowed\n",
               per_launch(counts->steals, contest), per_launch(counts->stolen, contest),
               per_launch(counts->lost + counts->empty, contest), per_launch(counts->shared, contest),
               per_launch(counts->reclaimed, contest), per_launch(counts->overflowed, contest));
    }
    if (contest->wrong > 0) {
        printf("%s: %u results are WRONG\n", contest->problem.name, contest->wrong);
    }
    fflush(stdout);
}

/* The rivals' time divided by the time of stealing. */
static void print_rivals(struct contest *contest)
{
    const struct bench_options *options = contest->options;
    unsigned i;

    for (i = 0; i < contest->rival_count; i++) {
        struct contest_times *times = &contest->times[CONTEST_SIDES + i];
        unsigned threads = contest->rivals[i].is_parallel ? contest->threads : 1;

        if (options->csv) {
            printf("rival,\"%s\",\"%s\",%u,%.4f", contest->problem.name, contest->rivals[i].name, threads,
                   samples_median(&times->ms));
            print_ratio(&times->ratios, 1);
            print_ratio(&times->cpu_ratios, 1);
            putchar('\n');
        } else {
            printf("    %-14s %3u thread%s %9.2f ms, ", contest->rivals[i].name, threads,
                   threads == 1 ? " " : "s", samples_median(&times->ms));
            print_ratio(&times->ratios, 0);
            printf(" of stealing's time, ");
            print_ratio(&times->cpu_ratios, 0);
            printf(" of its CPU time\n");
        }
    }
    fflush(stdout);
}

static int contend(const struct bench_options *options, const struct work_choice *choice,
                   struct tool_error *error)
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
    if (status == 0) {
        status = contest_measure_shares(&contest, error);
    }
    for (turn = 0; turn < options->pairs && status == 0; turn++) {
        status = contest_turn(&contest, turn, error);
    }
    if (status == 0) {
        print_contest(&contest);
        print_rivals(&contest);
        status = contest.wrong > 0;
    }
    contest_clear(&contest);
    return status;
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
        choices[count++] = uts_choice(options->trees.items[i]);
    }
    if (options->trees.count == 0) {
        choices[count++] = uts_choice("T1");
        choices[count++] = uts_choice("T3");
    }
    choices[count++] = (struct work_choice){.workload = &workload_queens, .n = options->queens};
    choices[count++] = (struct work_choice){.workload = &workload_fib, .n = 30, .cutoff = 10};
    return count;
}

static int bench_workloads(const struct bench_options *options, struct tool_error *error)
{
    struct work_choice choices[PROBLEMS_MAX];
    unsigned count, i;
    int status = 0;

    if (options->text != NULL && options->word == NULL) {
        return tool_fail(error, "--text wants a --word to look for");
    }
    count = choose(options, choices);
    print_heads(options);
    for (i = 0; i < count && status >= 0; i++) {
        int wrong = contend(options, &choices[i], error);

        status = wrong != 0 ? wrong : status;
    }
    if (status >= 0 && rivals_missing()[0] != '\0') {
        fprintf(options->csv ? stderr : stdout, "(%s)\n", rivals_missing());
    }
    return status;
}

int bench_stealing(const struct bench_options *options, struct tool_error *error)
{
    const char *only = options->only;
    int status = only == NULL || strcmp(only, "workloads") == 0 ? bench_workloads(options, error) : 0;

    if (status >= 0 && (only == NULL || strcmp(only, "operations") == 0) &&
        stealing_operations(options, error) != 0) {
        return -1;
    }
    return status;
}
