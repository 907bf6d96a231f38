/* `coopc --elements`: from a header with marked structs to accessors for kernels and a description for the
 * host. As translation.h in all else. */
#ifndef COOPC_ELEMENTS_H
#define COOPC_ELEMENTS_H

#include "coopc/translation.h"

/* Fills the module with the accessors, the header with the description. 0, or the exit status. */
int elements_run(struct command *command, struct translation *translation);

#endif
