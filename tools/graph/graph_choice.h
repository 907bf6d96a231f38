/* The options that name a graph: --graph, --grid, --rmat and the other generators, and how a file is read. */
#ifndef TOOLS_GRAPH_CHOICE_H
#define TOOLS_GRAPH_CHOICE_H

#include "graph.h"
#include "tools/error/tool_error.h"
#include "tools/options/options.h"

struct graph_choice {
    const char *file;
    const char *grid;    /* "WxH" */
    const char *rmat;    /* "SCALE[,EDGEFACTOR[,SEED]]" */
    const char *uniform; /* "VERTICES,EDGES[,SEED]" */
    const char *path;    /* "VERTICES[,SEED]" */
    const char *star;    /* "VERTICES[,SEED]" */
    const char *circuit; /* "VERTICES[,SEED]", or "default" */
    const char *weights; /* "MAX[,SEED]" */
    int is_directed;
    int is_undirected;
    int has_cache;
    int wants_weights; /* set by the application, not by an option: graph->weights is wanted */
};

/* Their rows of a table of options. Where the application sets wants_weights it adds GRAPH_WEIGHTS_ROW. */
#define GRAPH_CHOICE_ROWS(choice)                                                                       \
    {"--graph", OPTION_TEXT, &(choice)->file, 0, 0}, {"--grid", OPTION_TEXT, &(choice)->grid, 0, 0},    \
        {"--rmat", OPTION_TEXT, &(choice)->rmat, 0, 0},                                                 \
        {"--uniform", OPTION_TEXT, &(choice)->uniform, 0, 0},                                           \
        {"--path", OPTION_TEXT, &(choice)->path, 0, 0}, {"--star", OPTION_TEXT, &(choice)->star, 0, 0}, \
        {"--circuit", OPTION_TEXT, &(choice)->circuit, 0, 0},                                           \
        {"--directed", OPTION_FLAG, &(choice)->is_directed, 0, 0},                                      \
        {"--undirected", OPTION_FLAG, &(choice)->is_undirected, 0, 0},                                  \
    {                                                                                                   \
        "--cache", OPTION_FLAG, &(choice)->has_cache, 0, 0                                              \
    }
#define GRAPH_WEIGHTS_ROW(choice)                          \
    (struct option)                                        \
    {                                                      \
        "--weights", OPTION_TEXT, &(choice)->weights, 0, 0 \
    }

/* Their part of a usage text, and that of GRAPH_WEIGHTS_ROW. */
extern const char graph_choice_usage[];
extern const char graph_choice_weights_usage[];

/* Sets the grid where no graph is set. */
void graph_choice_default(struct graph_choice *choice);

/* Exactly one graph must be set, and the numbers must make sense. Touches no file. */
int graph_choice_check(const struct graph_choice *choice, struct tool_error *error);

/* Reads or makes the graph that a checked choice names. What is wrong with a cache is said on standard
 * error. */
int graph_choice_make(const struct graph_choice *choice, struct graph *graph, struct tool_error *error);

/* The graph's name for people: "mdual.graph", "grid 1000x1000". */
void graph_choice_name(const struct graph_choice *choice, char *name, unsigned capacity);

#endif
