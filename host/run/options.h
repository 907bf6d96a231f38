/* The options of a run, with the defaults of the library and of the environment in them. */
#ifndef COOP_HOST_OPTIONS_H
#define COOP_HOST_OPTIONS_H

#include "coop/run.h"
#include "host/base/error.h"
#include "host/run/run.h"

/* How long a stop may take where the run was given up or a stop has failed, and the caller only destroys the
 * run; less where the run's own limit is less. */
#define COOP_RUN_GIVEN_UP_STOP_NS ((uint64_t)2 * 1000000000)

/* Copies the options (NULL: none) with every default filled in, but for worker_groups and groups_per_unit,
 * whose defaults are the device's. In the copy, stall_after_ns is 0 where there is no watchdog.
 * COOP_INVALID_ARGUMENT: COOP_STALL_AFTER is no time. `doing` names the operation that failed. */
coop_status coop_run_options_fill(struct coop_error_record *errors, const struct coop_run_options *options,
                                  const char *doing, struct coop_run_options *filled);

/* The resource check: whether the device can hold a work-group of the megakernel as the driver has compiled
 * it.
 *
 * Only the driver knows what a work-group needs, and only after the whole program is built: the local
 * variables of the module's kernels share one place beside the runtime's own, and the registers limit the
 * number of work-items. */

/* Checks whether the device can hold a work-group of run->kernel; records why not. */
coop_status coop_run_check_resources(struct coop_run_object *run);

#endif
