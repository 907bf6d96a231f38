/* The stop of a run, asked for or because it was given up. */
#ifndef COOP_HOST_STOP_H
#define COOP_HOST_STOP_H

#include "host/run/run.h"

/* How long a stop may take where the caller does not say. */
#define COOP_RUN_STOP_NS ((uint64_t)30 * 1000000000)

/* Tells every work-group to leave; no more launches are taken. */
void coop_run_ask_to_stop(struct coop_run_object *run);

/* Judges whether the run can be waited for any longer, for the sake of a launch that has not ended: gives it
 * up, once, when the launch is stalled or the control block is damaged, and asks it to stop. The run's lock
 * is held, and the run is live. True when it is given up, now or before. */
int coop_run_judge(struct coop_run_object *run, const struct coop_launch_object *launch);

/* The megakernel does not leave: what it may still touch, and the context's way to it, stay as long as the
 * process. */
void coop_run_leak(struct coop_run_object *run);

/* Stops; if the device does not let go, the arena must outlive everything. Who has waited for that in vain
 * once does not wait again. */
void coop_run_stop_or_keep(struct coop_object *run);

#endif
