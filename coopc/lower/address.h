/* The forms of accesses that a run can check (coop/device/checked.clh), and the group for helpers that have
 * such accesses. */
#ifndef COOPC_LOWER_ADDRESS_H
#define COOPC_LOWER_ADDRESS_H

#include "coopc/model/model.h"

/* Marks the helpers that get the group where addresses are checked. The kernels are collected, and helpers
 * that hold barriers and that use work-item functions are marked. */
void address_mark(struct model *model);

/* Adds the edits, and to the model the files that they name. All other edits are there. */
void address_edit(struct model *model);

#endif
