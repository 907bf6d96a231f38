/* Variables that every state sets before it reads them. */
#ifndef COOPC_LOWER_ANEW_H
#define COOPC_LOWER_ANEW_H

#include "coopc/model/kernel.h"

/* Whether no state needs what an earlier one has left in the variable. */
bool anew_is_set(const struct kernel *kernel, const struct variable *variable);

#endif
