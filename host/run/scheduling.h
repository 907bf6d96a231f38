/* What a launch says of its share and of its times, checked, as the record has it.
 *
 * Stands on: run.h. Used by: posting.c. */
#ifndef COOP_HOST_SCHEDULING_H
#define COOP_HOST_SCHEDULING_H

#include "host/run/run.h"

/* record  flags and groups_wanted are set already; out: the rest of what the scheduler's plan goes by. */
coop_status coop_scheduling_read(struct coop_run_object *run, const struct coop_launch_options *options,
                                 const char *doing, struct coop_launch_record *record);

#endif
