/* The options that name a graph: --graph, --grid, --rmat, and how a file is read. */
#ifndef TOOLS_GRAPH_CHOICE_H
#define TOOLS_GRAPH_CHOICE_H

#include "graph.h"
#include "tools/error/tool_error.h"

struct graph_choice {
    const char *file;
    const char *grid; /* "WxH" */
    const char *rmat; /* "SCALE[,EDGEFACTOR[,SEED]]" */
    int is_directed;
    int is_undirected;
    int wants_weights; /* set by the application, not by an option: graph->weights is wanted */
};

/* Their part of a usage text. */
extern const char graph_choice_usage[];

/* Sets the grid where neither file, grid nor rmat is set. */
void graph_choice_default(struct graph_choice *choice);

/* Exactly one of file, grid and rmat must be set, and their numbers must make sense. Touches no file. */
int graph_choice_check(const struct graph_choice *choice, struct tool_error *error);

/* Reads or makes the graph that a checked choice names. */
int graph_choice_make(const struct graph_choice *choice, struct graph *graph, struct tool_error *error);

/* The graph's name for people: "mdual.graph", "grid 1000x1000". */
void graph_choice_name(const struct graph_choice *choice, char *name, unsigned capacity);

#endif
