/* How the command line names layouts. */
#ifndef TOOLS_GRID_LAYOUT_H
#define TOOLS_GRID_LAYOUT_H

#include "tools/error/tool_error.h"

#include <coop/element.h>

/* By enum coop_layout; the first is empty. */
extern const char *const grid_layout_names[COOP_SOA_BLOCK + 1];

/* What --layout names. 0, or -1 with a message. */
int grid_layout_read(const char *text, enum coop_layout *layout, struct tool_error *error);

#endif
