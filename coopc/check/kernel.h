/* What coopc refuses in a kernel's statements. */
#ifndef COOPC_CHECK_KERNEL_H
#define COOPC_CHECK_KERNEL_H

#include "coopc/model/kernel.h"

void check_kernel(const struct kernel *kernel);

#endif
