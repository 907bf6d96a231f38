/* Whose turn it is to have a run's lock.
 *
 * A thread that waits for a launch looks at the device again and again, and holds the lock meanwhile. A mutex
 * goes to whoever asks first when it is free, which is that thread, since a sleeper must be woken first. So:
 *   T1  who looks, and who posts, takes the lock with `turn` held, and gives `turn` back when it has the
 *       lock. A thread that posts and waits for the lock therefore keeps the next look away: it waits for one
 *       look at most.
 *   T2  of all threads that look, one at a time asks for `turn` (`looks`): those that post do not queue
 *       behind all of them.
 * What takes the lock for some loads and stores of the host's memory takes it alone. */
#ifndef COOP_HOST_TURN_H
#define COOP_HOST_TURN_H

#include "host/run/run.h"

/* The lock, for a look at the device or more than one. */
void coop_turn_look(struct coop_run_object *run);
void coop_turn_looked(struct coop_run_object *run);

/* The lock, for what must not wait for others' looks; pthread_mutex_unlock gives it back. */
void coop_turn_post(struct coop_run_object *run);

#endif
