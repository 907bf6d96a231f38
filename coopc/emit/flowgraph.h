/* Flow graphs in the module. */
#ifndef COOPC_EMIT_FLOWGRAPH_H
#define COOPC_EMIT_FLOWGRAPH_H

#include "coopc/model/model.h"

/* Whether a definition of the command line is for the runtime in front of the module, too: how flow graphs
 * are built. */
bool is_flow_define(const char *define);

/* The options with which the runtime brings flow graphs; nothing in a module that has none. */
void emit_flow_options(struct text *out, const struct model *model);

/* Where the runtime finds the flow graphs of kernels: the argument, and the work-group's side in local
 * memory. */
void emit_flow(struct text *out, const struct model *model);

#endif
