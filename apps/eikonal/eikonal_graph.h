/* The front on devices. */
#ifndef APPS_EIKONAL_GRAPH_H
#define APPS_EIKONAL_GRAPH_H

#include "eikonal_field.h"
#include "tools/error/tool_error.h"

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

/* Opens the devices, and makes the graph for points, pauses and limit of the field. What it has taken, also
 * after a failure, eikonal_close releases. 0, or -1 with a message. */
int eikonal_open(const struct eikonal_options *options, const struct eikonal_field *field,
                 struct eikonal_solver *solver, struct tool_error *error);
void eikonal_close(struct eikonal_solver *solver);

/* In two parts, for who measures the first: from the sources of the field until no time changes any more; and
 * the times, into the field. */
int eikonal_solve(struct eikonal_solver *solver, const struct eikonal_field *field, struct tool_error *error);
int eikonal_read(struct eikonal_solver *solver, struct eikonal_field *field, struct tool_error *error);

#endif
