/* The group-count word in fields: S1, S3, S4, S5 and S6 as conditions on them.
 *
 * Stands on: checker.h. Of shared/groups.h only the places of the fields are used, none of the runtime's
 * functions: a checker built on those would agree with whatever they do. */
#ifndef COOP_HOST_TRACE_CHECK_COUNTS_H
#define COOP_HOST_TRACE_CHECK_COUNTS_H

#include "coop/shared/claim.h"
#include "host/trace/checker.h"

/* The group-count word in fields. */
struct coop_trace_counts {
    unsigned active;
    unsigned kill_wanted;
    unsigned fork_granted;
    unsigned arrived; /* at the present barrier */
    unsigned returned;
    unsigned resizes; /* the mark of a resizing one, which work-group 0 makes */
    unsigned past;    /* arrivals and mark of the barrier before, not yet taken back: they go at once */
    unsigned is_suspended;
    unsigned is_claimed; /* kills take effect before the word shows them */
};

/* The effects of a step beside the change of the word. */
struct coop_trace_effect {
    struct coop_trace_counts after;
    unsigned kills; /* at the barrier that it completed */
    unsigned forks;
    int completes_barrier;
    int resizes; /* that barrier */
};

/* The place of the arrivals in the word depends on the number of barriers so far, which a trace without
 * barriers does not tell. */
#define COOP_TRACE_NO_ARRIVALS UINT64_MAX

/* phase  or COOP_TRACE_NO_ARRIVALS */
struct coop_trace_counts coop_trace_counts_of(uint64_t word, uint64_t phase);

/* Whether the word has bits that no step sets, or lacks those of the launch. */
int coop_trace_is_odd_word(uint64_t word, const struct coop_trace_launch *launch);

/* A step and what is known of it. */
struct coop_trace_step {
    const struct coop_trace_event *event;
    const struct coop_trace_launch *launch;
    struct coop_trace_counts before;
    struct coop_trace_counts after;
    uint64_t phase;
    int has_barriers;
    struct coop_trace_effect *effect;
    struct coop_trace_reason *reason;
};

/* The arrivals of the barrier before, with the mark of a resizing one. */
unsigned coop_trace_past_of(unsigned arrived, int resizes);

/* The word that the step left is the one that it must have left; arrivals count only where they are
 * traced. */
int coop_step_leaves(const struct coop_trace_step *step, struct coop_trace_counts wanted);

/* No word may have such fields, whatever the step. */
int coop_step_is_sound(const struct coop_trace_step *step);

/* Up to which times a trace from which events are missing is whole.
 *
 * Stands on: checker.h. Missing are only the last events of each slot, or the last ones of barriers (T2). */

/* Sets checker->sure_ns and barriers_sure_ns of each account, and says in the verdict what is not checked.
 * slot_ns  room for a time for each slot. */
void coop_trace_find_sure_times(struct coop_trace_checker *checker, uint64_t *slot_ns);

#endif
