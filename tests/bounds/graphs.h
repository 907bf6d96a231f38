/* Random graphs, and the blocks that they get. */
#ifndef COOP_TESTS_BOUNDS_GRAPHS_H
#define COOP_TESTS_BOUNDS_GRAPHS_H

#include "tests/bounds/adversary.h"

enum sim_amount { SIM_BY_THE_RULE, SIM_FEWER, SIM_LEAST };

/* Edges between 1 to `channels` channels, to later ones or, with `cycles`, to any. */
void sim_random_edges(struct sim_graph *graph, uint64_t *random, int channels, int cycles);

/* Work-groups, blocks' sizes (powers of two where `powers` says so), what is pushed. */
void sim_choose_channels(struct sim_graph *graph, uint64_t *random, int powers);

/* Blocks for the graph and for what is pushed. */
void sim_give_blocks(struct sim_graph *graph, uint64_t *random, enum sim_amount amount);

void sim_print_graph(const struct sim_graph *graph);

#endif
