/* Parts of a plan. A part is another plan whose words are said again, as nodes of this one. It
 * stands on one level: its own first level is behind the level before, as its words say, and what comes on
 * the next level is behind its last one, block by block where both say so. */
#ifndef COOP_HOST_GRAPH_PLAN_PART_H
#define COOP_HOST_GRAPH_PLAN_PART_H

#include "host/graph/plan_form.h"

#define COOP_PLAN_TIMES_MAX 256u

/* COOP_INVALID_ARGUMENT: a part's name is empty, too long or another one's, or makes a path too long. */
coop_status coop_plan_check_part(struct coop_plan *plan, const char *name, const struct coop_plan *part);

/* Says the words of a part. Where it is said several times, each time is behind all of the one before, and
 * its nodes are "name/1/…", "name/2/…"; otherwise they are "name/…".
 * times       at most COOP_PLAN_TIMES_MAX.
 * numbers     of each of the part's tensors: which it is here.
 * first_item  of the part's items, which are this plan's from there on.
 *
 * COOP_INVALID_ARGUMENT  as coop_plan_check_part.
 * COOP_OUT_OF_MEMORY     the plan is not to be used any more. */
coop_status coop_plan_part(struct coop_plan *plan, const char *name, enum coop_plan_where where,
                           const struct coop_plan *part, uint32_t times, const uint32_t *numbers,
                           uint32_t first_item);

#endif
