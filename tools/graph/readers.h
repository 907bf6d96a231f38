/* The functions of the formats' table: reader_*.c. */
#ifndef TOOLS_GRAPH_READERS_H
#define TOOLS_GRAPH_READERS_H

#include "graph.h"
#include "input.h"

int graph_read_dimacs(struct input *input, const struct graph_reading *reading, struct graph *graph,
                      struct graph_error *error);
int graph_read_edges(struct input *input, const struct graph_reading *reading, struct graph *graph,
                     struct graph_error *error);
int graph_read_matrix(struct input *input, const struct graph_reading *reading, struct graph *graph,
                      struct graph_error *error);
int graph_read_metis(struct input *input, const struct graph_reading *reading, struct graph *graph,
                     struct graph_error *error);

/* Whether these bytes begin such a file. */
int graph_begins_dimacs(const unsigned char *bytes, size_t count);
int graph_begins_edges(const unsigned char *bytes, size_t count);
int graph_begins_matrix(const unsigned char *bytes, size_t count);

#endif
