/* A kernel's statements become states. */
#ifndef COOPC_LOWER_FLATTEN_H
#define COOPC_LOWER_FLATTEN_H

#include "coopc/model/kernel.h"

/* Fills kernel->states and kernel->labels, and adds the edits of the jumps that leave a flattened statement.
 * What check/ refuses must have been refused before. */
void flatten(struct kernel *kernel);

#endif
