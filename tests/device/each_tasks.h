/* The tasks of the tests of item tasks. */
#ifndef TESTS_DEVICE_EACH_TASKS_H
#define TESTS_DEVICE_EACH_TASKS_H

#include <coop/shared/task.h>

/* Runs the number `first`, and splits the other count-1 among tasks that it pushes. */
struct item_range {
    coop_u32 first;
    coop_u32 count;
    coop_u32 seed;
};

/* The same by the whole work-group. */
struct group_range {
    struct item_range of;
};

/* Pushes more than there is room for. */
struct item_flood {
    coop_u32 tasks;
};

coop_tasks(group_range);
coop_item_tasks(item_range, item_flood);

enum { PARTS_MAX = 4 };

#endif
