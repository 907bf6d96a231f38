/* A graph application with its input: what all ways to run it share. */
#ifndef TOOLS_RUNNER_GRAPH_PROBLEM_H
#define TOOLS_RUNNER_GRAPH_PROBLEM_H

#include "graph_form.h"

/* As an empty command line makes it, its own options checked, without a graph. On failure *command is what
 * graph_problem_clear takes. */
int graph_problem_init(struct graph_command *command, const struct graph_form *form,
                       struct tool_error *error);

/* Reads or makes the graph of command->choice, which has been checked, and the plan; solves it, when
 * app.verify is set. */
int graph_problem_make(struct graph_command *command, struct tool_error *error);

/* *is_wrong  whether command->words are no right result. */
int graph_problem_compare(struct graph_command *command, int *is_wrong, struct tool_error *error);

void graph_problem_clear(struct graph_command *command);

#endif
