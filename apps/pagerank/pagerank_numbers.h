/* The numbers that pagerank.cl begins with. A probability is a multiple of 2^-62 there. */
#ifndef PAGERANK_NUMBERS_H
#define PAGERANK_NUMBERS_H

#include "pagerank_check.h"

/* As the kernel has it. */
struct pagerank_device_rule {
    uint64_t threshold;
    uint64_t damping; /* times 2^64 */
    uint64_t begin;
    uint32_t iterations_max;
    uint32_t slice;
};

struct pagerank_numbers {
    struct pagerank_device_rule rule; /* without its slice */
    uint64_t *shares;                 /* for each vertex what it gives along an arc, of 2^64 */
    uint64_t *ranks;                  /* equal ones */
    uint64_t *given;                  /* what those give along each arc */
    uint64_t dangling;                /* the sum of those of vertices without arcs */
};

/* graph  with the arcs that leave a vertex in its row.
 * -1: memory is exhausted. */
int pagerank_numbers_make(const struct graph *graph, const struct pagerank_rule *rule,
                          struct pagerank_numbers *numbers);

void pagerank_numbers_clear(struct pagerank_numbers *numbers);

#endif
