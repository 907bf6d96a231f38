/* What is legal in a kernel but dangerous: warnings that follow its control flow. */
#ifndef COOPC_CHECK_HAZARDS_H
#define COOPC_CHECK_HAZARDS_H

#include "coopc/model/kernel.h"

/* After flatten() and variables_place(). */
void check_hazards(const struct kernel *kernel);

#endif
