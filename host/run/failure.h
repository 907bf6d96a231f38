/* The device's report of a kernel that failed (shared/failure.h). */
#ifndef COOP_HOST_FAILURE_H
#define COOP_HOST_FAILURE_H

#include "host/run/run.h"

/* Copies the failure record, if it is complete, and finds the kernel that failed. The run's lock is held. */
void coop_failure_take(struct coop_run_object *run);

/* Records the failure that the device reported; COOP_OK when there is none. */
coop_status coop_failure_report(struct coop_run_object *run, const char *doing);

#endif
