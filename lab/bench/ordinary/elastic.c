/* A long ordinary kernel in the background that gives way (S9a), and short jobs of a higher priority beside
 * it: how long these gather, how many are late, and what is left for the background.
 *
 * The background is a stencil of five points, one launch of so many sweeps over the same cells that it takes
 * --seconds alone. A job is a picture of Mandelbrot's set on a quarter of the work-groups, of so many rows
 * that it takes 0.2 ms alone. The background's share is its time alone by its time beside the jobs; the ideal
 * one is what is left of the work-groups' time when the jobs had theirs. */
#include "lab/bench/base/bench.h"

#include "ordinary_kernels_text.h"
#include "tools/measure/clock.h"
#include "tools/measure/samples.h"
#include "tools/session/session.h"

#include <coop/argument.h>
#include <stdio.h>
#include <string.h>

#define SECONDS 1.2
#define JOB_NS 200000
#define SETTLE_NS (20 * NS_PER_MS) /* until the first job: the background has begun */
#define COLUMNS 512                /* of the picture */
#define ROWS 8                     /* of a logical work-group of both kernels */

enum { SIDE_OF_GPU = 8192, SIDE_OF_PROCESSOR = 1024, ROWS_MOST = 1 << 15, TRIES = 6 };

struct elastic_bench {
    const struct bench_options *options;
    struct session session;
    coop_buffer *out, *in, *picture;
    uint32_t side, groups, job_groups, rows;
    uint64_t sweeps;
    struct table table;
};

/* What came of the background and of its jobs. */
struct elastic_result {
    struct coop_launch_stats background;
    struct samples gather_us, job_us;
    uint64_t jobs, late;
    double job_groups_ns; /* of all jobs: time of a work-group */
};

static int launch_stencil(struct elastic_bench *bench, uint64_t sweeps, int is_elastic, coop_launch **launch,
                          struct tool_error *error)
{
    const struct coop_argument arguments[] = {COOP_ARGUMENT("o", bench->out), COOP_ARGUMENT("a", bench->in),
                                              COOP_ARGUMENT("w", bench->side),
                                              COOP_ARGUMENT("h", bench->side)};
    const struct coop_ndrange range = {.dimensions = 3, .global_items = {bench->side, bench->side, sweeps}};
    const struct coop_launch_options options = {.elastic = is_elastic};

    return session_check(
        &bench->session,
        coop_launch_named(bench->session.run, "stencil", arguments, 4, &range, &options, launch), error);
}

static int run_stencil(struct elastic_bench *bench, uint64_t sweeps, int is_elastic,
                       struct coop_launch_stats *stats, struct tool_error *error)
{
    coop_launch *launch = NULL;

    return launch_stencil(bench, sweeps, is_elastic, &launch, error) != 0
               ? -1
               : session_wait(&bench->session, launch, bench_timeout_ns(bench->options), stats, error);
}

static int run_job(struct elastic_bench *bench, struct coop_launch_stats *stats, struct tool_error *error)
{
    const uint32_t columns = COLUMNS;
    const struct coop_argument arguments[] = {COOP_ARGUMENT("o", bench->picture), COOP_ARGUMENT("w", columns),
                                              COOP_ARGUMENT("h", bench->rows)};
    const struct coop_ndrange range = {.dimensions = 2, .global_items = {COLUMNS, bench->rows}};
    const struct coop_launch_options options = {.groups = bench->job_groups, .priority = 1};
    coop_launch *launch = NULL;

    return session_check(
               &bench->session,
               coop_launch_named(bench->session.run, "mandelbrot", arguments, 3, &range, &options, &launch),
               error) != 0
               ? -1
               : session_wait(&bench->session, launch, bench_timeout_ns(bench->options), stats, error);
}

