#include "host/base/process.h"

#include <stdatomic.h>
#include <unistd.h>

static _Atomic pid_t user; /* 0: none yet */

void coop_process_enter(void)
{
    pid_t nobody = 0;

    /* Relaxed: the first one decides, and nothing is published by that. */
    atomic_compare_exchange_strong_explicit(&user, &nobody, getpid(), memory_order_relaxed,
                                            memory_order_relaxed);
}

int coop_process_is_fork(void)
{
    pid_t process = atomic_load_explicit(&user, memory_order_relaxed);

    return process != 0 && process != getpid();
}
