/* What the library's own kernels do on queues, done by the host for graphs that are executed in runs: filling
 * padding, and copies. It reaches the blocks by the runs' transport. */
#ifndef COOP_HOST_GRAPH_GRAPH_CELLS_H
#define COOP_HOST_GRAPH_GRAPH_CELLS_H

#include "host/graph/graph_form.h"

/* Whether the host fills the tensor's padding: COOP_BORDER_EXTRAPOLATE_1 of halves it does not. */
coop_status coop_graph_check_cells(struct coop_graph_object *graph, struct coop_graph_tensor *tensor);

/* Bytes of the two pieces of memory that a task needs. */
uint64_t coop_graph_scratch_bytes(const struct coop_graph_object *graph, uint32_t task);

/* A task that is a border, a copy or a filling; scratch: two pieces of memory. */
coop_status coop_graph_do_cells(struct coop_graph_object *graph, uint32_t task, unsigned char *scratch[2]);

#endif
