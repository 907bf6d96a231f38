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

/* The same for a single work-item: a module that names item tasks has seats for them. */
#if defined(UTS_EACH) || !COOP_ON_DEVICE
struct each_children {
    struct make_children of;
};
coop_item_tasks(each_children);
#endif

/* More children are made by several tasks. */
#define UTS_TASK_CHILDREN 128
#define UTS_EACH_CHILDREN 8 /* of an item task */

#endif
