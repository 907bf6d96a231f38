/* What both executors of a graph do between its steps. */
#ifndef COOP_HOST_GRAPH_GRAPH_ROUND_H
#define COOP_HOST_GRAPH_GRAPH_ROUND_H

#include "host/graph/graph_form.h"

/* The tensors of the next step are those that the swaps of this one have made. */
void coop_graph_next_step(struct coop_graph_object *graph);

/* From now on each tensor has the blocks that the swaps have given it. */
void coop_graph_settle(struct coop_graph_object *graph);

/* Steps up to the condition's next question. */
uint64_t coop_graph_next_steps(const struct coop_graph_object *graph);

/* Asks whether there is another round, when all of those before have ended. */
coop_status coop_graph_ask(struct coop_graph_object *graph);

#endif
