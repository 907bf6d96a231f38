/* What the readers of the formats share. */
#ifndef TOOLS_GRAPH_READER_H
#define TOOLS_GRAPH_READER_H

#include "arc_list.h"
#include "input.h"

/* Writes "path:line: message" and returns -1. */
int graph_fail_at(struct graph_error *error, const struct input *input, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The file has used the machine's memory up; returns -1. */
int graph_fail_memory(struct graph_error *error, const struct input *input);

/* A number of the header; `what` names it, `form` says what a header looks like. */
int graph_take_promise(struct input *input, const char *what, const char *form, uint64_t largest,
                       uint64_t *value, struct graph_error *error);

/* A weight of an arc: a whole number from 0 to GRAPH_WEIGHT_MAX, with a blank or nothing behind it. */
int graph_take_weight(struct input *input, uint32_t *weight, struct graph_error *error);

int graph_read_metis(struct input *input, const struct graph_reading *reading, struct graph *graph,
                     struct graph_error *error);
int graph_read_dimacs(struct input *input, const struct graph_reading *reading, struct graph *graph,
                      struct graph_error *error);

#endif