/* How many sweeps, and how many rows of the picture. */
static int calibrate(struct elastic_bench *bench, struct tool_error *error)
{
    double seconds = bench->options->seconds > 0 ? bench->options->seconds : SECONDS;
    struct coop_launch_stats stats;

    bench->sweeps = 8;
    for (int i = 0; i < 2; i++) { /* the first one brings pages and caches */
        if (run_stencil(bench, bench->sweeps, 0, &stats, error) != 0) {
            return -1;
        }
    }
    bench->sweeps = (uint64_t)(seconds * 1e9 * 8 / (double)(stats.run_ns + 1)) + 1;
    bench->rows = ROWS * bench->job_groups;
    for (int i = 0; i < TRIES; i++) {
        double rows;

        if (run_job(bench, &stats, error) != 0) {
            return -1;
        }
        rows = (double)bench->rows * JOB_NS / (double)(stats.run_ns + 1) / ROWS;
        bench->rows = (rows < 1 ? 1 : rows > ROWS_MOST / ROWS ? ROWS_MOST / ROWS : (uint32_t)rows) * ROWS;
    }
    return 0;
}

/* Jobs, one a period, until the background has ended. A job is late that the host sees end after the next one
 * is due. */
static int run_beside(struct elastic_bench *bench, struct elastic_result *result, struct tool_error *error)
{
    uint64_t period_ns = NS_PER_S / bench->options->hz;
    coop_launch *background = NULL;
    uint64_t due_ns;

    if (launch_stencil(bench, bench->sweeps, 1, &background, error) != 0) {
        return -1;
    }
    due_ns = clock_now_ns() + SETTLE_NS;
    while (coop_launch_wait(background, 0, NULL) == COOP_TIMED_OUT) {
        struct coop_launch_stats stats;
        uint64_t now_ns = clock_now_ns();

        if (now_ns < due_ns) {
            clock_sleep_ns(due_ns - now_ns);
        }
        if (run_job(bench, &stats, error) != 0) {
            return -1;
        }
        result->jobs++;
        result->late += clock_now_ns() > due_ns + period_ns;
        result->job_groups_ns += (double)stats.groups_at_start * (double)stats.run_ns;
        samples_add(&result->gather_us, (double)stats.gather_ns / 1e3);
        samples_add(&result->job_us, (double)stats.run_ns / 1e3);
        due_ns += period_ns;
    }
    return session_wait(&bench->session, background, bench_timeout_ns(bench->options), &result->background,
                        error);
}

static const struct table_column columns[] = {
    {"groups", 0, 6},    {"job_groups", 0, 10}, {"jobs", 0, 6},        {"late", 0, 5},
    {"gather_us", 0, 9}, {"gather_99", 0, 9},   {"gather_max", 0, 10}, {"job_us", 0, 7},
    {"alone_ms", 0, 9},  {"elastic_ms", 0, 10}, {"beside_ms", 0, 9},   {"share", 0, 6},
    {"of_ideal", 0, 8},  {"left", 0, 6},        {"joined", 0, 6},      {NULL, 0, 0}};

/* 1 where an aim of --judge is missed. */
static int print_result(struct elastic_bench *bench, const struct coop_launch_stats *alone,
                        const struct coop_launch_stats *elastic, struct elastic_result *result)
{
    struct table *table = &bench->table;
    double beside_ns = (double)result->background.run_ns;
    double share = (double)alone->run_ns / beside_ns;
    double ideal = 1.0 - result->job_groups_ns / (bench->groups * beside_ns);
    double gather_us = samples_quantile(&result->gather_us, 0.99);

    table_begin_row(table);
    table_cell(table, "%u", bench->groups);
    table_cell(table, "%u", bench->job_groups);
    table_cell(table, "%llu", (unsigned long long)result->jobs);
    table_cell(table, "%llu", (unsigned long long)result->late);
    table_cell(table, "%.1f", samples_median(&result->gather_us));
    table_cell(table, "%.1f", gather_us);
    table_cell(table, "%.1f", samples_quantile(&result->gather_us, 1.0));
    table_cell(table, "%.1f", samples_median(&result->job_us));
    table_cell(table, "%.1f", (double)alone->run_ns / 1e6);
    table_cell(table, "%.1f", (double)elastic->run_ns / 1e6);
    table_cell(table, "%.1f", beside_ns / 1e6);
    table_cell(table, "%.3f", share);
    table_cell(table, "%.3f", share / ideal);
    table_cell(table, "%u", result->background.kills);
    table_cell(table, "%u", result->background.forks);
    table_end_row(table);
    fflush(stdout);
    return bench->options->is_judged && (result->late > 0 || gather_us > 60.0 || share < 0.95 * ideal);
}

