/* Finds the kernels of a unit and prepares its files for the module. */
#ifndef COOPC_COLLECT_H
#define COOPC_COLLECT_H

#include "coopc/model/model.h"

/* Appends the unit's kernels to the model and adds the edits that replace kernels and directives. */
void collect(struct model *model, struct unit *unit);

#endif
