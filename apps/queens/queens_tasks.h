/* Tasks of queens: each tries all squares of a row. */
#ifndef TOOLS_KERNELS_QUEENS_TASKS_H
#define TOOLS_KERNELS_QUEENS_TASKS_H

#include "coop/shared/task.h"
#include "queens.h"

struct try_squares {
    struct queens_placement from;
};
coop_tasks(try_squares);

/* The same for a single work-item: a module that names item tasks has seats for them. */
#if defined(QUEENS_EACH) || !COOP_ON_DEVICE
struct each_row {
    struct try_squares of;
};
coop_item_tasks(each_row);
#endif

/* The counts of a tally. */
enum { QUEENS_SOLUTIONS, QUEENS_PLACEMENTS };

#endif
