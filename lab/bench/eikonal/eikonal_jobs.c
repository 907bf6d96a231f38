/* The cooperative kernel beside periodic jobs. A turn: alone, again and again for the time; beside jobs, for
 * the time; and alone once more. Its slowdown is the mean time beside them, divided by that alone in the
 * same turn; the ideal is what the jobs hold of the work-groups (apps_ideal.h). */
#include "eikonal_turn.h"

#include "lab/bench/base/apps_ideal.h"
#include "tools/measure/clock.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SECONDS 1.0
#define ALONE_PART 0.5 /* of the time, in front and behind */
#define DEFAULT_JOBS "heavy:half"

struct jobs {
    const struct bench_options *options;
    const char *text; /* class:groups */
    struct eikonal_grid *grid;
    struct eikonal_solver solver;
    struct eikonal_frames frames;
    struct samples alone_ms;
    struct samples beside_ms;
    struct samples slowdowns;
    struct samples ideals;
    struct samples over; /* slowdown / ideal */
    struct samples periods_ms;
    uint64_t count;
    uint64_t missed;
    uint64_t wrong;
    int is_same;
};

static double seconds_of(const struct bench_options *options)
{
    return options->seconds > 0 ? options->seconds : SECONDS;
}

/* The mean of as many times as the seconds hold, one at least. */
static int solve_for(struct jobs *jobs, double seconds, double *ms, struct tool_error *error)
{
    uint64_t end_ns = clock_now_ns() + (uint64_t)(seconds * 1e9);
    struct samples times = {NULL, 0, 0, 0};
    int status;

    do {
        status = eikonal_turn_solve(&jobs->solver, jobs->grid, &jobs->is_same, error);
        samples_add(&times, jobs->solver.ms);
    } while (status == 0 && clock_now_ns() < end_ns);
    *ms = samples_mean(&times);
    samples_clear(&times);
    return status;
}

static int solve_beside(struct jobs *jobs, double *ms, struct periodic_results *results,
                        struct tool_error *error)
{
    struct periodic_driver driver;
    struct tool_error late;
    int status = eikonal_frames_start(&jobs->frames, &driver, error);

    if (status != 0) {
        return status;
    }
    status = solve_for(jobs, seconds_of(jobs->options), ms, error);
    if (periodic_driver_stop(&driver, &late) != 0 && status == 0) {
        *error = late;
        status = -1;
    }
    *results = driver.results;
    return status;
}

static int take_turn(struct jobs *jobs, struct tool_error *error)
{
    double alone_s = ALONE_PART * seconds_of(jobs->options);
    struct periodic_results results = {.count = 0};
    double before, beside, after, alone, ideal;
    int status = solve_for(jobs, alone_s, &before, error);

    status = status == 0 ? solve_beside(jobs, &beside, &results, error) : status;
    status = status == 0 ? solve_for(jobs, alone_s, &after, error) : status;
    if (status == 0) {
        struct coop_device_report device;
        int is_gpu = coop_context_device(jobs->frames.session.context, &device) == COOP_OK &&
                     device.kind == COOP_KIND_GPU;

        alone = (before + after) / 2;
        ideal = apps_ideal(&results, jobs->frames.workers,
                           apps_ideal_least_ms(is_gpu, jobs->frames.workers, sysconf(_SC_NPROCESSORS_ONLN),
                                               jobs->frames.work_ms));
        samples_add(&jobs->alone_ms, alone);
        samples_add(&jobs->beside_ms, beside);
        samples_add(&jobs->slowdowns, beside / alone);
        if (ideal > 0) {
            samples_add(&jobs->ideals, ideal);
            samples_add(&jobs->over, beside / alone / ideal);
        }
        samples_add(&jobs->periods_ms, results.achieved_period_ms);
        jobs->count += results.count;
        jobs->missed += results.missed;
        jobs->wrong += results.wrong;
    }
    periodic_results_clear(&results);
    return status;
}

