#include "mailbox_table.h"

static const struct table_column columns[] = {
    {"measure", 1, 22}, {"groups", 0, 6},   {"local", 0, 6},      {"instances", 0, 9}, {"in_flight", 0, 9},
    {"bytes", 0, 9},    {"samples", 0, 7},  {"median_us", 0, 10}, {"p10_us", 0, 10},   {"p90_us", 0, 10},
    {"p99_us", 0, 10},  {"MB_per_s", 0, 9}, {NULL, 0, 0}};

void mailbox_print_line(struct mailbox_bench *bench, struct mailbox_line line, struct samples *us)
{
    struct table *table = &bench->table;
    double median = samples_median(us);

    table_begin_row(table);
    table_cell(table, "%s", line.measure);
    table_cell(table, "%u", bench->groups);
    table_cell(table, "%llu", (unsigned long long)bench->options->local_items);
    table_cell(table, "%u", bench->instances);
    table_cell(table, "%u", line.in_flight);
    table_cell(table, "%llu", (unsigned long long)line.bytes);
    table_cell(table, "%zu", us->count);
    table_cell(table, "%.2f", median);
    table_cell(table, "%.2f", samples_quantile(us, 0.1));
    table_cell(table, "%.2f", samples_quantile(us, 0.9));
    table_cell(table, "%.2f", samples_quantile(us, 0.99));
    table_cell(table, "%.1f", median > 0 ? (double)line.bytes / median : 0.0);
    table_end_row(table);
}

void mailbox_begin_table(struct mailbox_bench *bench)
{
    table_begin(&bench->table, bench->options->report, "rows", columns);
}
