/* The item of fib by a flow graph: a number. */
#ifndef APPS_FIB_ITEMS_H
#define APPS_FIB_ITEMS_H

#include "coop/shared/channel.h"

struct number {
    coop_u32 n;
};

coop_channels(number);

#endif
