/* What the graph of each method is. */
#ifndef APPS_EIKONAL_NODES_H
#define APPS_EIKONAL_NODES_H

#include "eikonal_solver.h"

/* A block of fewer points has no room for the notes of the cooperative kernel. */
#define EIKONAL_BLOCK_MIN 10u
#define EIKONAL_SIDE 16u /* of squares, without tiles */

/* Makes the tensors, the scalar and the graph. */
coop_status eikonal_nodes_tensors(struct eikonal_solver *solver);
coop_status eikonal_nodes_graph(struct eikonal_solver *solver);

/* In front of each start: writes the notes, and what of the padding no node fills. Changes solver->fronts. */
coop_status eikonal_nodes_begin(struct eikonal_solver *solver);

/* How many rounds one of the graph is. */
uint64_t eikonal_nodes_rounds(const struct eikonal_solver *solver);

#endif
