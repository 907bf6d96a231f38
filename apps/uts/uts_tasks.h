/* Tasks of uts: each makes some children of a node, counts them, and makes tasks of those that have
 * children. */
#ifndef TOOLS_KERNELS_UTS_TASKS_H
#define TOOLS_KERNELS_UTS_TASKS_H

#include "coop/shared/task.h"
#include "uts.h"

struct make_children {
    struct sha1_digest state;
    word32 height; /* of the node */
    word32 first;  /* of the children */
    word32 count;
};
coop_tasks(make_children);

/* More children are made by several tasks. */
#define UTS_TASK_CHILDREN 128

#endif
