/* Tasks of contains: each looks for the word in a document. */
#ifndef TOOLS_KERNELS_CONTAINS_TASKS_H
#define TOOLS_KERNELS_CONTAINS_TASKS_H

#include "coop/shared/task.h"
#include "tools/workqueue/both.h"

struct search_document {
    word32 index;
};
coop_tasks(search_document);

#endif
