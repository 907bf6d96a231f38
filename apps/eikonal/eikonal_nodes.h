/* What the graph of each method is. */
#ifndef APPS_EIKONAL_NODES_H
#define APPS_EIKONAL_NODES_H

#include "eikonal_graph.h"

/* Of so few points a block has no room for the notes of the cooperative kernel. */
#define EIKONAL_BLOCK_MIN 10u

/* Makes the tensors, the scalar and the graph. */
coop_status eikonal_nodes_tensors(struct eikonal_solver *solver);
coop_status eikonal_nodes_graph(struct eikonal_solver *solver);

/* How many rounds one of the graph is. */
uint64_t eikonal_nodes_rounds(const struct eikonal_solver *solver);

#endif
