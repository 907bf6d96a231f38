/* What the applications that find shortest paths from one source have in common: parts of their struct
 * graph_form. The words of the result are the distances, PATHS_UNREACHED where there is no path. */
#ifndef TOOLS_PATHS_COMMAND_H
#define TOOLS_PATHS_COMMAND_H

#include "tools/runner/graph_form.h"

#define PATHS_UNREACHED UINT32_MAX

/* --source, for the usage text. */
#define PATHS_USAGE "  --source V            vertex to begin at, from 0 (default 0)\n"

/* The option's row.
 * source  what it sets; an application has it in its own part. */
void paths_rows(uint64_t *source, struct option *table);

/* Checks the source, and gives a graph without weights some: every arc weighs 1. */
int paths_prepare(struct graph_command *command, uint64_t source, struct tool_error *error);

/* The reference, by Dijkstra's algorithm; fails where a distance exceeds PATHS_UNREACHED - 1. */
int paths_solve(struct graph_command *command, uint64_t source, struct tool_error *error);

/* Fails where an arc leads from a vertex that was reached to one that was not: the length of its path exceeds
 * PATHS_UNREACHED - 1, and a kernel takes such a sum for PATHS_UNREACHED. */
int paths_accept(struct graph_command *command, struct tool_error *error);

void paths_report(struct graph_command *command);
void paths_json(struct graph_command *command, struct json *json);

#endif
