/* What coopc refuses, and why. Changes nothing. */
#ifndef COOPC_CHECK_H
#define COOPC_CHECK_H

#include "model.h"

/* Checks that need the parsed files only. */
void check_model(const struct model *model);

/* Checks of one kernel that need its statements. */
void check_kernel(const struct kernel *kernel);

/* Checks that need the variables' places and sizes. */
void check_sizes(const struct model *model);

#endif
