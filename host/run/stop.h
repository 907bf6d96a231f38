/* The stop of a run: the user asked for it, or the host has given the run up. */
#ifndef COOP_HOST_STOP_H
#define COOP_HOST_STOP_H

#include "host/run/run.h"

/* Tells every work-group to leave; no more launches are taken. */
void coop_run_ask_to_stop(struct coop_run_object *run);

/* Checks, for a launch that has not ended, whether waiting for the run still makes sense. Gives the run up,
 * once, when the launch is stalled or the control block is damaged, and asks it to stop. The run's lock is
 * held, and the run is live. True when the run is given up, now or earlier. */
int coop_run_judge(struct coop_run_object *run, const struct coop_launch_object *launch);

/* Leaks the run of a megakernel that does not leave: everything that the megakernel may still access, and
 * the context's transport to it, stay as long as the process. */
void coop_run_leak(struct coop_run_object *run);

/* Stops the run. If the megakernel does not leave, the arena must outlive everything. After one such wait
 * in vain it does not wait again. */
void coop_run_stop_or_keep(struct coop_object *run);

#endif
