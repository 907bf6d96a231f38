/* What the rules of steps share: which step may follow which pool word.
 *
 * Stands on: check.h.
 *
 *   check_pool.c     the pool word in fields, and whether a step leaves the fields that it must
 *   check_barrier.c  arrivals at a barrier, and its completion
 *   check_rules.c    all other steps */
#ifndef COOP_HOST_TRACE_CHECK_RULES_H
#define COOP_HOST_TRACE_CHECK_RULES_H

#include "host/trace/check.h"

struct coop_trace_step {
    const struct coop_trace_event *event;
    const struct coop_trace_launch *launch;
    struct coop_trace_pool before;
    struct coop_trace_pool after;
    uint64_t generation;
    int has_barriers;
    struct coop_trace_effect *effect;
    struct coop_trace_reason *reason;
};

/* The arrivals of the barrier before, with the mark of a resizing one. */
unsigned coop_trace_past_of(unsigned arrived, int resizes);

/* The word that the step left is the one that it must have left; arrivals count only where they are
 * traced. */
int coop_step_leaves(const struct coop_trace_step *step, struct coop_trace_pool wanted);

/* No word may have such fields, whatever the step. */
int coop_step_is_sound(const struct coop_trace_step *step);

/* All active work-groups have arrived in `full`: the barrier completes, and a resizing one applies what the
 * scheduler wants. How many kills one barrier makes is the launch's option: all that are wanted, or one. */
int coop_step_completes(const struct coop_trace_step *completing, struct coop_trace_pool full);

int coop_rule_arrive(const struct coop_trace_step *step);
int coop_rule_complete_barrier(const struct coop_trace_step *step);

#endif
