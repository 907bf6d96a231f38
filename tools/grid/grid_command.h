/* The command of an application of grids. */
#ifndef TOOLS_GRID_COMMAND_H
#define TOOLS_GRID_COMMAND_H

#include "tools/runner/application.h"

/* application->form is a struct grid_form. */
int grid_command(const struct application *application, int count, char **arguments);

#endif
