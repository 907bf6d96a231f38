/* The front on devices. */
#ifndef APPS_EIKONAL_GRAPH_H
#define APPS_EIKONAL_GRAPH_H

#include "eikonal_field.h"
#include "eikonal_solver.h"
#include "tools/error/tool_error.h"

/* Opens the devices, and makes the graph for points, pauses and limit of the field. What it has taken, also
 * after a failure, eikonal_close releases. 0, or -1 with a message. */
int eikonal_open(const struct eikonal_options *options, const struct eikonal_field *field,
                 struct eikonal_solver *solver, struct tool_error *error);
void eikonal_close(struct eikonal_solver *solver);

/* In two parts, for who measures the first: from the sources of the field until no time changes any more; and
 * the times, into the field. */
int eikonal_solve(struct eikonal_solver *solver, const struct eikonal_field *field, struct tool_error *error);
int eikonal_read(struct eikonal_solver *solver, struct eikonal_field *field, struct tool_error *error);

/* The timeline and the plan, where the options name files, of the last time that it was solved. */
int eikonal_write_watch(const struct eikonal_solver *solver, struct tool_error *error);

#endif
