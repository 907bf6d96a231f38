/* The sequential way of an application of grids, and how far the device's result is from it. */
#ifndef TOOLS_GRID_VERIFY_H
#define TOOLS_GRID_VERIFY_H

#include "grid_state.h"
#include "tools/error/tool_error.h"

/* All cells of a view, padding included. */
struct coop_region grid_whole(const struct coop_view *view);

/* The first values of a block, padding included, cell by cell. */
void grid_fill(const struct grid *grid, int is_target, unsigned char *cells);

/* Fills grid->difference and grid->is_same. The members of the element are floats. */
int grid_verify(struct grid *grid, struct tool_error *error);

#endif
