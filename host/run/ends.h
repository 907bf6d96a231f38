/* What is called at the ends of a run's launches, and the thread that calls it. The thread begins when the
 * first function is given to it, or somebody asks for the run's eventfd. It waits as a caller of
 * coop_launch_wait does, so that stalls are found, too.
 *   H6  each function that was taken is called once, on the run's thread, one after the other, without any
 *       lock held; of a launch in the order in which they were given, of several launches in the order in
 *       which their ends were seen, and of those seen at once in the order of the launches. One that ended
 *       before another is seen no later than that one. A launch that comes after others
 *       (coop_launch_options.after) has its turn behind them.
 *   H7  when a run is closed, everything has been called before the close returns, unless the close is a call
 *       of such a function itself, or of another run's whose thread is waited for (H8); then the thread calls
 *       the rest behind it, and a close of the context by another thread waits for that. Nothing is taken
 *       afterwards. */
#ifndef COOP_HOST_ENDS_H
#define COOP_HOST_ENDS_H

#include "host/run/run.h"

/* The run has ended, or is kept: what has not been called is called now. */
void coop_ends_close(struct coop_object *run);

/* Who waits for the threads that call functions at the ends of launches (ends.h). Such a function may close
 * the run of another thread, whose functions may close its own: one of these two closes must not wait.
 *   H8  of the threads that wait for each other's ends, none waits for itself, however long the chain.
 * Threads: any. */

/* The calling thread is the run's, to its end. */
void coop_ends_join_enter(struct coop_run_object *run);

/* Whether the caller may wait for the run's thread: it is not that thread, nor one that it waits for. Then
 * the caller waits until coop_ends_join_end. */
int coop_ends_join_begin(struct coop_run_object *run);
void coop_ends_join_end(void);

#endif
