/* The commands of coop-app that run a workload of tasks. */
#ifndef TOOLS_APP_TASK_H
#define TOOLS_APP_TASK_H

#include "task_options.h"

/* The command; returns the process's exit code. */
int task_command(const struct application *application, int count, char **arguments);

#endif
