/* `coopc --nodes`: from plain kernels to a header with functions that add them to a graph. As translation.h
 * in all else. */
#ifndef COOPC_NODES_H
#define COOPC_NODES_H

#include "coopc/translation.h"

/* Fills the module with the header. 0, or the exit status. */
int nodes_run(struct command *command, struct translation *translation);

#endif
