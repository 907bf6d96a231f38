/* Whether a work-group of the megakernel, as the driver has compiled it, finds room on the device.
 *
 * What a work-group takes is known when the whole program is built, and the driver alone knows it: the local
 * variables of the module's kernels share one place beside the runtime's own, and its registers bound the
 * work-items. */
#ifndef COOP_HOST_RESOURCES_H
#define COOP_HOST_RESOURCES_H

#include "host/run/run.h"

/* Whether a work-group of run->kernel has room on the device; records why not. */
coop_status coop_run_check_resources(struct coop_run_object *run);

#endif
