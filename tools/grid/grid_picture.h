/* A picture of a grid: the brighter, the larger. */
#ifndef TOOLS_GRID_PICTURE_H
#define TOOLS_GRID_PICTURE_H

#include "grid_state.h"
#include "tools/error/tool_error.h"

/* Writes a PGM file (P5: a head of three lines, then a byte for each cell, row by row), from the least value,
 * black, to the largest, white. 0, or -1 with a message. */
int grid_picture_write(const char *path, const struct grid *grid, struct tool_error *error);

/* Writes the cells as they are in memory, as the struct. */
int grid_cells_write(const char *path, const struct grid *grid, struct tool_error *error);

#endif
