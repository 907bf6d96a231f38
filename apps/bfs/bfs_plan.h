/* The kernel bfs (bfs.cl) on a graph: its memory and its arguments. */
#ifndef APPS_BFS_PLAN_H
#define APPS_BFS_PLAN_H

#include "bfs_hubs.h"
#include "bfs_sequential.h"
#include "tools/kernel/kernel_plan.h"

#define BFS_NEAR_BY_DEVICE UINT32_MAX /* as in bfs.cl */
#define BFS_NEAR_MOST 64              /* an argument's most */

/* The buffers, in the order in which the plan declares them. */
enum bfs_buffer {
    BFS_ROWS,
    BFS_ARCS,
    BFS_LEVELS,
    BFS_FRONTIER,
    BFS_NEXT_FRONTIER,
    BFS_SEARCH,
    BFS_LAST_ROUND /* of the phases alone */
};

/* A search from `source`; its result is a level for each vertex.
 * graph     read when the plan's buffers are made.
 * hub_arcs    a vertex of more arcs is a hub; 0: BFS_HUB_ARCS.
 * near_small  a frontier of so many vertices for each work-item of a work-group is one work-group's; 0: none
 *             is; BFS_NEAR_BY_DEVICE: as bfs.cl does on the device. */
void bfs_plan_make(struct kernel_plan *plan, const struct graph *graph, uint32_t source, uint32_t hub_arcs,
                   uint32_t near_small);

/* Makes a search's plan one from another source: for the runs that follow. */
void bfs_plan_move(struct kernel_plan *plan, uint32_t source);

#endif
