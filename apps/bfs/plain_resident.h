/* How many work-groups of the plain kernel a device holds at once. */
#ifndef APPS_BFS_PLAIN_RESIDENT_H
#define APPS_BFS_PLAIN_RESIDENT_H

#include "plain_kernel.h"

/* Sets options.groups to how many work-groups of the kernel are resident at once. Its program has the
 * counting barrier. */
int plain_count_resident(struct plain *plain, struct tool_error *error);

#endif
