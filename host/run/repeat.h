/* Launches that repeat. */
#ifndef COOP_HOST_REPEAT_H
#define COOP_HOST_REPEAT_H

#include "host/run/run.h"

/* Refuses a launch that repeats where the device has no clock. Takes the run's lock. */
coop_status coop_repeat_find_clock(struct coop_run_object *run, const char *doing);

#endif
