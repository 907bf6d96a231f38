/* Which functions need the group: those that call a work-item function, themselves or through others. */
#ifndef COOPC_MODEL_GROUP_H
#define COOPC_MODEL_GROUP_H

#include "coopc/model/kernel.h"
#include "coopc/model/model.h"

extern const char *const work_item_functions[];

/* Fills needs_group of every function. */
void group_mark(struct model *model);

/* The local size that a kernel requires. */

/* Fills kernel->requires_size and kernel->local_items from the declarations of kernel->function. */
void work_group_size_find(struct kernel *kernel);

#endif
