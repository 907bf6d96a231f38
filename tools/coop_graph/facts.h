/* What can be said of a graph without looking at all of it: counts, degrees, components, weights, a
 * search. */
#ifndef TOOLS_COOP_GRAPH_FACTS_H
#define TOOLS_COOP_GRAPH_FACTS_H

#include "tools/error/tool_error.h"
#include "tools/graph/graph.h"

struct degrees {
    uint64_t least;
    uint64_t most;
    uint32_t most_at; /* the first vertex of so many arcs */
    uint32_t without; /* vertices without arcs that leave */
};

struct weights {
    uint64_t least;
    uint64_t most;
    uint64_t sum;
};

/* A search along the arcs. */
struct depth {
    uint32_t source;
    uint32_t reached; /* with the source */
    uint32_t levels;  /* with the source's own */
    uint32_t widest;  /* vertices of the level that has most */
    uint64_t sum;     /* of all vertices' levels */
};

struct facts {
    uint32_t vertices;
    uint32_t arcs;
    uint32_t loops;
    uint32_t duplicates; /* arcs beside another from the same vertex to the same */
    uint32_t one_way;    /* pairs of vertices with an arc one way alone; 0: the graph is symmetric */
    struct degrees degrees;
    uint32_t components; /* whichever way the arcs lead */
    uint32_t largest;    /* vertices of the largest component */
    int has_weights;
    struct weights weights;
    struct depth depth;
};

/* source  below the number of vertices. */
int facts_find(const struct graph *graph, uint32_t source, struct facts *facts, struct tool_error *error);

#endif
