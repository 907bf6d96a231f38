/* Which variables of a kernel differ where between work-items or work-groups, and which conditions do. */
#ifndef COOPC_CHECK_VARYING_H
#define COOPC_CHECK_VARYING_H

#include "coopc/check/flow.h"
#include "coopc/check/value.h"

struct spread;

/* A variable and a node. */
struct varying_step {
    const struct variable *variable;
    size_t node;
};

struct varying {
    const struct model *model;
    struct flow flow;        /* which is strict */
    struct spread **spreads; /* by variable; NULL: it differs nowhere */
    struct value *results;   /* by variable: of those that are what an inlined helper returns */
    struct value *heads;     /* by node: of the condition that is it */
    bool *is_waiting;        /* by node: it is to be read again */
    LIST(size_t) to_read;
    LIST(struct varying_step) to_pass; /* what the variable is at the node's end has changed */
};

/* What some work-items jump over: where the jumps go, and the nodes that the others may run meanwhile. */
struct detour {
    size_t jump; /* the node that jumps */
    size_t target;
    struct flow_nodes others;
};

struct detours {
    LIST(struct detour) list;
};

void varying_find(struct varying *varying, const struct model *model, const struct flow *flow);

/* What the variable is where the node's text has been evaluated. */
struct value varying_behind(const struct varying *varying, const struct variable *variable, size_t node);

/* What the variable is in front of the node. */
struct value varying_before(const struct varying *varying, const struct variable *variable, size_t node);

/* Of the jumps out of what the condition at the node decides about. */
struct detours varying_detours(const struct flow *flow, size_t head);

#endif
