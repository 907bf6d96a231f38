/* What mer has to find, by one thread: sorts all pieces, where the ranks have tables. */
#ifndef TOOLS_NET_MER_SEQUENTIAL_H
#define TOOLS_NET_MER_SEQUENTIAL_H

#include "tools/net/mer_reads.h"

#include <stdio.h>

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

/* The table of mer as a text. */

struct mer_listing {
    const struct mer_entry *entries;
    uint64_t count;
    uint32_t letters; /* of a piece */
    int has_neighbours;
};

/* Lines "piece count", and with neighbours " CT -": the letters in front and behind, "-" for none.
 * what  a struct mer_listing. */
void mer_listing_write(FILE *file, const void *what);

#endif
