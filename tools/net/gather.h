/* What all ranks have found, at rank 0, and a file that it becomes. */
#ifndef TOOLS_NET_GATHER_H
#define TOOLS_NET_GATHER_H

#include "tools/net/rank.h"

#include <stdio.h>

/* Appends the ranks' values in the ranks' order. Collective; ranks may have none.
 * all    out, at rank 0: the caller frees them. NULL elsewhere.
 * total  out: how many they are, at all ranks. */
int gather(struct rank *rank, const uint64_t *values, uint64_t count, uint64_t **all, uint64_t *total);

/* Rank 0 writes a file that appears when it is complete; all ranks fail where that has failed. Collective.
 * what  what `write` writes; at rank 0 alone. */
int gather_write(struct rank *rank, const char *path, void (*write)(FILE *file, const void *what),
                 const void *what);

#endif
