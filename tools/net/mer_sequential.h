/* What mer has to find, by one thread: sorts all pieces, where the ranks have tables. */
#ifndef TOOLS_NET_MER_SEQUENTIAL_H
#define TOOLS_NET_MER_SEQUENTIAL_H

#include "tools/net/mer_reads.h"

struct mer_entry {
    uint64_t piece;
    uint32_t count;
    uint32_t neighbours; /* as struct insert has them */
};

/* By piece. */
int mer_entry_compare(const void *a, const void *b);

/* All pieces of `length` letters, ascending. NULL: memory is exhausted. The caller frees it.
 * count  out.
 * seen   out: the sum of their counts. */
struct mer_entry *mer_sequential(const struct mer_reads *reads, uint32_t length, uint64_t *count,
                                 uint64_t *seen);

#endif
