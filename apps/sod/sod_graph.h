/* Sod's tube on devices. */
#ifndef APPS_SOD_GRAPH_H
#define APPS_SOD_GRAPH_H

#include "sod_reference.h"
#include "tools/error/tool_error.h"
#include "tools/grid/grid_watch.h"

#include <coop/graph.h>

struct sod_options {
    const char *devices;
    const char *domains; /* as coop_devices_options.domains */
    uint64_t split;
    uint64_t count; /* of cells */
    uint64_t cut;   /* into so many blocks */
    enum coop_layout layout;
    enum coop_executor executor;
    struct grid_watch watch;
    double timeout_s; /* of each step */
};

/* Steps until the end. cells: in and out; steps, and how long they took: out. */
int sod_run(const struct sod_options *options, struct sod_cell *cells, uint64_t *steps, double *ms,
            struct tool_error *error);

#endif
