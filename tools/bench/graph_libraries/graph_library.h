/* What graph applications are compared with on the host's processors: libraries, and a direct OpenMP version.
 * Each is built where it is found. */
#ifndef TOOLS_BENCH_GRAPH_LIBRARY_H
#define TOOLS_BENCH_GRAPH_LIBRARY_H

#include "tools/graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

enum graph_library_name {
    GRAPH_LIBRARY_OPENMP,
    GRAPH_LIBRARY_IGRAPH,
    GRAPH_LIBRARY_BOOST,
    GRAPH_LIBRARY_GRAPHBLAS,
    GRAPH_LIBRARIES
};

struct graph_library {
    enum graph_library_name library;
    const char *name;        /* "igraph" */
    const char *application; /* "bfs" */
    /* The library's own form of an undirected graph, which outlives it; never timed. NULL on failure. */
    void *(*load)(const struct graph *graph);
    /* Finds the words that the application finds, from source 0 where it has one. `begin` and `end` are
     * called around what is timed. Returns 0, or not. */
    int (*solve)(void *loaded, uint32_t *words, void (*begin)(void *clock), void (*end)(void *clock),
                 void *clock);
    void (*unload)(void *loaded);
};

extern const struct graph_library graph_library_openmp[2];
extern const struct graph_library graph_library_igraph[2];
extern const struct graph_library graph_library_boost[2];
extern const struct graph_library graph_library_graphblas[1];

#ifdef __cplusplus
}
#endif
#endif
