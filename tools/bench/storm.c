/* Runs in which everything is random: how many searches and products, on which graphs, how large, on how many
 * work-groups, when. Every result is compared; a launch that misses its deadline is a hang, and ends the
 * storm with the state of the slots. The same seed makes the same decisions, though not the same
 * interleaving. */
#include "bench.h"

#include "clock.h"
#include "random.h"
#include "storm_job.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Runs of one megakernel; then it is stopped, and one of another size started. */
#define RUNS_PER_START 40
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
        .worker_groups = 1 + random_below(&storm->random, (uint32_t)storm->options->groups),
        .local_items = locals[random_below(&storm->random, sizeof locals / sizeof *locals)],
        .timeout_ns = bench_timeout_ns(storm->options),
        .stall_after_ns = bench_stall_ns(storm->options)};

    storm->workers = run_options.worker_groups;
    storm->starts++;
    return session_start(&storm->session, &run_options, error);
}

static int rage(struct storm *storm, struct tool_error *error)
{
    const struct bench_options *options = storm->options;
    uint64_t run;
    uint32_t wrong_before = 0;
    int is_terminal = isatty(STDERR_FILENO);

    for (run = 0; run < options->runs; run++) {
        if (run % RUNS_PER_START == 0 &&
            (session_stop(&storm->session, error) != 0 || start(storm, error) != 0)) {
            return -1;
        }
        if (post_jobs(storm, error) != 0 || finish_jobs(storm, error) != 0) {
            const struct tool_error cause = *error;

            return tool_fail(error, "run %llu of seed %llu: %s", (unsigned long long)run,
                             (unsigned long long)options->seed, cause.text);
        }
        if (storm->wrong > wrong_before) {
            fprintf(stderr, "coop-bench storm: run %llu of seed %llu has %u WRONG results\n",
                    (unsigned long long)run, (unsigned long long)options->seed, storm->wrong - wrong_before);
            wrong_before = storm->wrong;
        }
        if (is_terminal && run % 50 == 0) {
            fprintf(stderr, "\r%llu of %llu runs, %u wrong \033[K", (unsigned long long)run,
                    (unsigned long long)options->runs, storm->wrong);
        }
    }
    if (is_terminal) {
        fputs("\r\033[K", stderr);
    }
    return session_stop(&storm->session, error);
}

static void print_results(const struct storm *storm)
{
    const struct bench_options *options = storm->options;

    if (options->csv) {
        printf("seed,runs,starts,searches,products,kills,forks,wrong,hangs\n%llu,%llu,%llu,%llu,%llu,%llu,%"
               "llu,%u,0\n",
               (unsigned long long)options->seed, (unsigned long long)options->runs,
               (unsigned long long)storm->starts, (unsigned long long)storm->searches,
               (unsigned long long)storm->products, (unsigned long long)storm->kills,
               (unsigned long long)storm->forks, storm->wrong);
    } else {
        printf("%llu runs (%llu megakernels, %llu searches, %llu products, %llu work-groups given up, %llu "
               "joined): "
               "%u wrong, 0 hangs\n",
               (unsigned long long)options->runs, (unsigned long long)storm->starts,
               (unsigned long long)storm->searches, (unsigned long long)storm->products,
               (unsigned long long)storm->kills, (unsigned long long)storm->forks, storm->wrong);
    }
}

int bench_storm(const struct bench_options *options, struct tool_error *error)
{
    const struct session_options session_options = {
        .device = options->device, .groups = (uint32_t)options->groups, .memory_bytes = STORM_MEMORY_BYTES};
    struct storm storm;
    int status = -1;

    memset(&storm, 0, sizeof storm);
    storm.options = options;
    storm.random = options->seed;
    if (!options->csv) {
        printf("seed %llu\n", (unsigned long long)options->seed);
        fflush(stdout);
    }
    if (session_open(&session_options, &storm.session, error) == 0 &&
        storm_jobs_init(&storm.jobs, &storm.session, options->seed, error) == 0 && rage(&storm, error) == 0) {
        print_results(&storm);
        status = storm.wrong > 0;
    }
    storm_jobs_clear(&storm.jobs);
    session_close(&storm.session);
    return status;
}
