#include "host/base/process.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

/* Relaxed, all of it: nothing is published by these words. The child of a fork has one thread, which sees
 * what it has itself written. */
static _Atomic pid_t user; /* 0: none yet */
static atomic_int is_fork;
static atomic_int hears_of_forks;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void note_fork(void)
{
    atomic_store_explicit(&is_fork, 1, memory_order_relaxed);
}

static void enter(void)
{
    atomic_store_explicit(&user, getpid(), memory_order_relaxed);
    atomic_store_explicit(&hears_of_forks, pthread_atfork(NULL, NULL, note_fork) == 0, memory_order_relaxed);
}

void coop_process_enter(void)
{
    pthread_once(&once, enter);
}

/* Asked at each use of a handle: without a handler it costs a system call. */
int coop_process_is_fork(void)
{
    pid_t process;

    if (atomic_load_explicit(&hears_of_forks, memory_order_relaxed)) {
        return atomic_load_explicit(&is_fork, memory_order_relaxed);
    }
    process = atomic_load_explicit(&user, memory_order_relaxed);
    return process != 0 && process != getpid();
}
