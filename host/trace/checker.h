/* What the files of the trace checker share.
 *
 * Stands on: format.h. Plain data only: nothing here asks a device. From the first to the last:
 *
 *   check_counts   the group-count word in fields, and whether a step leaves the fields that it must
 *   check_barrier  arrivals at a barrier, and its completion
 *   check_rules    which step may follow which group-count word, said in fields and not by the runtime's own
 *                  functions
 *   replay         the state of an instance between two events
 *   check_step     a step of the group-count word: whether it may come now, and what it changes
 *   check_sight    the same of what follows from steps
 *   check_take     the same of any event
 *   check_replay   an instance's events, put into an order that explains them
 *   check_start    with how many work-groups launches start (S9)
 *   check_sure     up to which times a trace from which events are missing is whole
 *   check_flow     the items and blocks of flow graphs, which no step is about
 *   check          the whole: form, slots, lives of launches, and the earliest of all violations
 *
 * A launch from which events of barriers are missing is replayed twice: with its barriers, as far as they are
 * known, and then to its end without them, as one of a trace without barriers.
 *
 * Beside the semantics S1 to S10 the checker has rules for traces as such:
 *   E1  an event is of a known kind, slot and launch, and written by the party that writes such events.
 *   E2  a launch is seen, started and completed once, in this order, by the scheduler; its work-groups fit
 *       it. One that repeats starts anew after each job that has completed.
 *   E3  a step's recorded time lies before what followed from the step and after what it followed from. */
#ifndef COOP_HOST_TRACE_CHECKER_H
#define COOP_HOST_TRACE_CHECKER_H

#include "coop/trace_check.h"
#include "host/trace/format.h"
#include <stdint.h>

#define COOP_NO_EVENT SIZE_MAX

/* An event among its neighbours. */
struct coop_trace_link {
    size_t next_in_slot; /* of the same slot and launch; COOP_NO_EVENT after the last */
    size_t next_begin;   /* of GROUP_BEGINS: the next beginning of a work-group with this id */
    uint64_t
        /* The slot's next event, of any launch, was recorded then: by then this one had happened */
        before_ns;
    int has_form; /* E1 holds */
};

/* What is known of a launch beside its steps. */
struct coop_trace_account {
    const struct coop_trace_event *last; /* NULL: it has no events */
    uint64_t logical_groups;
    uint64_t jobs; /* that have completed, of a launch that repeats */
    int is_complete;
    int was_cut_short;
    uint64_t barriers_sure_ns; /* as sure_ns, for the events of its barriers */
};

struct coop_trace_checker {
    const struct coop_trace *trace;
    struct coop_trace_verdict *verdict;
    struct coop_trace_link *links; /* one per event */
    size_t *first; /* of a launch's events in a slot: [index of the launch * slot_count + slot] */
    struct coop_trace_account *accounts; /* one per launch */
    /* No event but those of barriers that happened before is missing; UINT64_MAX: none at all is */
    uint64_t sure_ns;
    int was_cut_short; /* a launch ended with the run */
    int has_barriers;  /* the replay uses the events of barriers */
};

/* Notes a violation, unless an earlier one is known. */
void coop_trace_violation(struct coop_trace_checker *checker, const struct coop_trace_event *event,
                          const char *rule, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The place for a violation's rule and message. */
struct coop_trace_reason {
    const char *rule;
    char text[400];
};

/* 0; says why, unless `reason` is NULL. */
int coop_trace_refuse(struct coop_trace_reason *reason, const char *rule, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
