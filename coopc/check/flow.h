/* The control flow of a kernel, expression by expression, and which variables are live where. */
#ifndef COOPC_CHECK_FLOW_H
#define COOPC_CHECK_FLOW_H

#include "coopc/model/kernel.h"
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

#endif
