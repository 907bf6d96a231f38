/* Which functions need the group: those that call a work-item function, themselves or through others. */
#ifndef COOPC_MODEL_GROUP_H
#define COOPC_MODEL_GROUP_H

#include "coopc/model/model.h"

extern const char *const work_item_functions[];

/* Fills needs_group of every function. */
void group_mark(struct model *model);

#endif
