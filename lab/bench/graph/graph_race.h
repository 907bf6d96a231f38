/* Sides of coop-bench graph that take turns in one run: how long each has taken, and the first side's time
 * divided by each other's in the same turn. */
#ifndef LAB_BENCH_GRAPH_RACE_H
#define LAB_BENCH_GRAPH_RACE_H

#include "tools/error/tool_error.h"
#include "tools/measure/samples.h"
#include "tools/report/table.h"

#include <stdint.h>

struct race_side {
    const char *name;
    void *state;

    /* One turn, and how many microseconds it has taken for what is counted. 0, 1 where its result is wrong,
     * or -1 with a message. */
    int (*turn)(void *state, double *us, struct tool_error *error);
    int is_wrong; /* the turns' results */
    struct samples us;
    struct samples ratios; /* of the first side's time to this one's; none for the first */
};

/* Begins a table of races. */
void race_table_begin(struct table *table, struct report *report, const char *name);

/* Lets the sides take so many turns, and one before that does not count, in an order that changes from turn
 * to turn; puts a row for each. The first side is that of the library. 0, 1 where a result is wrong, or -1
 * with a message. */
int race_run(struct table *table, const char *what, struct race_side *sides, unsigned count, uint64_t pairs,
             struct tool_error *error);

#endif
