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

/* The file that --output names. */

/* Lines of the usage text. */
void graph_output_usage(const struct graph_form *form);

/* Writes the words of all vertices to command->output, if there is one. The name's ending says how: .txt, a
 * number a line; .csv, lines of vertex,value below a line with these words; else the words themselves, 32
 * bits each, the lowest byte first. */
int graph_output_write(const struct graph_command *command, struct tool_error *error);

#endif
