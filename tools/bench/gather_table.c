/* The lines of coop-bench gather. */
#include "gather_table.h"

#include "gather_baseline.h"
#include "tools/periodic/periodic_job.h"

#include <stdio.h>

#define BASELINE_SAMPLES_MAX 30

static const char *const kinds[GATHER_KINDS] = {"one", "quarter", "half", "most"};

unsigned gather_variant_count(const struct gathering *gathering)
{
    return gathering->input.app == HOLDER_BFS ? 2 : 1;
}

static const char *variant_name(const struct gathering *gathering, unsigned variant)
{
    return gathering->input.app != HOLDER_BFS ? "offer" : variant == 0 ? "query" : "plain";
}

/* Each holder keeps a work-group. */
uint32_t gather_groups_of(const struct gathering *gathering, unsigned kind)
{
    uint32_t most = gathering->workers - gathering->instances;
    uint32_t groups = periodic_groups_parse(kinds[kind], gathering->workers);

    return groups < most ? groups : most;
}

void gather_print_heads(const struct gathering *gathering)
{
    printf(gathering->options->csv ? "%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s\n"
                                   : "%-7s %7s %6s %9s %-8s %6s %-12s %7s %10s %10s .. %10s %10s %9s\n",
           "app", "workers", "local", "instances", "wanted", "groups", "variant", "samples", "median_us",
           "p10_us", "p90_us", "p99_us", "after_end");
}

static void print_row(const struct gathering *gathering, const char *wanted, uint32_t groups,
                      const char *variant, struct samples *us, uint32_t after_end)
{
    printf(gathering->options->csv
               ? "%s,%u,%llu,%u,%s,%u,%s,%zu,%.2f,%.2f,%.2f,%.2f,%u\n"
               : "%-7s %7u %6llu %9u %-8s %6u %-12s %7zu %10.1f %10.1f .. %10.1f %10.1f %9u\n",
           gathering->input.name, gathering->workers, (unsigned long long)gathering->options->local_items,
           gathering->instances, wanted, groups, variant, us->count, samples_median(us),
           samples_quantile(us, 0.1), samples_quantile(us, 0.9), samples_quantile(us, 0.99), after_end);
    fflush(stdout);
}

void gather_print_results(struct gathering *gathering)
{
    unsigned kind, variant;

    for (variant = 0; variant < gather_variant_count(gathering); variant++) {
        for (kind = 0; kind < GATHER_KINDS; kind++) {
            print_row(gathering, kinds[kind], gather_groups_of(gathering, kind),
                      variant_name(gathering, variant), &gathering->gather_us[variant][kind], 0);
        }
    }
}

int gather_compare_baseline(struct gathering *gathering, struct tool_error *error)
{
    const struct bench_options *options = gathering->options;
    uint32_t count =
        options->samples < BASELINE_SAMPLES_MAX ? (uint32_t)options->samples : BASELINE_SAMPLES_MAX;
    struct baseline_results results;
    int status = baseline_measure(options, &gathering->input.graph, count, &results, error);

    if (status == 0) {
        gathering->workers = results.groups;
        gathering->instances = 1;
        print_row(gathering, "frame", 0, "second queue", &results.wait_us, results.after_end);
        fprintf(stderr,
                "coop-bench gather: second queue: of %zu frames in ordinary searches of %u work-groups of %u "
                "(median "
                "%.2f ms), %u began only after the search's end\n",
                results.wait_us.count, results.groups, results.local_items,
                samples_median(&results.search_ms), results.after_end);
    }
    baseline_clear(&results);
    return status;
}
