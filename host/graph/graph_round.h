/* What a graph does before its first step and between steps, however it is executed. */
#ifndef COOP_HOST_GRAPH_GRAPH_ROUND_H
#define COOP_HOST_GRAPH_GRAPH_ROUND_H

#include "host/graph/graph_form.h"

/* The tensors of the next step are those that the swaps of this one have made. */
void coop_graph_next_step(struct coop_graph_object *graph);

/* The task's commands are given, or it has ended: coop_graph_settle sets the scalars that it writes. */
void coop_graph_note_written(struct coop_graph_object *graph, uint32_t task);

/* Forgets what was noted: nobody knows whether it was written. */
void coop_graph_forget_written(struct coop_graph_object *graph);

/* All that was given has ended. From now on each tensor has the blocks that the swaps have given it, and the
 * scalars that were written are set. */
void coop_graph_settle(struct coop_graph_object *graph);

/* Steps up to the condition's next question. */
uint64_t coop_graph_next_steps(const struct coop_graph_object *graph);

/* Asks whether there is another round, when all of those before have ended. */
coop_status coop_graph_ask(struct coop_graph_object *graph);

/* Calls the host's function that is the task, when all before it has ended. */
coop_status coop_graph_call(struct coop_graph_object *graph, uint32_t task);

/* Begins to run a graph that is finished, unless there are no steps. */
coop_status coop_graph_begin(struct coop_graph_object *graph);

#endif