static void put(struct table *table, struct jobs *jobs)
{
    table_begin_row(table);
    table_cell(table, "%s", jobs->grid->name);
    table_cell(table, "%s", jobs->text);
    table_cell(table, "%.3f", samples_median(&jobs->alone_ms));
    table_cell(table, "%.3f", samples_median(&jobs->beside_ms));
    table_cell(table, "%.3f", samples_median(&jobs->slowdowns));
    table_cell(table, "%.3f", samples_median(&jobs->ideals));
    table_cell(table, "%.3f", samples_median(&jobs->over));
    table_cell(table, "%.3f", samples_quantile(&jobs->over, 0.1));
    table_cell(table, "%.3f", samples_quantile(&jobs->over, 0.9));
    table_cell(table, "%.3f", jobs->frames.profile.period_ms);
    table_cell(table, "%.3f", samples_median(&jobs->periods_ms));
    table_cell(table, "%llu", (unsigned long long)jobs->count);
    table_cell(table, "%llu", (unsigned long long)jobs->missed);
    table_cell(table, "%s", jobs->is_same && jobs->wrong == 0 ? "yes" : "NO");
    table_end_row(table);
}

/* class:groups, as "heavy:half"; the groups are half unless they are said. */
static int open_jobs(struct jobs *jobs, struct tool_error *error)
{
    struct eikonal_options own;
    const char *colon = strchr(jobs->text, ':');
    char kind[32];

    if ((size_t)snprintf(kind, sizeof kind, "%.*s",
                         colon != NULL ? (int)(colon - jobs->text) : (int)strlen(jobs->text),
                         jobs->text) >= sizeof kind) {
        return tool_fail(error, "--frames wants CLASS:GROUPS, as heavy:half, not \"%s\"", jobs->text);
    }
    if (eikonal_turn_options(jobs->options, EIKONAL_COOPERATIVE, COOP_IN_RUNS, &own, error) != 0 ||
        eikonal_open(&own, &jobs->grid->start, &jobs->solver, error) != 0) {
        return -1;
    }
    return eikonal_frames_open(&jobs->solver, kind, colon != NULL ? colon + 1 : "half", &jobs->frames, error);
}

static int run_jobs(struct jobs *jobs, struct table *table, struct tool_error *error)
{
    double ms;
    int status = open_jobs(jobs, error);

    jobs->is_same = 1;
    status = status == 0 ? solve_for(jobs, 0, &ms, error) : status; /* which does not count */
    for (uint64_t turn = 0; turn < jobs->options->pairs && status == 0; turn++) {
        status = take_turn(jobs, error);
    }
    if (status == 0) {
        put(table, jobs);
    }
    eikonal_frames_close(&jobs->frames);
    eikonal_close(&jobs->solver);
    samples_clear(&jobs->alone_ms);
    samples_clear(&jobs->beside_ms);
    samples_clear(&jobs->slowdowns);
    samples_clear(&jobs->ideals);
    samples_clear(&jobs->over);
    samples_clear(&jobs->periods_ms);
    return status;
}

int eikonal_jobs(const struct bench_options *options, struct eikonal_grid *grids, unsigned grid_count,
                 struct tool_error *error)
{
    static const struct table_column columns[] = {
        {"grid", 1, 9},     {"jobs", 1, 10},     {"alone_ms", 0, 0},    {"beside_ms", 0, 0},
        {"slowdown", 0, 0}, {"ideal", 0, 0},     {"over_ideal", 0, 0},  {"over_10", 0, 0},
        {"over_90", 0, 0},  {"period_ms", 0, 0}, {"achieved_ms", 0, 0}, {"count", 0, 0},
        {"missed", 0, 0},   {"same", 1, 0},      {NULL, 0, 0}};
    unsigned job_count = options->frames.count > 0 ? options->frames.count : 1;
    struct table table;
    int is_wrong = 0;
    int status = 0;

    table_begin(&table, options->report, "jobs", columns);
    for (unsigned i = 0; i < grid_count * job_count && status == 0; i++) {
        struct jobs jobs = {.options = options,
                            .grid = &grids[i / job_count],
                            .text = options->frames.count > 0 ? options->frames.items[i % job_count]
                                                              : DEFAULT_JOBS};

        status = run_jobs(&jobs, &table, error);
        is_wrong |= status == 0 && (!jobs.is_same || jobs.wrong > 0);
    }
    table_end(&table);
    return status == 0 ? is_wrong : status;
}
