/* The values that memset writes, for host and device. */
#ifndef TOOLS_KERNELS_MEMSET_H
#define TOOLS_KERNELS_MEMSET_H

#include "tools/workqueue/both.h"

/* Differs from 0, which memory holds before, and between words. */
static inline word64 memset_value(word64 index)
{
    return (index + 1) * 0x9e3779b97f4a7c15ul;
}

#endif
