/* Graphs made from numbers, so that tests and demonstrations need no file. All are undirected, and the same
 * numbers give the same graph on every machine. A seed decides what is left to chance. */
#ifndef TOOLS_GRAPH_GENERATE_H
#define TOOLS_GRAPH_GENERATE_H

#include "graph.h"

/* The 5-point grid: vertex y * width + x is joined to its neighbours left, right, above and below. */
int graph_grid(uint64_t width, uint64_t height, struct graph *graph, struct graph_error *error);

/* An undirected R-MAT graph of 2^scale vertices and about edge_factor * 2^scale edges, with the parameters of
 * Graph500 (a 0.57, b 0.19, c 0.19), without its renumbering, so that vertex 0 is the likeliest hub. One seed
 * gives one graph on every machine. */
int graph_rmat(uint32_t scale, uint32_t edge_factor, uint64_t seed, struct graph *graph,
               struct graph_error *error);

/* Exactly edge_count different edges of vertex_count vertices, all sets of them equally likely: the random
 * graph G(n, m) of Erdős and Rényi. */
int graph_uniform(uint64_t vertex_count, uint64_t edge_count, uint64_t seed, struct graph *graph,
                  struct graph_error *error);

/* Vertex 0 to vertex 1 to vertex 2 and so on: as deep as a graph can be. */
int graph_path(uint64_t vertex_count, struct graph *graph, struct graph_error *error);

/* Vertex 0 with all others: one hub, and nothing else. */
int graph_star(uint64_t vertex_count, struct graph *graph, struct graph_error *error);

/* The supply net of a chip, with the profile of the matrix G3_circuit: degrees 1 to 5, 3.8 in the mean, and
 * far wider than deep.
 *
 * A fine mesh of 5k x 5k vertices, vertex y * 5k + x, and above it a coarse one of k x k, behind them, whose
 * vertex (x, y) stands on the fine (5x + 2, 5y + 2). Of the fine mesh's vertical wires one in eight is
 * missing, as the seed says, but none in column 0, so that the net is connected. From a corner, the coarse
 * mesh is the fast way: a search of n vertices has about 2 * sqrt(n / 26) levels, and one of a square grid 2
 * * sqrt(n).
 *
 * vertex_count  the nearest number 26 * k * k, k at least 1, is taken. */
int graph_circuit(uint64_t vertex_count, uint64_t seed, struct graph *graph, struct graph_error *error);

/* The vertices of G3_circuit. */
#define GRAPH_CIRCUIT_VERTICES 1585478

/* Gives the vertices new numbers at random; `graph` is undirected and without weights. On failure it is
 * cleared. */
int graph_shuffle(struct graph *graph, uint64_t seed, struct graph_error *error);

/* Gives the arcs weights from 1 to `largest` at random, in place of those that they have. An arc's weight
 * depends on seed, ends and `direction` alone: the two arcs of an edge weigh the same.
 *
 * largest  1 to GRAPH_WEIGHT_MAX */
int graph_weigh(struct graph *graph, enum graph_direction direction, uint64_t largest, uint64_t seed,
                struct graph_error *error);

#endif
