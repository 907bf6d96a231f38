/* The resource check: whether the device can hold a work-group of the megakernel as the driver has compiled
 * it.
 *
 * Only the driver knows what a work-group needs, and only after the whole program is built: the local
 * variables of the module's kernels share one place beside the runtime's own, and the registers limit the
 * number of work-items. */
#ifndef COOP_HOST_RESOURCES_H
#define COOP_HOST_RESOURCES_H

#include "host/run/run.h"

/* Checks whether the device can hold a work-group of run->kernel; records why not. */
coop_status coop_run_check_resources(struct coop_run_object *run);

#endif
