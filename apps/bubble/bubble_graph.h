/* The bubble on devices. */
#ifndef APPS_BUBBLE_GRAPH_H
#define APPS_BUBBLE_GRAPH_H

#include "bubble_reference.h"
#include "tools/error/tool_error.h"
#include "tools/grid/grid_choice.h"

#include <coop/graph.h>

struct bubble_options {
    struct grid_choice choice;
    uint64_t cells[2];
    uint32_t cut[3]; /* into so many blocks */
    uint64_t steps;  /* 0: until the time */
    double time;
};

/* Steps until the time, or so many. cells: in and out. */
int bubble_run(const struct bubble_options *options, struct bubble_cell *cells, struct bubble_course *course,
               struct tool_error *error);

#endif
