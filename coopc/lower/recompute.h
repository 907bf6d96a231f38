/* Variables that a step computes anew where it begins. */
#ifndef COOPC_LOWER_RECOMPUTE_H
#define COOPC_LOWER_RECOMPUTE_H

#include "coopc/model/kernel.h"

/* Sets is_recomputed of the kernel's variables, after layout_measure(). */
void recompute_find(struct kernel *kernel);

#endif
