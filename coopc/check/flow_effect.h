/* What the nodes of a kernel's control flow do to a variable, and where its value is still needed. */
#ifndef COOPC_CHECK_FLOW_EFFECT_H
#define COOPC_CHECK_FLOW_EFFECT_H

#include "coopc/check/flow.h"

/* What a node does to a variable, or (of_memory) to the local memory that a parameter points to: whether it
 * reads a value that was there before it, and whether it sets one. */
struct flow_effect {
    bool is_needed;
    bool is_set;
    const struct reference *need;
};
struct flow_effect flow_effect(const struct flow *flow, size_t node, const struct variable *variable,
                               bool of_memory);

/* Whether the node's text may change the variable. */
bool flow_may_write(const struct flow *flow, size_t node, const struct variable *variable);

/* Adds the nodes at whose end the value of the variable, or of the memory, is still needed. */
void flow_live(const struct flow *flow, const struct variable *variable, bool of_memory,
               struct flow_nodes *live);

#endif
