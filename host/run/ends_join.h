/* Who waits for the threads that call functions at the ends of launches (ends.h). Such a function may close
 * the run of another thread, whose functions may close its own: one of these two closes must not wait.
 *   H8  of the threads that wait for each other's ends, none waits for itself, however long the chain.
 * Threads: any. */
#ifndef COOP_HOST_ENDS_JOIN_H
#define COOP_HOST_ENDS_JOIN_H

#include "host/run/run.h"

/* The calling thread is the run's, to its end. */
void coop_ends_join_enter(struct coop_run_object *run);

/* Whether the caller may wait for the run's thread: it is not that thread, nor one that it waits for. Then
 * the caller waits until coop_ends_join_end. */
int coop_ends_join_begin(struct coop_run_object *run);
void coop_ends_join_end(void);

#endif
