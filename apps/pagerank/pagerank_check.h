/* PageRank without a device: power iteration in double precision. */
#ifndef PAGERANK_CHECK_H
#define PAGERANK_CHECK_H

#include "tools/graph/graph.h"

struct pagerank_rule {
    double damping;   /* the probability of going on along an arc */
    double threshold; /* the iterations end when the ranks' changes, without sign, sum up to less */
    uint32_t iterations_max;
};

/* What a rank may differ from the one in double precision, relative to it. */
#define PAGERANK_TOLERANCE 1e-7

/* The ranks after as many iterations as the rule wants, from equal ones; each vertex gives its rank to the
 * heads of its arcs. Returns the number of iterations, or -1 when memory is exhausted. */
int64_t pagerank_iterate(const struct graph *graph, const struct pagerank_rule *rule, double *ranks);

/* Whether all ranks are within the tolerance. */
int pagerank_is_close(const float *ranks, const double *exact, uint32_t count);

#endif
