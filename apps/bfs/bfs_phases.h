/* The search as a loop of ordinary kernels (bfs_phases.cl), a launch or two for each level. */
#ifndef APPS_BFS_PHASES_H
#define APPS_BFS_PHASES_H

#include "bfs_plan.h"
#include "tools/kernel/kernel_phases.h"

struct bfs_phases {
    unsigned level;
    unsigned pieces;
    uint32_t vertex_count;
    uint64_t piece_count; /* the most of a level; 0: the graph has no hubs */
};

/* Adds the phases to a plan that bfs_plan_make has made of the same graph and hub_arcs. */
void bfs_phases_declare(struct bfs_phases *phases, struct kernel_plan *plan, const struct graph *graph,
                        uint32_t hub_arcs);

/* Launches a search's phases: what a kernel_phases_program does. */
int bfs_phases_launch(const struct bfs_phases *phases, struct kernel_phases *launches,
                      struct tool_error *error);

#endif
