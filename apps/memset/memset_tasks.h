/* Tasks of memset (MGWS, section 6.2): each sets a word of 8 bytes. */
#ifndef TOOLS_KERNELS_MEMSET_TASKS_H
#define TOOLS_KERNELS_MEMSET_TASKS_H

#include "coop/shared/task.h"
#include "memset.h"

struct set_word {
    word64 index;
};
coop_tasks(set_word);

#endif
