/* Runs of random choices: the number of searches and products, their graphs, sizes, work-groups and times.
 * Every result is compared; a launch that misses its deadline is a hang, and ends the storm with the state
 * of the slots. The same seed makes the same decisions, though not the same interleaving. */
#include "bfs_kernels_text.h"
#include "lab/bench/base/bench.h"

#include "storm_job.h"
#include "tools/measure/clock.h"
#include "tools/random/random.h"

#include <coop/trace_check.h>
#include <coop/trace_write.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* How many rounds one megakernel serves; then it is stopped, and one of another size is started. Fewer with
 * --check, since its trace has to hold them. */
#define RUNS_PER_START 40
#define CHECKED_RUNS_PER_START 8
#define TRACE_EVENTS (1u << 20)
#define PAUSE_US_MAX 400

struct storm {
    const struct bench_options *options;
    struct session session;
    struct storm_jobs jobs;
    uint64_t random;
    uint32_t workers;
    uint64_t searches;
    uint64_t products;
    uint64_t kills;
    uint64_t forks;
    uint64_t starts;
    uint32_t wrong;
    uint64_t events; /* this and the next two: in the checked traces */
    uint64_t transitions;
    uint64_t barriers;
    uint64_t partly_checked; /* traces that lack events */
    uint64_t violations;
    uint64_t runs;
    uint64_t began_ns;
};

static void pause_at_random(struct storm *storm)
{
    if (random_below(&storm->random, 2) == 0) {
        clock_sleep_ns(UINT64_C(1000) * random_below(&storm->random, PAUSE_US_MAX));
    }
}

/* Posts about a third of the searches and half of the products, mixed. */
static int post_jobs(struct storm *storm, struct tool_error *error)
{
    unsigned order = random_below(&storm->random, STORM_SEARCHES + STORM_PRODUCTS);
    unsigned i;
    int status = 0;

    for (i = 0; i < STORM_SEARCHES + STORM_PRODUCTS && status == 0; i++) {
        unsigned job = (i * 7 + order) % (STORM_SEARCHES + STORM_PRODUCTS);

        if (job < STORM_SEARCHES) {
            if (random_below(&storm->random, 5) < 2) {
                status =
                    storm_search_launch(&storm->jobs.searches[job], storm->workers, &storm->random, error);
                storm->searches++;
                pause_at_random(storm);
            }
        } else if (random_below(&storm->random, 2) == 0) {
            status = storm_product_launch(&storm->jobs.products[job - STORM_SEARCHES], storm->workers,
                                          &storm->random, error);
            storm->products++;
            pause_at_random(storm);
        }
    }
    return status;
}

