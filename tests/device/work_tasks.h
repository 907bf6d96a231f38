/* The tasks of the work stealing tests. */
#ifndef TESTS_DEVICE_WORK_TASKS_H
#define TESTS_DEVICE_WORK_TASKS_H

#include <coop/shared/task.h>

/* Runs the number `first`, and splits the other count-1 among tasks that it pushes. */
struct range {
    coop_u32 first;
    coop_u32 count;
    coop_u32 seed;
};

/* The same, with barriers in its function. */
struct turns {
    coop_u32 first;
    coop_u32 count;
    coop_u32 seed;
};

/* Writes where it may not, or pushes more than there is room for: `what` is enum work_fault_wanted. */
struct faulty {
    coop_u32 what;
    coop_u32 pad;
    struct coop_data data;
};

enum work_fault_wanted { WANTS_NOTHING, WANTS_TO_READ, WANTS_TO_WRITE, WANTS_TO_FILL };

coop_tasks(range, faulty, turns);

enum { PARTS_MAX = 6 };

#endif
