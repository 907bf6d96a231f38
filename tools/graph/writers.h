/* Graphs as files: the functions of the formats' table. */
#ifndef TOOLS_GRAPH_WRITERS_H
#define TOOLS_GRAPH_WRITERS_H

#include "graph.h"

#include <stdio.h>

int graph_write_dimacs(FILE *file, const struct graph *graph, int is_undirected, struct graph_error *error);
int graph_write_edges(FILE *file, const struct graph *graph, int is_undirected, struct graph_error *error);
int graph_write_matrix(FILE *file, const struct graph *graph, int is_undirected, struct graph_error *error);
int graph_write_metis(FILE *file, const struct graph *graph, int is_undirected, struct graph_error *error);

#endif
