/* A breadth-first search on the device: a graph in device memory, and launches of the kernel bfs
 * (bfs.cl). */
#ifndef TOOLS_BFS_DEVICE_H
#define TOOLS_BFS_DEVICE_H

#include "bfs_hubs.h"
#include "bfs_sequential.h"
#include "tools/session/session.h"

struct bfs_device {
    const struct session *session;
    uint32_t vertex_count;
    uint32_t hub_arcs;
    coop_buffer *rows;
    coop_buffer *arcs;
    coop_buffer *levels;
    coop_buffer *frontiers[2];
    coop_buffer *search;
};

/* Bytes of device memory that a graph takes.
 * hub_arcs  vertices of more arcs are expanded by all work-items; 0: BFS_HUB_ARCS. */
uint64_t bfs_device_bytes(const struct graph *graph, uint32_t hub_arcs);

/* Puts the graph into the session's memory. On failure *bfs holds what bfs_device_clear releases. */
int bfs_device_init(struct bfs_device *bfs, const struct session *session, const struct graph *graph,
                    uint32_t hub_arcs, struct tool_error *error);

/* Makes everything ready for a search from `source`; no search of this graph may be running. */
int bfs_device_reset(struct bfs_device *bfs, uint32_t source, struct tool_error *error);

/* Posts the search that was made ready. */
int bfs_device_launch(struct bfs_device *bfs, const struct coop_launch_options *options, coop_launch **launch,
                      struct tool_error *error);

/* levels  one per vertex; -1 where it was not reached. */
int bfs_device_levels(struct bfs_device *bfs, int32_t *levels, struct tool_error *error);

void bfs_device_clear(struct bfs_device *bfs);

#endif
