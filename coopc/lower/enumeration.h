/* Enumerations in the body of a kernel that coopc splits. */
#ifndef COOPC_LOWER_ENUMERATION_H
#define COOPC_LOWER_ENUMERATION_H

#include "coopc/model/kernel.h"

/* Refuses an enumeration that would mean something else in front of a whole state than it does in its block.
 * It is the last in kernel->enumerations. */
void enumeration_check(const struct kernel *kernel, const struct enumeration *enumeration);

#endif
