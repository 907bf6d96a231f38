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

/* Refuses headers of far more vertices than arcs, which cost a file a few bytes and a machine gigabytes; for
 * formats in which a vertex without arcs takes no space. */
int graph_check_promise(struct input *input, uint64_t vertices, uint64_t arcs, struct graph_error *error);

#define FIELD_BYTES 56

/* A whole number with a blank or nothing behind it. Where there is none, what stands there is in `found`. */
enum input_number graph_take_field(struct input *input, uint64_t *value, char found[FIELD_BYTES]);

/* A vertex 1..vertices, as its number from 0; `cut_short` is said of a line that has ended. */
int graph_take_vertex(struct input *input, uint64_t vertices, const char *cut_short, uint32_t *vertex,
                      struct graph_error *error);

/* A weight of an arc: a whole number from 0 to GRAPH_WEIGHT_MAX, with a blank or nothing behind it. */
int graph_take_weight(struct input *input, uint32_t *weight, struct graph_error *error);

/* The same where the line has not ended; *has_weight is set then. One that is not wanted may be negative or
 * fractional, and is passed over. */
int graph_take_optional_weight(struct input *input, int is_wanted, uint32_t *weight, int *has_weight,
                               struct graph_error *error);

/* The end of the line, or of the file. */
int graph_take_line_end(struct input *input, struct graph_error *error);

#endif
