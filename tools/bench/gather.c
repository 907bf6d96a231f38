/* How long a regular kernel waits for its work-groups while a search holds all of them (CK, Fig. 5).
 *
 * Searches follow each other, in turns with the query variant of the resizing barrier, which makes all the
 * kills that are wanted at once, and with the plain one, which makes one. Beside each, small products ask for
 * one, a quarter, half and most of the work-groups, in turn, with pauses in which the search grows back. A
 * sample counts only if the search was running all the while, by the device's clock. */
#include "bench.h"

#include "bfs_device.h"
#include "clock.h"
#include "frames.h"
#include "samples.h"

#include <stdio.h>
#include <string.h>

#define KIND_COUNT 4
#define VARIANT_COUNT 2
#define PRODUCT_N 48
#define PAUSE_NS (2 * NS_PER_MS)
#define GRID_SIDE 1500

/* Searches that a sample may take on average before the bench gives up. */
#define SEARCHES_PER_SAMPLE_MAX 20

static const char *const kinds[KIND_COUNT] = {"one", "quarter", "half", "most"};

struct gathering {
    const struct bench_options *options;
    struct session session;
    struct bfs_device bfs;
    struct matmul_device matmul;
    uint32_t workers;
    unsigned next_kind;
    uint32_t salt;
    struct samples gather_us[VARIANT_COUNT][KIND_COUNT];
};

/* Products beside one search, whose statistics decide afterwards which of them count. */
#define PRODUCTS_MAX 256
struct beside {
    struct coop_launch_stats stats[PRODUCTS_MAX];
    unsigned kinds[PRODUCTS_MAX];
    unsigned count;
};

static int launch_products(struct gathering *gathering, coop_launch *search, struct beside *beside,
                           struct coop_launch_stats *search_stats, struct tool_error *error)
{
    coop_status status;

    beside->count = 0;
    for (;;) {
        uint32_t groups = frame_groups_parse(kinds[gathering->next_kind], gathering->workers);
        coop_launch *product;

        clock_sleep_ns(PAUSE_NS);
        status = coop_launch_wait(search, 0, search_stats);
        if (status != COOP_TIMED_OUT || beside->count == PRODUCTS_MAX) {
            break;
        }
        if (matmul_device_launch(&gathering->matmul, groups, gathering->salt++, &product, error) != 0 ||
            session_wait(&gathering->session, product, bench_timeout_ns(gathering->options),
                         &beside->stats[beside->count], error) != 0) {
            return -1;
        }
        beside->kinds[beside->count++] = gathering->next_kind;
        gathering->next_kind = (gathering->next_kind + 1) % KIND_COUNT;
    }
    if (status == COOP_TIMED_OUT) {
        status = coop_launch_wait(search, bench_timeout_ns(gathering->options), search_stats);
    }
    return session_check(&gathering->session, status, error);
}

static int search_once(struct gathering *gathering, unsigned variant, struct tool_error *error)
{
    const struct coop_launch_options launch_options = {.resizing = variant == 0 ? COOP_RESIZING_QUERY
                                                                                : COOP_RESIZING_PLAIN};
    struct coop_launch_stats stats;
    struct beside beside;
    coop_launch *search;
    unsigned i;
    int status;

    if (bfs_device_reset(&gathering->bfs, 0, error) != 0 ||
        bfs_device_launch(&gathering->bfs, &launch_options, &search, error) != 0) {
        return -1;
    }
    status = launch_products(gathering, search, &beside, &stats, error);
    coop_launch_destroy(search);
    for (i = 0; i < beside.count && status == 0; i++) {
        if (beside.stats[i].seen_ns > stats.started_ns && beside.stats[i].started_ns < stats.ended_ns) {
            samples_add(&gathering->gather_us[variant][beside.kinds[i]],
                        (double)beside.stats[i].gather_ns / 1e3);
        }
    }
    return status;
}

static uint64_t fewest_samples(const struct gathering *gathering)
{
    uint64_t fewest = UINT64_MAX;
    unsigned variant, kind;

    for (variant = 0; variant < VARIANT_COUNT; variant++) {
        for (kind = 0; kind < KIND_COUNT; kind++) {
            uint64_t count = gathering->gather_us[variant][kind].count;

            fewest = count < fewest ? count : fewest;
        }
    }
    return fewest;
}

