/* A kernel's structs and step function. */
#ifndef COOPC_EMIT_KERNEL_H
#define COOPC_EMIT_KERNEL_H

#include "coopc/model/kernel.h"

void emit_kernel(struct text *out, const struct kernel *kernel);

#endif
