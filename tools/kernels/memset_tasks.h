/* Tasks of memset (MGWS, section 6.2): each sets a word of 8 bytes. */
#ifndef TOOLS_KERNELS_MEMSET_TASKS_H
#define TOOLS_KERNELS_MEMSET_TASKS_H

#include "both.h"
#include "coop/shared/task.h"

struct set_word {
    word64 index;
};
coop_tasks(set_word);

/* Neither 0, which memory holds before, nor the same in two words. */
static inline word64 memset_value(word64 index)
{
    return (index + 1) * 0x9e3779b97f4a7c15ul;
}

#endif
