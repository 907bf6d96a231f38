#include "host/base/process.h"

#include <stdatomic.h>
#include <unistd.h>

static _Atomic pid_t user; /* 0: none yet */

void coop_process_enter(void)
{
    pid_t nobody = 0;

    atomic_compare_exchange_strong(&user, &nobody, getpid());
}

int coop_process_is_fork(void)
{
    pid_t process = user;

    return process != 0 && process != getpid();
}