static int prepare(struct elastic_bench *bench, struct tool_error *error)
{
    const struct bench_options *options = bench->options;
    const struct session_options session_options = {.device = options->device,
                                                    .groups = (uint32_t)options->groups,
                                                    .memory_bytes =
                                                        2 * (uint64_t)SIDE_OF_GPU * SIDE_OF_GPU * 4 +
                                                        (uint64_t)COLUMNS * ROWS_MOST * 4 + (4 << 20),
                                                    .module_text = ordinary_kernels_module_text,
                                                    .module_bytes = ordinary_kernels_module_bytes};
    const struct coop_run_options run_options = {.worker_groups = (uint32_t)options->groups,
                                                 .local_items = (uint32_t)options->local_items,
                                                 .timeout_ns = bench_timeout_ns(options),
                                                 .stall_after_ns = bench_stall_ns(options)};
    coop_context *context;
    uint64_t bytes;
    struct coop_run_report report;

    if (session_open(&session_options, &bench->session, error) != 0 ||
        session_start(&bench->session, &run_options, error) != 0 ||
        session_check(&bench->session, coop_run_report(bench->session.run, &report), error) != 0) {
        return -1;
    }
    context = bench->session.context;
    bench->groups = report.worker_groups;
    bench->job_groups = bench->groups / 4 > 0 ? bench->groups / 4 : 1;
    bench->side = bench->groups >= 64 ? SIDE_OF_GPU : SIDE_OF_PROCESSOR;
    bytes = (uint64_t)bench->side * bench->side * 4;
    if (session_check(&bench->session, coop_buffer_create(context, bytes, &bench->out), error) != 0 ||
        session_check(&bench->session, coop_buffer_create(context, bytes, &bench->in), error) != 0 ||
        session_check(&bench->session,
                      coop_buffer_create(context, (uint64_t)COLUMNS * ROWS_MOST * 4, &bench->picture),
                      error) != 0 ||
        session_check(&bench->session, coop_buffer_fill(bench->in, 0, 0x3e, bytes), error) != 0) {
        return -1;
    }
    return calibrate(bench, error);
}

int bench_elastic(const struct bench_options *options, struct tool_error *error)
{
    struct elastic_bench bench = {.options = options};
    int status = prepare(&bench, error);

    if (status == 0) {
        table_begin(&bench.table, options->report, "rows", columns);
        for (uint64_t i = 0; i < options->pairs && status >= 0; i++) {
            struct elastic_result result = {.jobs = 0};
            struct coop_launch_stats alone, elastic;

            if (run_stencil(&bench, bench.sweeps, 0, &alone, error) != 0 ||
                run_stencil(&bench, bench.sweeps, 1, &elastic, error) != 0 ||
                run_beside(&bench, &result, error) != 0) {
                status = -1;
            } else if (print_result(&bench, &alone, &elastic, &result)) {
                status = 1;
            }
            samples_clear(&result.gather_us);
            samples_clear(&result.job_us);
        }
        table_end(&bench.table);
    }
    if (status >= 0 && session_stop(&bench.session, error) != 0) {
        status = -1;
    }
    coop_buffer_destroy(bench.out);
    coop_buffer_destroy(bench.in);
    coop_buffer_destroy(bench.picture);
    session_close(&bench.session);
    return status;
}
