/* Channels and edges in the host's header. */
#ifndef COOPC_EMIT_STAGES_H
#define COOPC_EMIT_STAGES_H

#include "coopc/model/stages.h"

/* The constant <kernel>_flow_code; nothing where there are no channels. */
void emit_stages(struct text *out, const struct kernel *kernel);

/* Whether a kernel of the module has one. */
bool has_stages(const struct model *model);

#endif
