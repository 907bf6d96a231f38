/* What is known of a launch that has ended: its statistics, and why it ended. */
#ifndef COOP_HOST_OUTCOME_H
#define COOP_HOST_OUTCOME_H

#include "host/run/run.h"

#define COOP_DOING_WAITING "waiting for a kernel"

/* How long work-groups may take to leave; after that a waiting caller gets what is known. */
#define COOP_LEAVING_NS ((uint64_t)2 * 1000000000)

/* The run's lock is held. */
void coop_outcome_stats(const struct coop_launch_object *launch, struct coop_launch_stats *stats);

/* The outcome of a launch that has ended, for a caller that has `left_ns`; recorded unless it is COOP_OK. */
coop_status coop_outcome_report(struct coop_launch_object *launch, uint64_t left_ns);

/* Of one that has not ended and never will, or of which that is unknown: its run was given up, or a
 * work-group has not left. Recorded; COOP_OK where the run says nothing. */
coop_status coop_outcome_report_lost(struct coop_launch_object *launch);

#endif
