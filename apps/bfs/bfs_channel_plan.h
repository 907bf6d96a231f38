/* The kernel bfs_channel (bfs_channel.cl) on a graph: its memory, its arguments and its flow graph. */
#ifndef APPS_BFS_CHANNEL_PLAN_H
#define APPS_BFS_CHANNEL_PLAN_H

#include "bfs_items.h"
#include "tools/graph/graph.h"
#include "tools/kernel/kernel_plan.h"

extern const struct kernel_source bfs_channel_source;

/* What the plan reads before each run. */
struct bfs_channel {
    struct coop_channel_options channel;
    struct coop_edge edge;
    struct coop_flow_options options;
    struct visit first;
    struct kernel_flow flow;
};

/* A search from `source` by at most `groups` work-groups; its result is a level for each vertex, -1 where it
 * is not reached.
 * channel  out; lives as long as the plan. */
void bfs_channel_plan_make(struct bfs_channel *channel, struct kernel_plan *plan, const struct graph *graph,
                           uint32_t source, uint32_t groups);

#endif
