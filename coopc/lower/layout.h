/* How arguments and transmitted values lie in memory. */
#ifndef COOPC_LOWER_LAYOUT_H
#define COOPC_LOWER_LAYOUT_H

#include "coopc/model/kernel.h"

/* Lays out the arguments and the transmitted variables, sizes and the hash of the parameters. */
void layout_measure(struct kernel *kernel);

#endif
