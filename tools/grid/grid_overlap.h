/* How the command line names overlap. */
#ifndef TOOLS_GRID_OVERLAP_H
#define TOOLS_GRID_OVERLAP_H

#include "tools/error/tool_error.h"

#include <coop/graph.h>

/* What --overlap names; NULL: auto. 0, or -1 with a message. */
int grid_overlap_read(const char *text, enum coop_overlap *overlap, struct tool_error *error);

#endif
