/* Items from one place to another, as seen by other files of coop::graph. */
#ifndef COOP_HOST_GRAPH_CONVERT_H
#define COOP_HOST_GRAPH_CONVERT_H

#include "host/graph/view.h"

/* Copies rows times columns items from one place to another. */
void coop_items_copy(void *to, struct coop_item_steps to_steps, const void *from,
                     struct coop_item_steps from_steps, uint64_t rows, uint64_t columns, uint32_t item_bytes);

#endif
