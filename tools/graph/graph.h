/* Graphs in compressed sparse row form, how they are read from files, generated and searched.
 *
 * Vertices are numbered from 0 and fit an int32. Row offsets are uint32 because a kernel indexes with them,
 * so a graph holds at most GRAPH_ARCS_MAX arcs. Functions that can fail return 0, or -1 with a message in
 * *error; a graph that they did not fill is empty, and graph_clear accepts it. */
#ifndef TOOLS_GRAPH_H
#define TOOLS_GRAPH_H

#include "graph_error.h"

#include <stddef.h>
#include <stdint.h>

#define GRAPH_VERTICES_MAX ((uint64_t)INT32_MAX - 1)
#define GRAPH_ARCS_MAX ((uint64_t)INT32_MAX)

struct graph {
    uint32_t vertex_count;
    uint32_t arc_count;
    uint32_t *rows; /* vertex_count + 1 offsets into arcs */
    int32_t *arcs;  /* heads of the arcs */
};

/* Whether the arcs of a DIMACS file are edges. METIS files hold both directions of every edge already. */
enum graph_direction { GRAPH_UNDIRECTED, GRAPH_DIRECTED };

/* Reads a METIS .graph or DIMACS .gr file, plain or compressed by gzip or xz. The name's ending decides
 * between the two, and the first character where it does not. An undirected reading of a DIMACS file adds the
 * opposite arcs and drops self-loops and duplicates. */
int graph_read(const char *path, enum graph_direction direction, struct graph *graph,
               struct graph_error *error);

/* The 5-point grid: vertex y * width + x is joined to its neighbours left, right, above and below. */
int graph_grid(uint64_t width, uint64_t height, struct graph *graph, struct graph_error *error);

/* An undirected R-MAT graph of 2^scale vertices and about edge_factor * 2^scale edges, with the parameters of
 * Graph500 (a 0.57, b 0.19, c 0.19), without its renumbering, so that vertex 0 is the likeliest hub. One seed
 * gives one graph on every machine. */
int graph_rmat(uint32_t scale, uint32_t edge_factor, uint64_t seed, struct graph *graph,
               struct graph_error *error);

/* The number of pieces of up to `hub_arcs` arcs for all hubs together; a hub is a vertex of more arcs than
 * that. */
uint64_t graph_pieces(const struct graph *graph, uint32_t hub_arcs);

void graph_clear(struct graph *graph);

#endif
