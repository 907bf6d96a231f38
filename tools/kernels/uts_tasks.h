/* The tasks of uts. */
#ifndef TOOLS_KERNELS_UTS_TASKS_H
#define TOOLS_KERNELS_UTS_TASKS_H

#include <coop/shared/task.h>

#include "uts.h"

struct uts_node {
    struct sha1_digest state;
    word32 height;
};

coop_tasks(uts_node);

enum uts_tally { UTS_NODES, UTS_LEAVES, UTS_DEPTH };

#endif
