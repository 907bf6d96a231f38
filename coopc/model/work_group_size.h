/* The local size that a kernel requires. */
#ifndef COOPC_MODEL_WORK_GROUP_SIZE_H
#define COOPC_MODEL_WORK_GROUP_SIZE_H

#include "coopc/model/kernel.h"

/* Fills kernel->requires_size and kernel->local_items from the declarations of kernel->function. */
void work_group_size_find(struct kernel *kernel);

#endif
