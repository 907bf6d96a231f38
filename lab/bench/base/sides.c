#include "sides.h"

#include <stdio.h>

void side_add(struct side_times *times, double wall, double cpu, double ratio)
{
    samples_add(&times->wall, wall);
    samples_add(&times->cpu, cpu);
    samples_add(&times->ratios, ratio);
}

void side_clear(struct side_times *times)
{
    samples_clear(&times->wall);
    samples_clear(&times->cpu);
    samples_clear(&times->ratios);
}

void side_put_ratios(struct table *table, struct samples *ratios)
{
    static const double quantiles[] = {0.5, 0.1, 0.9};

    for (unsigned i = 0; i < sizeof quantiles / sizeof *quantiles; i++) {
        if (ratios->count == 0) {
            table_cell(table, "%s", "");
        } else {
            table_cell(table, "%.4f", samples_quantile(ratios, quantiles[i]));
        }
    }
}

void side_put(struct table *table, struct side_times *times, int digits)
{
    table_cell(table, "%.*f", digits, samples_median(&times->wall));
    table_cell(table, "%.*f", digits, samples_median(&times->cpu));
    side_put_ratios(table, &times->ratios);
}

void side_print_heads(const char *ratio)
{
    printf("\n%-14s %10s %10s  %s\n", "side", "ns", "CPU ns", ratio);
}

void side_print(const char *name, struct side_times *times)
{
    printf("%-14s %10.2f %10.2f  %.2f (%.2f .. %.2f)\n", name, samples_median(&times->wall),
           samples_median(&times->cpu), samples_median(&times->ratios), samples_quantile(&times->ratios, 0.1),
           samples_quantile(&times->ratios, 0.9));
}
