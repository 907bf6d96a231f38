/* coop-app bfs: its part of the command, and the same search as an ordinary OpenCL program. */
#ifndef APPS_BFS_PLAIN_RUN_H
#define APPS_BFS_PLAIN_RUN_H

#include "bfs_device.h"
#include "tools/runner/graph_command.h"

/* Its own part of a struct graph_command. */
struct bfs {
    uint64_t source;
    uint64_t hub_arcs; /* 0: the default */
    struct bfs_device device;

    /* Of --plain: how its barrier is called, NULL without it, and what one took when it was chosen. */
    const char *barrier;
    double barrier_ns;
};

int bfs_run_plain(struct graph_command *command, struct tool_error *error);

#endif
