/* Fibonacci's numbers by the definition, as tasks that wait for their children: the channels and the closure,
 * for kernels and for the host. */
#ifndef APPS_FIB_BY_HAND_ITEMS_H
#define APPS_FIB_BY_HAND_ITEMS_H

#include <coop/shared/channel.h>

/* The beginning of fib(n). */
struct fib {
    struct coop_up up;
    coop_u32 n;
};

/* Behind the wait: the closure's number. */
struct fib_sum {
    coop_u32 closure;
};

struct fib_closure {
    struct coop_closure head;
    coop_u64 x; /* results of the two children */
    coop_u64 y;
};

coop_channels(fib, fib_sum);

#endif
