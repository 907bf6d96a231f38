/* `coopc --elements`: from a header with marked structs to accessors for kernels and a description for the
 * host. As translation.h in all else. */
#ifndef COOPC_MODES_H
#define COOPC_MODES_H

#include "coopc/translation.h"

/* Fills the module with the accessors, the header with the description. 0, or the exit status. */
int elements_run(struct command *command, struct translation *translation);

/* `coopc --nodes`: from plain kernels to a header with functions that add them to a graph. As translation.h
 * in all else. */

/* Fills the module with the header. 0, or the exit status. */
int nodes_run(struct command *command, struct translation *translation);

#endif
