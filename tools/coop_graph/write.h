/* A graph as a file of another format. */
#ifndef TOOLS_COOP_GRAPH_WRITE_H
#define TOOLS_COOP_GRAPH_WRITE_H

#include "tools/error/tool_error.h"
#include "tools/graph/formats.h"

/* The format of that name, or of the output's ending where `name` is NULL; NULL with a message where there is
 * none, or where the output's name says that it is compressed. */
const struct graph_format *write_format(const char *name, const char *output, struct tool_error *error);

/* output  "-": standard output. */
int write_graph(const char *output, const struct graph_format *format, const struct graph *graph,
                int is_undirected, struct tool_error *error);

/* A line for each vertex, with what the input calls it. */
int write_ids(const char *output, const struct graph *graph, struct tool_error *error);

#endif
