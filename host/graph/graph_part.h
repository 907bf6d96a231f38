/* Graphs that are nodes of others. Their kernels and memory are used by both, so only one of them runs. */
#ifndef COOP_HOST_GRAPH_GRAPH_PART_H
#define COOP_HOST_GRAPH_GRAPH_PART_H

#include "host/graph/graph_form.h"

coop_status coop_graph_add_part(struct coop_graph_object *graph, const char *name,
                                struct coop_graph_object *part, enum coop_plan_where where);

/* Refuses to start a graph while a part of it runs, or it is a part of one that runs. */
coop_status coop_graph_parts_check(const struct coop_graph_object *graph);

/* A graph with these parts has begun to run (1), or has ended (-1). */
void coop_graph_parts_lend(struct coop_graph_object *graph, int change);

void coop_graph_parts_close(struct coop_graph_object *graph);

#endif
