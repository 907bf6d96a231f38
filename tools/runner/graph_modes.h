/* The three ways to run a graph application. */
#ifndef TOOLS_RUNNER_GRAPH_MODES_H
#define TOOLS_RUNNER_GRAPH_MODES_H

#include "graph_form.h"

/* Runs the problem as graph_mode_of says, again and again as the options want it; fills command->results, and
 * command->words with the last result. */
int graph_modes_run(struct graph_command *command, struct tool_error *error);

/* The options of ordinary kernels, from the command's. */
struct kernel_opencl_options graph_modes_opencl(const struct graph_command *command);

#endif
