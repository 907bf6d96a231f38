/* What a kernel's control flow shows: items that would be lost, and what is legal but dangerous. */
#ifndef COOPC_CHECK_HAZARDS_H
#define COOPC_CHECK_HAZARDS_H

#include "coopc/model/model.h"

/* After flatten() and variables_place(). */
void check_hazards(const struct model *model, const struct kernel *kernel);

#endif
