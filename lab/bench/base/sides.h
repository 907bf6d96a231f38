/* What each of several sides that take turns has taken: its times, and its ratio within each turn. */
#ifndef LAB_BENCH_SIDES_H
#define LAB_BENCH_SIDES_H

#include "tools/measure/samples.h"
#include "tools/report/table.h"

struct side_times {
    struct samples wall;
    struct samples cpu;    /* of all threads of the process */
    struct samples ratios; /* one of both, divided by that of another side in the same turn */
};

void side_add(struct side_times *times, double wall, double cpu, double ratio);
void side_clear(struct side_times *times);

/* Five cells: the medians of both times with so many digits behind the point, the ratio's median, and what
 * 10 % and 90 % of the ratios are below. */
void side_put(struct table *table, struct side_times *times, int digits);

/* The last three of these; empty where there are no ratios. */
void side_put_ratios(struct table *table, struct samples *ratios);

/* The same for people, in ns: a line for each side, below a line of heads.
 * ratio  what is divided by what. */
void side_print_heads(const char *ratio);
void side_print(const char *name, struct side_times *times);

#endif
