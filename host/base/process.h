/* The process that uses the library.
 *
 * fork() copies the memory of the library and of the driver, but not the threads of either: in the child,
 * drivers wait for threads that are not there. So the library belongs to the process that first looked for
 * devices, and refuses its work in a child of that one. A child that was forked before may use it. What makes
 * a child without the handlers of pthread_atfork, as _Fork() and clone() do, is not noticed.
 *
 * Threads: any. */
#ifndef COOP_HOST_PROCESS_H
#define COOP_HOST_PROCESS_H

#define COOP_PROCESS_FORKED                                                                                 \
    "this process is a fork of one that uses the library, and has none of the threads of the driver; open " \
    "contexts in one of the two alone, or call exec after the fork"

/* Makes this process the one that uses the library, unless there is one already. */
void coop_process_enter(void);

/* Whether another process, of which this one is a fork, uses the library. */
int coop_process_is_fork(void);

#endif
