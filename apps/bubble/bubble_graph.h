/* The bubble on devices. */
#ifndef APPS_BUBBLE_GRAPH_H
#define APPS_BUBBLE_GRAPH_H

#include "bubble_reference.h"
#include "tools/error/tool_error.h"
#include "tools/grid/grid_watch.h"

#include <coop/graph.h>

struct bubble_options {
    const char *devices;
    const char *domains; /* as coop_devices_options.domains */
    uint64_t split;
    uint64_t cells[2];
    uint32_t cut[2]; /* into so many blocks */
    enum coop_layout layout;
    enum coop_overlap overlap;
    struct grid_watch watch;
    uint64_t steps; /* 0: until the time */
    double time;
    double timeout_s; /* of the whole */
};

/* Steps until the time, or so many. cells: in and out. */
int bubble_run(const struct bubble_options *options, struct bubble_cell *cells, struct bubble_course *course,
               struct tool_error *error);

#endif
