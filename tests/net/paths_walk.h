/* Shortest paths by active messages at one rank of a net, whatever brings its ranks together. */
#ifndef TESTS_NET_PATHS_WALK_H
#define TESTS_NET_PATHS_WALK_H

#include "loop_ranks.h"
#include "paths.h"

struct paths_attached {
    coop_module *module;
    coop_run *run;
    coop_buffer *parts[PATHS_ORDERS + 1];
    uint64_t first; /* of this rank's vertices */
    uint64_t count;
};

/* Of the graph; the same at all ranks, and written before they begin. */
extern uint64_t paths_seed;

/* This rank's part of the graph, and a live run. */
int paths_attach(struct rank *rank, uint32_t local_items, struct paths_attached *attached);

/* Behind coop_net_settle nothing is under way: sent = received = applied with every rank. */
void paths_check_counts(struct rank *rank);

/* Finds the distances from a vertex, compares them with those of a sequential program, and closes the net. */
void paths_walk(struct rank *rank);

#endif
