/* A kernel's statements become states. */
#ifndef COOPC_FLATTEN_H
#define COOPC_FLATTEN_H

#include "coopc/model/model.h"

/* Fills kernel->states and kernel->labels, and adds the edits of the jumps that leave a flattened statement.
 * What check.c refuses must have been refused before. */
void flatten(struct kernel *kernel);

#endif
