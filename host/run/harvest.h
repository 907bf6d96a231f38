/* The end of launches, and of the megakernel: seeing it, and taking over what it leaves. */
#ifndef COOP_HOST_HARVEST_H
#define COOP_HOST_HARVEST_H

#include "host/run/run.h"

enum coop_run_life { COOP_RUN_THERE, COOP_RUN_GONE, COOP_RUN_UNKNOWN };

/* Has the megakernel ended, for whatever reason?
 * *code  of a megakernel that is gone: 0, or why the driver ended it; of an unknown life: that of
 *        clGetEventInfo, or the transport's where that has failed. */
enum coop_run_life coop_run_life(struct coop_run_object *run, int *code);

/* Takes over the results of all launches that have ended. When the megakernel itself has ended, so have all.
 */
void coop_run_harvest(struct coop_run_object *run);

/* Waits until the megakernel has left, and takes over what it reports. Records nothing. False when it has not
 * left in time, or, with *code not 0, when clGetEventInfo keeps failing with it. */
int coop_run_wait_until_left(struct coop_run_object *run, uint64_t timeout_ns, int *code);

#endif
