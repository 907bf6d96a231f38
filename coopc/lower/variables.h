/* Where each variable of a kernel lives, and the edits that follow from it. */
#ifndef COOPC_LOWER_VARIABLES_H
#define COOPC_LOWER_VARIABLES_H

#include "coopc/model/kernel.h"

/* Fills variable->home and field, state->uses, and adds the edits of the kernel's text. Reports variables
 * that cannot be kept across states. */
void variables_place(struct kernel *kernel);

#endif
