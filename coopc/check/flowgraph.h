/* What coopc refuses of flow graphs (coop/channel.clh). */
#ifndef COOPC_CHECK_FLOWGRAPH_H
#define COOPC_CHECK_FLOWGRAPH_H

#include "coopc/model/model.h"
#include "coopc/model/stages.h"

/* That of one kernel. */
void check_flowgraph(const struct kernel *kernel);

/* The words of flow graphs in a module that has none. */
void check_flowgraph_is_there(const struct model *model);

/* What coopc refuses of the channels' functions. */

/* Of a kernel with a flow graph. */
void check_stages(const struct kernel *kernel);

#endif
