/* What the applications that find shortest paths from one source have in common: parts of their struct
 * graph_form. The words of the result are the distances, PATHS_UNREACHED where there is no path. */
#ifndef TOOLS_PATHS_COMMAND_H
#define TOOLS_PATHS_COMMAND_H

#include "tools/runner/graph_form.h"

#define PATHS_UNREACHED UINT32_MAX

/* --source, for the usage text. */
#define PATHS_USAGE "  --source V            vertex to begin at, from 0 (default 0)\n"

/* What the form's `own` begins with. */
struct paths {
    uint64_t source;
};

/* As struct graph_form's. prepare checks the source, and gives a graph without weights some: every arc weighs
 * 1. solve fails where a distance exceeds PATHS_UNREACHED - 1; the reference is by Dijkstra's algorithm. */
void paths_rows(void *own, struct option *table);
int paths_prepare(struct graph_command *command, struct tool_error *error);
int paths_solve(struct graph_command *command, struct tool_error *error);

/* The buffer of the distances, which are the result; before each run the source's is 0, all others are
 * PATHS_UNREACHED. */
unsigned paths_plan_distances(const struct graph_command *command, struct kernel_plan *plan);

/* Fails where an arc leads from a vertex that was reached to one that was not: the length of its path exceeds
 * PATHS_UNREACHED - 1, and a kernel takes such a sum for PATHS_UNREACHED. */
int paths_accept(struct graph_command *command, struct tool_error *error);

void paths_report(struct graph_command *command);
void paths_json(struct graph_command *command, struct json *json);

#endif
