/* What went wrong with a graph or an input. */
#ifndef TOOLS_GRAPH_ERROR_H
#define TOOLS_GRAPH_ERROR_H

struct graph_error {
    char text[512]; /* "file:line: what is wrong; what to do" */
};

/* Writes the message and returns -1. */
int graph_fail(struct graph_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
