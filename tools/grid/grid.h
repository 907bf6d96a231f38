/* Runs an application of grids (grid_form.h) on one device. */
#ifndef TOOLS_GRID_H
#define TOOLS_GRID_H

#include "grid_state.h"
#include "tools/error/tool_error.h"

/* All of it; what it has made, grid_clear releases, after a failure too. 0, or -1 with a message. */
int grid_run(struct grid *grid, struct tool_error *error);
void grid_clear(struct grid *grid);

/* Whether the results are right, as far as they were compared: the device may round float operations in
 * another way. */
int grid_is_right(const struct grid *grid);

#endif
