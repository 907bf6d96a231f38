#include "mailbox_table.h"

#include <stdio.h>

void mailbox_print_line(const struct mailbox_bench *bench, struct mailbox_line line, struct samples *us)
{
    double median = samples_median(us);

    printf(bench->options->csv ? "\"%s\",%u,%llu,%u,%u,%llu,%zu,%.2f,%.2f,%.2f,%.2f,%.1f\n"
                               : "%-22s %6u %6llu %9u %9u %9llu %7zu %10.2f %10.2f .. %10.2f %10.2f %9.1f\n",
           line.measure, bench->groups, (unsigned long long)bench->options->local_items, bench->instances,
           line.in_flight, (unsigned long long)line.bytes, us->count, median, samples_quantile(us, 0.1),
           samples_quantile(us, 0.9), samples_quantile(us, 0.99),
           median > 0 ? (double)line.bytes / median : 0.0);
    fflush(stdout);
}

void mailbox_print_heads(const struct bench_options *options)
{
    printf(options->csv ? "%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s\n"
                        : "%-22s %6s %6s %9s %9s %9s %7s %10s %10s .. %10s %10s %9s\n",
           "measure", "groups", "local", "instances", "in_flight", "bytes", "samples", "median_us", "p10_us",
           "p90_us", "p99_us", "MB_per_s");
}
