/* A format of files that hold graphs. */
#ifndef TOOLS_GRAPH_FORMAT_H
#define TOOLS_GRAPH_FORMAT_H

#include "graph.h"
#include "input.h"

#include <stdio.h>

struct graph_format {
    const char *name;    /* "dimacs" */
    const char *endings; /* of names, without that of a compression: ".gr " */
    /* Whether a file that begins with these bytes is of this format, where its name does not say; NULL: one
     * cannot tell. */
    int (*is_begun_by)(const unsigned char *bytes, size_t count);
    int (*read)(struct input *input, const struct graph_reading *reading, struct graph *graph,
                struct graph_error *error);
    /* Writes the graph. is_undirected: it is as GRAPH_UNDIRECTED says, and edges are written once where the
     * format allows that. What goes wrong with `file` is for the caller to see; -1 with a message where the
     * format cannot hold the graph. */
    int (*write)(FILE *file, const struct graph *graph, int is_undirected, struct graph_error *error);
};

#endif
