/* How the command line names what executes a graph. */
#ifndef TOOLS_GRID_EXECUTOR_H
#define TOOLS_GRID_EXECUTOR_H

#include "tools/error/tool_error.h"

#include <coop/graph.h>

/* What --executor names; NULL: queues. 0, or -1 with a message. */
int grid_executor_read(const char *text, enum coop_executor *executor, struct tool_error *error);

/* How the runs of a graph are started for work-groups of tiles; 0: there are none. */
struct coop_run_options grid_executor_run(uint64_t tile);

#endif