static int finish_jobs(struct storm *storm, struct tool_error *error)
{
    uint64_t timeout_ns = bench_timeout_ns(storm->options);
    struct coop_launch_stats stats;
    unsigned i;

    for (i = 0; i < STORM_SEARCHES; i++) {
        if (storm->jobs.searches[i].launch != NULL) {
            if (storm_search_finish(&storm->jobs.searches[i], timeout_ns, &stats, &storm->wrong, error) !=
                0) {
                return -1;
            }
            storm->kills += stats.kills + stats.barrier_kills;
            storm->forks += stats.forks + stats.barrier_forks;
        }
    }
    for (i = 0; i < STORM_PRODUCTS; i++) {
        if (storm->jobs.products[i].launch != NULL &&
            storm_product_finish(&storm->jobs.products[i], timeout_ns, &storm->wrong, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int start(struct storm *storm, struct tool_error *error)
{
    static const uint32_t locals[] = {1, 8, 64};
    const struct coop_run_options run_options = {
        .worker_groups = storm->options->is_exact
                             ? (uint32_t)storm->options->groups
                             : 1 + random_below(&storm->random, (uint32_t)storm->options->groups),
        .local_items = locals[random_below(&storm->random, sizeof locals / sizeof *locals)],
        .trace_events = storm->options->is_checked ? TRACE_EVENTS : 0,
        .trace_barriers = 1,
        .timeout_ns = bench_timeout_ns(storm->options),
        .stall_after_ns = bench_stall_ns(storm->options)};

    storm->workers = run_options.worker_groups;
    storm->starts++;
    return session_start(&storm->session, &run_options, error);
}

/* Checks the trace of the stopped run against the semantics; reports a violation and keeps its trace. */
static int check_trace(struct storm *storm, struct tool_error *error)
{
    struct coop_trace_verdict verdict;
    struct coop_trace trace;
    char path[96];

    if (session_check(&storm->session, coop_trace_take(storm->session.run, &trace), error) != 0) {
        return -1;
    }
    if (coop_trace_check(&trace, &verdict) != COOP_OK) {
        coop_trace_clear(&trace);
        return tool_fail(error, "memory is exhausted");
    }
    storm->events += verdict.events_checked;
    storm->transitions += verdict.transitions;
    storm->barriers += verdict.barriers;
    storm->partly_checked += verdict.is_partial != 0;
    storm->violations += verdict.is_violated != 0;
    if (verdict.is_violated) {
        snprintf(path, sizeof path, "storm-%" PRIu64 "-%" PRIu64 ".json", storm->options->seed,
                 storm->starts);
        fprintf(stderr,
                "coop-bench storm: seed %" PRIu64 ", megakernel %" PRIu64 ": VIOLATES %s, launch %" PRIu32
                ", work-group %" PRIu32 ": %s; the trace is in %s\n",
                storm->options->seed, storm->starts, verdict.rule, verdict.launch, verdict.group_id,
                verdict.text, coop_trace_write_json(&trace, path) == COOP_OK ? path : "no file");
    }
    coop_trace_clear(&trace);
    return 0;
}

/* Ends the present megakernel, if there is one. */
static int stop(struct storm *storm, struct tool_error *error)
{
    if (storm->session.run != NULL && storm->options->is_checked &&
        (session_check(&storm->session, coop_run_stop(storm->session.run, 0), error) != 0 ||
         check_trace(storm, error) != 0)) {
        return -1;
    }
    return session_stop(&storm->session, error);
}

static int goes_on(const struct storm *storm)
{
    const struct bench_options *options = storm->options;

    return options->seconds > 0 ? clock_now_ns() - storm->began_ns < (uint64_t)(options->seconds * 1e9)
                                : storm->runs < options->runs;
}

static int rage(struct storm *storm, struct tool_error *error)
{
    const struct bench_options *options = storm->options;
    uint64_t runs_per_start = options->is_checked ? CHECKED_RUNS_PER_START : RUNS_PER_START;
    uint32_t wrong_before = 0;
    int is_terminal = isatty(STDERR_FILENO);

    for (storm->began_ns = clock_now_ns(); goes_on(storm); storm->runs++) {
        if (storm->runs % runs_per_start == 0 && (stop(storm, error) != 0 || start(storm, error) != 0)) {
            return -1;
        }
        if (post_jobs(storm, error) != 0 || finish_jobs(storm, error) != 0) {
            const struct tool_error cause = *error;

            return tool_fail(error, "run %" PRIu64 " of seed %" PRIu64 ": %s", storm->runs, options->seed,
                             cause.text);
        }
        if (storm->wrong > wrong_before) {
            fprintf(stderr, "coop-bench storm: run %" PRIu64 " of seed %" PRIu64 " has %u WRONG results\n",
                    storm->runs, options->seed, storm->wrong - wrong_before);
            wrong_before = storm->wrong;
        }
        if (is_terminal && storm->runs % 50 == 0) {
            fprintf(stderr, "\r%" PRIu64 " runs, %u wrong \033[K", storm->runs, storm->wrong);
        }
    }
    if (is_terminal) {
        fputs("\r\033[K", stderr);
    }
    return stop(storm, error);
}

static void print_row(const struct storm *storm, double seconds)
{
    static const struct table_column columns[] = {{"seed", 0, 0},
                                                  {"runs", 0, 0},
                                                  {"starts", 0, 0},
                                                  {"searches", 0, 0},
                                                  {"products", 0, 0},
                                                  {"kills", 0, 0},
                                                  {"forks", 0, 0},
                                                  {"wrong", 0, 0},
                                                  {"hangs", 0, 0},
                                                  {"seconds", 0, 0},
                                                  {"events_checked", 0, 0},
                                                  {"transitions_checked", 0, 0},
                                                  {"barriers_checked", 0, 0},
                                                  {"partly_checked", 0, 0},
                                                  {"violations", 0, 0},
                                                  {NULL, 0, 0}};
    const uint64_t counts[] = {storm->options->seed, storm->runs,     storm->starts,
                               storm->searches,      storm->products, storm->kills,
                               storm->forks,         storm->wrong,    0};
    const uint64_t checks[] = {storm->events, storm->transitions, storm->barriers, storm->partly_checked,
                               storm->violations};
    struct table table;

    table_begin(&table, storm->options->report, "rows", columns);
    table_begin_row(&table);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        table_cell(&table, "%" PRIu64, counts[i]);
    }
    table_cell(&table, "%.1f", seconds);
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        table_cell(&table, "%" PRIu64, checks[i]);
    }
    table_end_row(&table);
    table_end(&table);
}

static void print_results(const struct storm *storm)
{
    double seconds = (double)(clock_now_ns() - storm->began_ns) / 1e9;

    if (storm->options->form != REPORT_TEXT) {
        print_row(storm, seconds);
        return;
    }
    printf("%" PRIu64 " runs in %.0f s (%" PRIu64 " megakernels, %" PRIu64 " searches, %" PRIu64
           " products, %" PRIu64 " work-groups given up, %" PRIu64 " joined): %u wrong, 0 hangs\n",
           storm->runs, seconds, storm->starts, storm->searches, storm->products, storm->kills, storm->forks,
           storm->wrong);
    if (storm->options->is_checked) {
        printf("%" PRIu64 " events checked, with %" PRIu64 " kills and forks and %" PRIu64
               " barriers, %" PRIu64 " of %" PRIu64 " traces in part: %" PRIu64 " violations\n",
               storm->events, storm->transitions, storm->barriers, storm->partly_checked, storm->starts,
               storm->violations);
    }
}

int bench_storm(const struct bench_options *options, struct tool_error *error)
{
    const struct session_options session_options = {
        .device = options->device,
        .groups = (uint32_t)options->groups,
        .memory_bytes =
            STORM_MEMORY_BYTES + (options->is_checked ? TRACE_EVENTS * sizeof(struct coop_trace_event) : 0),
        .module_text = bfs_kernels_module_text,
        .module_bytes = bfs_kernels_module_bytes};
    struct storm storm;
    int status = -1;

    memset(&storm, 0, sizeof storm);
    storm.options = options;
    storm.random = options->seed;
    if (options->form == REPORT_TEXT) {
        printf("seed %llu\n", (unsigned long long)options->seed);
        fflush(stdout);
    }
    if (session_open(&session_options, &storm.session, error) == 0 &&
        storm_jobs_init(&storm.jobs, &storm.session, (uint32_t)options->groups, options->seed, error) == 0 &&
        rage(&storm, error) == 0) {
        print_results(&storm);
        status = storm.wrong > 0 || storm.violations > 0;
    }
    storm_jobs_clear(&storm.jobs);
    session_close(&storm.session);
    return status;
}
