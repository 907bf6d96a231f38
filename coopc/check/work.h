/* What coopc refuses of work queues (coop/workqueue.clh). */
#ifndef COOPC_CHECK_WORK_H
#define COOPC_CHECK_WORK_H

#include "coopc/model/model.h"

/* Those of one kernel. */
void check_work(const struct kernel *kernel);

/* The functions of item tasks. */
void check_item_tasks(const struct model *model);

/* The words of work queues in a module that has none. */
void check_work_is_there(const struct model *model);

#endif
