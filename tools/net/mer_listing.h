/* The table of mer as a text. */
#ifndef TOOLS_NET_MER_LISTING_H
#define TOOLS_NET_MER_LISTING_H

#include "tools/net/mer_sequential.h"

#include <stdio.h>

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
