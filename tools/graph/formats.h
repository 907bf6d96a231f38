/* The table of formats. */
#ifndef TOOLS_GRAPH_FORMATS_H
#define TOOLS_GRAPH_FORMATS_H

#include "format.h"

/* The format of that name; NULL: there is none. */
const struct graph_format *graph_format_named(const char *name);

/* The format that the name's ending tells; NULL: it tells none. */
const struct graph_format *graph_format_of_path(const char *path);

/* The format of a file, by its name's ending or else by its beginning, of which at least a byte is there. */
const struct graph_format *graph_format_of(const struct input *input);

/* The names of all, for people: "dimacs, edges, matrix or metis". */
extern const char graph_format_names[];

#endif
