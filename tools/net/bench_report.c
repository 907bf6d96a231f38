#include "tools/net/bench_report.h"

#include <stdio.h>

static void put_spread(struct table *table, struct samples *samples)
{
    table_cell(table, "%.2f", samples_median(samples));
    table_cell(table, "%.2f", samples_quantile(samples, 0.1));
    table_cell(table, "%.2f", samples_quantile(samples, 0.9));
}

static void print_setup(const struct bench *bench, struct report *report)
{
    static const struct table_column columns[] = {{"app", 1, 8},      {"ranks", 0, 0}, {"pairs", 0, 0},
                                                  {"groups", 0, 0},   {"local", 0, 0}, {"updates", 0, 0},
                                                  {"elements", 0, 0}, {NULL, 0, 0}};
    const struct net_command *command = &bench->command;
    struct table table;

    table_begin(&table, report, "setup", columns);
    table_begin_row(&table);
    table_cell(&table, "%s", command->application->name);
    table_cell(&table, "%d", bench->ranks);
    table_cell(&table, "%llu", (unsigned long long)bench->pairs);
    table_cell(&table, "%llu", (unsigned long long)command->rank.groups);
    table_cell(&table, "%llu", (unsigned long long)command->rank.local_items);
    if (command->application == &net_gups) {
        table_cell(&table, "%llu", (unsigned long long)command->updates);
        table_cell(&table, "%llu", (unsigned long long)command->elements);
    } else {
        table_cell(&table, "%s", "");
        table_cell(&table, "%s", "");
    }
    table_end_row(&table);
    table_end(&table);
}

void bench_print(struct bench *bench)
{
    const int is_of_updates = bench->command.application == &net_gups;
    const struct table_column columns[] = {{"side", 1, 19},
                                           {is_of_updates ? "time_ns" : "time_ms", 0, 9},
                                           {is_of_updates ? "cpu_ns" : "cpu_ms", 0, 9},
                                           {"time_ratio", 0, 6},
                                           {"time_ratio_10", 0, 6},
                                           {"time_ratio_90", 0, 6},
                                           {"cpu_ratio", 0, 6},
                                           {"cpu_ratio_10", 0, 6},
                                           {"cpu_ratio_90", 0, 6},
                                           {"buffer_bytes", 0, 8},
                                           {NULL, 0, 0}};
    struct report report;
    struct table table;

    report_begin(&report, bench->command.form, stdout);
    print_setup(bench, &report);
    table_begin(&table, &report, "sides", columns);
    for (unsigned i = 0; i < bench->side_count; i++) {
        struct bench_side *side = &bench->sides[i];
        table_begin_row(&table);
        table_cell(&table, "%s", side->name);
        table_cell(&table, "%.2f", samples_median(&side->time));
        table_cell(&table, "%.2f", samples_median(&side->cpu));
        put_spread(&table, &side->time_ratio);
        put_spread(&table, &side->cpu_ratio);
        if (side->fill.count > 0) {
            table_cell(&table, "%.0f", samples_median(&side->fill));
        } else {
            table_cell(&table, "%s", "");
        }
        table_end_row(&table);
    }
    table_end(&table);
    report_end(&report);
}
