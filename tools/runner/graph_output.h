/* The file that --output names. */
#ifndef TOOLS_RUNNER_GRAPH_OUTPUT_H
#define TOOLS_RUNNER_GRAPH_OUTPUT_H

#include "graph_form.h"

/* Lines of the usage text. */
void graph_output_usage(const struct graph_form *form);

/* Writes the words of all vertices to command->output, if there is one. The name's ending says how: .txt, a
 * number a line; .csv, lines of vertex,value below a line with these words; else the words themselves, 32
 * bits each, the lowest byte first. */
int graph_output_write(const struct graph_command *command, struct tool_error *error);

#endif
