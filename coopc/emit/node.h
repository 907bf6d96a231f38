/* Functions for the host that add a kernel to a graph (coop/graph.h). */
#ifndef COOPC_EMIT_NODE_H
#define COOPC_EMIT_NODE_H

#include "coopc/model/model.h"

/* Why the kernel cannot be a node of a graph; NULL: it can. */
const char *node_refusal(const struct kernel *kernel);

/* A struct with a member for each tensor, scalar and value, and the functions <kernel>_split and
 * <kernel>_then_split; or a comment with the refusal. */
void emit_node(struct text *out, const struct kernel *kernel);

/* A header of nodes alone. */
void nodes_emit(struct text *out, const struct model *model, const char *path);

#endif
