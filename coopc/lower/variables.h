/* Where each variable of a kernel lives, and the edits that follow from it. */
#ifndef COOPC_LOWER_VARIABLES_H
#define COOPC_LOWER_VARIABLES_H

#include "coopc/model/kernel.h"

/* Fills variable->home and field, state->uses, and adds the edits of the kernel's text. Reports variables
 * that cannot be kept across states. */
void variables_place(struct kernel *kernel);

/* How arguments and transmitted values lie in memory. */

/* Lays out the arguments and the transmitted variables, sizes and the hash of the parameters.
 * local_room: bytes for its parameters that point to local memory, if it has such. */
void layout_measure(struct kernel *kernel, size_t local_room);

/* Members with natural alignment; layout_end() rounds the size up to `unit` and the alignment. */
void layout_add(struct layout *layout, struct variable *variable, size_t size, size_t alignment);
void layout_end(struct layout *layout, size_t unit);

#endif
