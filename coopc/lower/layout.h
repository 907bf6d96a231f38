/* How arguments and transmitted values lie in memory. */
#ifndef COOPC_LOWER_LAYOUT_H
#define COOPC_LOWER_LAYOUT_H

#include "coopc/model/kernel.h"

/* Lays out the arguments and the transmitted variables, sizes and the hash of the parameters.
 * local_room: bytes for its parameters that point to local memory, if it has such. */
void layout_measure(struct kernel *kernel, size_t local_room);

/* Members with natural alignment; layout_end() rounds the size up to `unit` and the alignment. */
void layout_add(struct layout *layout, struct variable *variable, size_t size, size_t alignment);
void layout_end(struct layout *layout, size_t unit);

#endif
