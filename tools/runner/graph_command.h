/* The command of an application that is described by a struct graph_form. */
#ifndef TOOLS_RUNNER_GRAPH_COMMAND_H
#define TOOLS_RUNNER_GRAPH_COMMAND_H

#include "application.h"
#include "graph_form.h"

/* application->form is a struct graph_form. */
int graph_command(const struct application *application, int count, char **arguments);

#endif
