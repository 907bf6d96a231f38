/* Barriers: the arrivals and completions that may follow a group-count word (S5, S6, S7).
 *
 * Stands on: check_counts.h. */
#ifndef COOP_HOST_TRACE_CHECK_BARRIER_H
#define COOP_HOST_TRACE_CHECK_BARRIER_H

#include "host/trace/check_counts.h"

/* All active work-groups have arrived in `full`: the barrier completes, and a resizing one applies what the
 * scheduler wants. How many kills one barrier makes is the launch's option: all that are wanted, or one. */
int coop_step_completes(const struct coop_trace_step *completing, struct coop_trace_counts full);

int coop_rule_arrive(const struct coop_trace_step *step);
int coop_rule_complete_barrier(const struct coop_trace_step *step);

#endif
