/* The elements of tensors. */
#ifndef COOPC_CHECK_ELEMENT_H
#define COOPC_CHECK_ELEMENT_H

#include "coopc/model/unit.h"

/* Refuses marked structs that cannot be elements, and members whose accessors would have each other's names.
 * has_doubles  whether the device may have them. */
void check_elements(const struct unit *unit, bool has_doubles);

#endif
