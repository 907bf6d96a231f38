/* What graph applications are compared with on the host's processors: libraries, and direct OpenMP versions.
 * Each is a program of its own (main.c), built where the library is found, so that nothing else depends on
 * one. */
#ifndef LAB_BENCH_GRAPH_LIBRARY_H
#define LAB_BENCH_GRAPH_LIBRARY_H

#include "tools/graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What an application works on. All of it outlives what is loaded. */
struct graph_library_input {
    const struct graph *graph; /* undirected; with weights where the application has paths by weights */
    /* Of color and mis, NULL otherwise: the vertices in the order, and the place of each. */
    const uint32_t *order;
    const uint32_t *ranks;
    /* Of bc. */
    const uint32_t *sources;
    uint32_t source_count;
    /* Of pagerank. */
    double damping;
    double threshold;
    uint32_t iterations_max;
    /* The right words, where there are any; not for a solve. */
    const uint32_t *reference;
};

struct stopwatch {
    uint64_t begin_ns;
    uint64_t end_ns;
};

void stopwatch_begin(struct stopwatch *watch);
void stopwatch_end(struct stopwatch *watch);

enum graph_library_outcome {
    GRAPH_LIBRARY_SOLVED,
    GRAPH_LIBRARY_FAILED,
    GRAPH_LIBRARY_EXCEEDED /* the result has numbers that the library's do not hold */
};

/* The way of a library to do what an application does. */
struct graph_library_way {
    const char *application; /* "bfs" */
    /* The library's own form of the input; never timed. NULL on failure. */
    void *(*load)(const struct graph_library_input *input);
    /* Finds the words that the application finds, from source 0 where it has one, and what the application
     * notes behind them. What is timed is between stopwatch_begin and stopwatch_end. */
    enum graph_library_outcome (*solve)(void *loaded, uint32_t *words, struct stopwatch *watch);
    void (*unload)(void *loaded); /* accepts NULL */
    /* Whether the words are a right result; NULL: the application's own comparison tells. */
    int (*is_right)(const struct graph_library_input *input, const uint32_t *words);
};

/* The program's library. */
extern const char graph_library_name[]; /* "igraph" */
extern const struct graph_library_way graph_library_ways[];
extern const unsigned graph_library_way_count;
unsigned graph_library_threads(void); /* that a solve takes */

#ifdef __cplusplus
}
#endif
#endif
