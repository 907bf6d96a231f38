/* Sod's tube on devices. */
#ifndef APPS_SOD_GRAPH_H
#define APPS_SOD_GRAPH_H

#include "sod_reference.h"
#include "tools/error/tool_error.h"
#include "tools/grid/grid_choice.h"

#include <coop/graph.h>

struct sod_options {
    struct grid_choice choice; /* its timeout is that of each step */
    uint64_t count;            /* of cells */
    uint32_t cut[3];
};

/* Steps until the end. cells: in and out; steps, and how long they took: out. */
int sod_run(const struct sod_options *options, struct sod_cell *cells, uint64_t *steps, double *ms,
            struct tool_error *error);

#endif
