/* Where each variable of a kernel lives, and the edits that follow from it. */
#ifndef COOPC_VARIABLES_H
#define COOPC_VARIABLES_H

#include "coopc/model/model.h"

/* Fills variable->home and field, state->uses, and adds the edits of the kernel's text. Reports variables
 * that cannot be kept across states. */
void variables_place(struct kernel *kernel);

/* Members with natural alignment, at most `most`; the size is rounded up to `unit` and the alignment. */
void layout_add(struct layout *layout, struct variable *variable, size_t size, size_t alignment);
void layout_end(struct layout *layout, size_t unit);

/* Lays out the arguments and the transmitted variables, sizes and the hash of the parameters. */
void variables_measure(struct kernel *kernel);

#endif
