/* A plan in Graphviz's language. Stands on: plan_form.h; no device is needed. */
#ifndef COOP_HOST_GRAPH_PLAN_DOT_H
#define COOP_HOST_GRAPH_PLAN_DOT_H

#include "host/graph/plan_form.h"

#include <stdio.h>

/* Where the tasks of a plan are. */
struct coop_plan_site {
    const uint32_t *devices;             /* of each task */
    const unsigned char *is_cooperative; /* of each task, its kernel */
    const uint32_t *domains;             /* of each device; those of a domain follow one another */
    uint32_t device_count;
};

void coop_plan_write_dot(FILE *file, const struct coop_plan *plan, const struct coop_plan_site *site);

#endif
