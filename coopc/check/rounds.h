/* Loops of rounds that never give up a work-group. */
#ifndef COOPC_CHECK_ROUNDS_H
#define COOPC_CHECK_ROUNDS_H

#include "coopc/model/kernel.h"

void check_rounds(const struct kernel *kernel);

#endif
