/* What a device does without coop: a product on a second queue while an ordinary kernel, the same search,
 * holds the compute units. */
#ifndef LAB_BENCH_GATHER_BASELINE_H
#define LAB_BENCH_GATHER_BASELINE_H

#include "lab/bench/base/bench.h"
#include "tools/graph/graph.h"
#include "tools/measure/samples.h"

struct baseline_results {
    uint32_t groups;        /* of the search */
    uint32_t local_items;   /* of each of them */
    struct samples wait_us; /* from enqueuing the product until it begins, by the device's profiling */
    struct samples search_ms;
    uint32_t after_end; /* frames that began only when the search was over, but for the last 2 % of its time,
                         * in which its work-groups leave one by one */
};

/* Enqueues up to `count` products, each beside a search of its own and at a time of its own. The search has
 * as many work-groups as the options say, of --local work-items. Without such a number it has as many as
 * the device holds at once, of half as many work-items: what remains free on a compute unit then is less
 * than a work-group of the search needs, and one of the product needs as much as two of those, unless its
 * work-items need less than half as many registers. (Work-groups of the same size would leave space for a
 * product whose work-items need a little less.)
 * Blocks   at most the options' --timeout for each. */
int baseline_measure(const struct bench_options *options, const struct graph *graph, uint32_t count,
                     struct baseline_results *results, struct tool_error *error);

void baseline_clear(struct baseline_results *results);

#endif
