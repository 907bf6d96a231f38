/* What coopc refuses of the channels' functions. */
#ifndef COOPC_CHECK_STAGES_H
#define COOPC_CHECK_STAGES_H

#include "coopc/model/stages.h"

/* Of a kernel with a flow graph. */
void check_stages(const struct kernel *kernel);

#endif
