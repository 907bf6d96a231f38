/* Names of a plan's nodes. A node's path is its name behind those of the parts that it is in, "part/name". */
#ifndef COOP_HOST_GRAPH_PLAN_NAME_H
#define COOP_HOST_GRAPH_PLAN_NAME_H

#include "host/graph/plan_form.h"

/* The first node, from `first` on, that the name means in the part that is being said now: the node, or one
 * of the part of that name. NONE: there is none. */
uint32_t coop_plan_find(const struct coop_plan *plan, const char *name, uint32_t first);

/* Whether a node or a part may have the name: COOP_INVALID_ARGUMENT where it is empty, too long, or another
 * one's. */
coop_status coop_plan_check_name(struct coop_plan *plan, const char *name);

#endif
