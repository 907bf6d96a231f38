/* Graphs in compressed sparse row form, and how they are read from files; generate.h makes them from numbers.
 *
 * Vertices are numbered from 0 and fit an int32. Row offsets are uint32 because a kernel indexes with them,
 * so a graph holds at most GRAPH_ARCS_MAX arcs; counts on the way there are of 64 bits, and what does not
 * fit is refused. Functions that can fail return 0, or -1 with a message in *error; a graph that they did
 * not fill is empty, and graph_clear accepts it. */
#ifndef TOOLS_GRAPH_H
#define TOOLS_GRAPH_H

#include "graph_error.h"

#include <stddef.h>
#include <stdint.h>

#define GRAPH_VERTICES_MAX ((uint64_t)INT32_MAX - 1)
#define GRAPH_ARCS_MAX ((uint64_t)INT32_MAX)
#define GRAPH_WEIGHT_MAX ((uint64_t)INT32_MAX)

struct graph {
    uint32_t vertex_count;
    uint32_t arc_count;
    uint32_t *rows; /* vertex_count + 1 offsets into arcs */
    int32_t *arcs;  /* heads of the arcs */
    /* One for each arc, 0 to GRAPH_WEIGHT_MAX. NULL: nobody wanted weights, or the input has none; every arc
     * then weighs 1. */
    uint32_t *weights;
    /* What the file calls each vertex, ascending. NULL: its numbers, counted from 0 or 1 as the format
     * counts. */
    uint64_t *ids;
};

/* Undirected: the opposite of each arc is there, too, rows are sorted, and there are no loops and no
 * duplicates; of parallel arcs the least weight counts, in both directions. Directed: the arcs are those of
 * the file, in its order, with loops and duplicates. */
enum graph_direction { GRAPH_UNDIRECTED, GRAPH_DIRECTED };

/* How a file is read; {0}: undirected, without weights. */
struct graph_reading {
    enum graph_direction direction;
    int wants_weights; /* otherwise weights are passed over, and what they say does not matter */
    void (*progress)(uint64_t done_bytes, uint64_t all_bytes); /* called now and then; may be NULL */
};

/* Reads a file of any format in formats.c, plain or compressed by gzip, xz or zstd. The name's ending decides
 * which format it is, and the beginning where it does not. */
int graph_read(const char *path, const struct graph_reading *reading, struct graph *graph,
               struct graph_error *error);

/* Makes a graph undirected, in place. On failure it is cleared. */
int graph_make_undirected(struct graph *graph, struct graph_error *error);

/* The same arcs turned round, rows sorted, with their weights. */
int graph_transpose(const struct graph *graph, struct graph *transpose, struct graph_error *error);

/* The number of pieces of up to `hub_arcs` arcs for all hubs together; a hub is a vertex of more arcs than
 * that. */
uint64_t graph_pieces(const struct graph *graph, uint32_t hub_arcs);

void graph_clear(struct graph *graph);

#endif
