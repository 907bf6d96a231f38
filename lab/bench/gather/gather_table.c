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

static const struct table_column columns[] = {
    {"app", 1, 7},     {"workers", 0, 7},  {"local", 0, 6},     {"instances", 0, 9},  {"wanted", 1, 8},
    {"groups", 0, 6},  {"variant", 1, 12}, {"samples", 0, 7},   {"median_us", 0, 10}, {"p10_us", 0, 10},
    {"p90_us", 0, 10}, {"p99_us", 0, 10},  {"after_end", 0, 9}, {NULL, 0, 0}};

void gather_begin_table(struct gathering *gathering)
{
    table_begin(&gathering->table, gathering->options->report, "rows", columns);
}

static void print_row(struct gathering *gathering, const char *wanted, uint32_t groups, const char *variant,
                      struct samples *us, uint32_t after_end)
{
    struct table *table = &gathering->table;

    table_begin_row(table);
    table_cell(table, "%s", gathering->input.name);
    table_cell(table, "%u", gathering->workers);
    table_cell(table, "%llu", (unsigned long long)gathering->options->local_items);
    table_cell(table, "%u", gathering->instances);
    table_cell(table, "%s", wanted);
    table_cell(table, "%u", groups);
    table_cell(table, "%s", variant);
    table_cell(table, "%zu", us->count);
    table_cell(table, "%.2f", samples_median(us));
    table_cell(table, "%.2f", samples_quantile(us, 0.1));
    table_cell(table, "%.2f", samples_quantile(us, 0.9));
    table_cell(table, "%.2f", samples_quantile(us, 0.99));
    table_cell(table, "%u", after_end);
    table_end_row(table);
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