static void print_results(struct gathering *gathering)
{
    unsigned kind, variant;

    if (gathering->options->csv) {
        printf("wanted,groups,workers,local,variant,samples,median_us,p10_us,p90_us,p99_us\n");
    } else {
        printf("gather time in us, %u work-groups of %llu; a search holds them all\n\n", gathering->workers,
               (unsigned long long)gathering->options->local_items);
        printf("%-8s %6s | query: %6s %17s %8s %6s | plain: %6s %17s %8s %6s\n", "wanted", "groups", "median",
               "10-90 %", "99 %", "n", "median", "10-90 %", "99 %", "n");
    }
    for (kind = 0; kind < KIND_COUNT; kind++) {
        uint32_t groups = frame_groups_parse(kinds[kind], gathering->workers);

        if (!gathering->options->csv) {
            printf("%-8s %6u ", kinds[kind], groups);
        }
        for (variant = 0; variant < VARIANT_COUNT; variant++) {
            struct samples *us = &gathering->gather_us[variant][kind];

            if (gathering->options->csv) {
                printf("%s,%u,%u,%llu,%s,%zu,%.2f,%.2f,%.2f,%.2f\n", kinds[kind], groups, gathering->workers,
                       (unsigned long long)gathering->options->local_items, variant == 0 ? "query" : "plain",
                       us->count, samples_median(us), samples_quantile(us, 0.1), samples_quantile(us, 0.9),
                       samples_quantile(us, 0.99));
            } else {
                printf("|        %6.1f %6.1f .. %7.1f %8.1f %6zu ", samples_median(us),
                       samples_quantile(us, 0.1), samples_quantile(us, 0.9), samples_quantile(us, 0.99),
                       us->count);
            }
        }
        if (!gathering->options->csv) {
            putchar('\n');
        }
    }
}

static int gather(struct gathering *gathering, const struct graph *graph, struct tool_error *error)
{
    const struct bench_options *options = gathering->options;
    const struct session_options session_options = {
        .device = options->device,
        .groups = (uint32_t)options->groups,
        .memory_bytes = bfs_device_bytes(graph) + matmul_device_bytes(PRODUCT_N) + (1 << 20)};
    const struct coop_run_options run_options = {.worker_groups = (uint32_t)options->groups,
                                                 .local_items = (uint32_t)options->local_items,
                                                 .timeout_ns = bench_timeout_ns(options),
                                                 .stall_after_ns = bench_stall_ns(options)};
    struct coop_run_report report;
    uint64_t searches;

    if (session_open(&session_options, &gathering->session, error) != 0 ||
        session_start(&gathering->session, &run_options, error) != 0 ||
        session_check(&gathering->session, coop_run_report(gathering->session.run, &report), error) != 0) {
        return -1;
    }
    if (!report.has_clock) {
        return tool_fail(error, "%s has no clock that kernels can read, so gather times cannot be measured",
                         gathering->session.device.device_name);
    }
    gathering->workers = report.worker_groups;
    if (bfs_device_init(&gathering->bfs, &gathering->session, graph, error) != 0 ||
        matmul_device_init(&gathering->matmul, &gathering->session, PRODUCT_N, options->seed, error) != 0) {
        return -1;
    }
    for (searches = 0; fewest_samples(gathering) < options->samples; searches++) {
        if (searches > SEARCHES_PER_SAMPLE_MAX * options->samples) {
            return tool_fail(error, "%llu searches gave too few samples; take a device that is less busy",
                             (unsigned long long)searches);
        }
        if (search_once(gathering, (unsigned)(searches % VARIANT_COUNT), error) != 0) {
            return -1;
        }
    }
    print_results(gathering);
    return session_stop(&gathering->session, error);
}

int bench_gather(const struct bench_options *options, struct tool_error *error)
{
    struct gathering gathering;
    struct graph_error graph_error;
    struct graph graph;
    unsigned variant, kind;
    int status;

    if (options->groups < 2) {
        return tool_fail(error, "gathering needs at least 2 work-groups; take a greater --groups");
    }
    memset(&gathering, 0, sizeof gathering);
    gathering.options = options;
    if (graph_grid(GRID_SIDE, GRID_SIDE, &graph, &graph_error) != 0) {
        return tool_fail(error, "%s", graph_error.text);
    }
    status = gather(&gathering, &graph, error);
    matmul_device_clear(&gathering.matmul);
    bfs_device_clear(&gathering.bfs);
    session_close(&gathering.session);
    graph_clear(&graph);
    for (variant = 0; variant < VARIANT_COUNT; variant++) {
        for (kind = 0; kind < KIND_COUNT; kind++) {
            samples_clear(&gathering.gather_us[variant][kind]);
        }
    }
    return status;
}
