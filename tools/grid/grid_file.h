/* Files that applications of grids write. A file that cannot be written to its end leaves what was there. */
#ifndef TOOLS_GRID_FILE_H
#define TOOLS_GRID_FILE_H

#include "grid_state.h"
#include "tools/error/tool_error.h"

#include <stddef.h>
#include <stdint.h>

/* The items, as they are in memory. path NULL: nothing is written. 0, or -1 with a message. */
int grid_file_write(const char *path, const void *items, size_t item_bytes, uint64_t count,
                    struct tool_error *error);

/* How bright the cell with that number is, from 0, black, to 1, white. */
typedef double grid_grey(const void *context, uint64_t cell);

/* A PGM file (P5: a head of three lines, then a byte for each cell, row by row). The rest as above. */
int grid_file_picture(const char *path, uint64_t width, uint64_t height, grid_grey *grey, const void *context,
                      struct tool_error *error);

/* A picture of a grid: the brighter, the larger. */

/* Writes a PGM file (P5: a head of three lines, then a byte for each cell, row by row), from the least value,
 * black, to the largest, white. 0, or -1 with a message. */
int grid_picture_write(const char *path, const struct grid *grid, struct tool_error *error);

/* Writes the cells as they are in memory, as the struct. */
int grid_cells_write(const char *path, const struct grid *grid, struct tool_error *error);

#endif
