/* The control flow of a kernel, expression by expression, and which variables are live where. */
#ifndef COOPC_CHECK_FLOW_H
#define COOPC_CHECK_FLOW_H

#include "coopc/model/kernel.h"

/* A piece of text that is evaluated at once, and where it goes on.
 *
 * What reads and writes arrays, structs and local memory does so piece by piece or by several work-items, so
 * of these only the first access in a *unit* counts: a whole statement that holds no barrier or primitive. */
struct flow_node {
    struct range range;              /* empty: evaluates nothing */
    struct range unit;               /* the statement that begins here, or the same as range */
    const struct call *call;         /* the barrier or primitive that is the node, or NULL */
    const struct statement *control; /* the statement whose condition this is */
    bool is_hidden;                  /* control flow of a macro's may be in the text */
    size_t inside;     /* of a condition: the nodes from here to inside_end are what it decides */
    size_t inside_end; /* about, */
    size_t behind;     /* and here it goes on in any case, but for jumps */
    const struct inlining *entered; /* the call whose arguments are the text, or NULL */
    const struct inlining *left;    /* the call whose value the text takes, or NULL */
    LIST(size_t) next;
    LIST(size_t) previous;
    LIST(size_t) references; /* indexes of those in the range, as the compiler visits them */
    LIST(size_t) unit_references;
};

struct flow_nodes {
    LIST(size_t) list;
};

struct flow {
    const struct kernel *kernel;
    LIST(struct flow_node) nodes;
    size_t entry;
    size_t end;               /* where the kernel returns */
    struct flow_nodes *named; /* by variable: the nodes that name or declare it */
    size_t *seen;             /* by node: the last search that came by */
    size_t *searches;         /* how many there were */
    bool is_strict;           /* only what sets all of a variable sets it (flow_effect), ... */
    bool doubts_macros;       /* ... and nothing in a macro's text, which may hold a condition */
};

/* A kernel without goto. */
void flow_build(struct flow *flow, const struct kernel *kernel);

/* Begins a search, which sees no node twice. */
void flow_search(const struct flow *flow);

/* Adds the node to what the search has reached, unless it has come by before. */
void flow_reach(const struct flow *flow, struct flow_nodes *reached, size_t node);

/* Adds those where the node goes on. */
void flow_reach_next(const struct flow *flow, struct flow_nodes *reached, size_t node);

bool flow_has_reached(const struct flow_nodes *reached, size_t node);

#endif
