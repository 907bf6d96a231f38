/* The control flow of a kernel, expression by expression, and which variables are live where. */
#ifndef COOPC_FLOW_H
#define COOPC_FLOW_H

#include "coopc/model/statement.h"

/* A piece of text that is evaluated at once, and where it goes on.
 *
 * What reads and writes arrays, structs and local memory does so piece by piece or by several work-items, so
 * of these only the first access in a *unit* counts: a whole statement that holds no barrier or primitive. */
struct flow_node {
    struct range range;              /* empty: evaluates nothing */
    struct range unit;               /* the statement that begins here, or the same as range */
    const struct call *call;         /* the barrier or primitive that is the node, or NULL */
    const struct statement *control; /* the statement whose condition this is, when it holds a barrier */
    LIST(size_t) next;
    LIST(size_t) previous;
    LIST(size_t) references; /* indexes of those in the range, as the compiler visits them */
    LIST(size_t) unit_references;
};

struct flow {
    const struct kernel *kernel;
    LIST(struct flow_node) nodes;
    size_t entry;
};

/* A kernel without goto. */
void flow_build(struct flow *flow, const struct kernel *kernel);

/* What a node does to a variable: whether it reads a value that was there before it, and whether it sets one.
 */
struct flow_effect {
    bool is_needed;
    bool is_set;
    const struct reference *need;
};
struct flow_effect flow_effect(const struct flow *flow, size_t node, const struct variable *variable);

/* Whether the node's text may change the variable. */
bool flow_may_write(const struct flow *flow, size_t node, const struct variable *variable);

/* Marks the nodes at whose end the variable's value is still needed. */
void flow_live(const struct flow *flow, const struct variable *variable, bool *is_live_behind);

#endif
