/* How the front is solved, and what that takes. */
#ifndef APPS_EIKONAL_SOLVER_H
#define APPS_EIKONAL_SOLVER_H

#include "tools/grid/grid_choice.h"

#include <coop/graph.h>

enum eikonal_method {
    EIKONAL_SWEEPS,     /* an ordinary kernel over all points, from one tensor to another, again and again */
    EIKONAL_SQUARES,    /* an ordinary kernel on squares that are active, in place; one block, on queues */
    EIKONAL_COOPERATIVE /* the same as a cooperative kernel, until its block is quiet; in runs */
};

struct eikonal_options {
    const char *devices;
    const char *domains; /* as coop_devices_options.domains */
    uint64_t split;
    uint64_t groups; /* worker work-groups of a run on each device; 0: coop_devices_open's choice */
    uint32_t cut[2]; /* into so many blocks */
    enum coop_layout layout;
    enum coop_executor executor;
    enum eikonal_method method;
    uint64_t tile;         /* 0, 8 or 16 */
    uint64_t memory_bytes; /* of each domain, beside that of the tensors */
    double timeout_s;      /* of the whole */
    struct grid_watch watch;
};

struct front;

/* {0} may be closed, too. */
struct eikonal_solver {
    struct eikonal_options options;
    uint64_t points[2];
    double limit;
    coop_devices *devices;
    coop_tensor *now;
    coop_tensor *next; /* of sweeps alone */
    coop_tensor *ground;
    coop_tensor *notes; /* of squares: what is active */
    coop_scalar *moved; /* whether any point got earlier, in the last sweep or at a block's border */
    coop_graph *graph;
    struct front *fronts; /* the host's */
    double ms;            /* the last time: from the start to the end of the graph */
    uint64_t rounds;      /* the last time: sweeps, or launches of the cooperative kernel for each block */
};

#endif
