/* Tasks in the C header that goes with the module. */
#ifndef COOPC_TASK_HEADER_H
#define COOPC_TASK_HEADER_H

#include "coopc/task/task.h"

/* A struct of arguments and functions to spawn each task and to read its result, and the options of the flow
 * graph that they run on. */
void tasks_emit_header(struct text *out, const struct tasks *tasks);

#endif
