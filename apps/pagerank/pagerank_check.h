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

/* A walk in double precision, and what two iterations changed: the sums of the changes without sign. */
struct pagerank_walk {
    double *ranks; /* owned */
    uint32_t iterations;
    double change;        /* by the last one; by none: as of one before, */
    double change_before; /* which counts as more than any threshold */
};

/* So many iterations, from equal ranks; each vertex gives its rank to the heads of its arcs.
 * -1: memory is exhausted; walk->ranks is NULL. */
int pagerank_walk_make(const struct graph *graph, double damping, uint32_t iterations,
                       struct pagerank_walk *walk);

/* One whose ranks are NULL is accepted. */
void pagerank_walk_clear(struct pagerank_walk *walk);

/* What rounding may make of a change, in either arithmetic: a sum of as many terms as a vertex has arcs is
 * wrong by so many last places, and iterations multiply that by no more than 1 / (1 - damping). */
double pagerank_change_error(const struct graph *graph, const struct pagerank_rule *rule);

/* Whether iterations that end where the walk does follow the rule: the last one changed less than the
 * threshold or is the rule's last, and the one before changed no less; each up to `error`. Within it both
 * arithmetics are right, though they end at different iterations. */
int pagerank_may_end(const struct pagerank_rule *rule, const struct pagerank_walk *walk, double error);

/* Whether all ranks are within the tolerance. */
int pagerank_is_close(const float *ranks, const double *exact, uint32_t count);

#endif
