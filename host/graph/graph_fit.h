/* A graph and the sizes of its tensors, which may change between its runs: while it runs it holds them, and a
 * graph that was finished for other sizes is finished again. */
#ifndef COOP_HOST_GRAPH_GRAPH_FIT_H
#define COOP_HOST_GRAPH_GRAPH_FIT_H

#include "host/graph/graph_form.h"

/* Lets go of the tensors that a start holds, unless the graph runs, or launches of its last run have not
 * left the devices. */
void coop_graph_let_ended(struct coop_graph_object *graph);

/* Nothing to do for a graph that was finished for the sizes that its tensors have. One that was finished for
 * others is no longer finished: `order` is NULL. That, and one that never was, sees the sizes, and its
 * reductions fit them. The tensors are held.
 *
 * COOP_INVALID_ARGUMENT  tensors of one node, or swapped ones, have different sizes now; the message has
 *                        them.
 * COOP_OUT_OF_MEMORY, COOP_OPENCL_FAILED */
coop_status coop_graph_fit(struct coop_graph_object *graph);

#endif
