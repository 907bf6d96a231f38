/* What coopc refuses, and why. Changes nothing. */
#ifndef COOPC_CHECK_H
#define COOPC_CHECK_H

#include "coopc/model/model.h"

/* Checks that need the parsed files only. */
void check_model(const struct model *model);

/* Checks that need the variables' places and sizes. */
void check_sizes(const struct model *model);

#endif
