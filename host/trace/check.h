/* What the files of the trace checker share.
 *
 * Stands on: format.h. Plain data only: nothing here asks a device.
 *
 *   check.c          the whole: form, slots, lives of launches, and the earliest of all violations
 *   check_start.c    with how many work-groups launches start (S9)
 *   check_replay.c   an instance's steps, put into an order that explains them
 *   check_take.c     one event of such an order: may it come now, and what does it change
 *   check_step.c     a step of the pool word among them, check_sight.c  what follows from steps
 *   check_rules.h    which step may follow which pool word, said in fields and not by the runtime's own
 *                    functions
 *
 * Beside the semantics S1 to S10 the checker has rules for traces as such:
 *   E1  an event is of a known kind, slot and launch, and written by who writes such events.
 *   E2  a launch is seen, started and completed once, in this order, by the scheduler; its work-groups fit
 *       it.
 *   E3  a step's recorded time lies before what followed from the step and after what it followed from. */
#ifndef COOP_HOST_TRACE_CHECK_H
#define COOP_HOST_TRACE_CHECK_H

#include "coop/trace_check.h"
#include "host/trace/format.h"

#include "coop/shared/limits.h"
#include "coop/shared/pool.h"
#include <stdint.h>

#define COOP_NO_EVENT SIZE_MAX

/* An event among its neighbours. */
struct coop_trace_link {
    size_t next_in_slot; /* of the same slot and launch; COOP_NO_EVENT after the last */
    size_t next_begin;   /* of GROUP_BEGINS: the next beginning of a work-group with this id */
    uint64_t
        /* The slot's next event, of any launch, was recorded then: by then this one had happened */
        before_ns;
};

/* What is known of a launch beside its steps. */
struct coop_trace_account {
    const struct coop_trace_event *last; /* NULL: it has no events */
    uint64_t logical_groups;
    int is_complete;
    int was_cut_short;
};

struct coop_trace_checker {
    const struct coop_trace *trace;
    struct coop_trace_verdict *verdict;
    struct coop_trace_link *links; /* one per event */
    size_t *first; /* of a launch's events in a slot: [index of the launch * slot_count + slot] */
    struct coop_trace_account *accounts; /* one per launch */
    uint64_t sure_ns;  /* no event that happened before is missing; UINT64_MAX: none at all is */
    int was_cut_short; /* a launch ended with the run */
};

/* Notes a violation, unless an earlier one is known. */
void coop_trace_violation(struct coop_trace_checker *checker, const struct coop_trace_event *event,
                          const char *rule, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* check_replay.c: 0, or -1 when memory is exhausted. */
int coop_trace_replay(struct coop_trace_checker *checker, size_t launch);

/* check_start.c: 0, or -1 when memory is exhausted. */
int coop_trace_check_starts(struct coop_trace_checker *checker);

/* The pool word in fields. */
struct coop_trace_pool {
    unsigned active;
    unsigned kill_wanted;
    unsigned fork_granted;
    unsigned arrived; /* at the present barrier */
    unsigned returned;
    unsigned resizes; /* the mark of a resizing one, which work-group 0 makes */
    unsigned past;    /* arrivals and mark of the barrier before, not yet taken back: they go at once */
    unsigned is_suspended;
};

/* What a step did beside changing the word. */
struct coop_trace_effect {
    struct coop_trace_pool after;
    unsigned kills; /* at the barrier that it completed */
    unsigned forks;
    int completes_barrier;
    int resizes; /* that barrier */
};

/* Where a violation's rule and sentence go. */
struct coop_trace_reason {
    const char *rule;
    char text[400];
};

/* 0; says why, unless `reason` is NULL. */
int coop_trace_refuse(struct coop_trace_reason *reason, const char *rule, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Where the arrivals stand depends on how many barriers there have been. In a trace without barriers nobody
 * knows it. */
#define COOP_TRACE_NO_ARRIVALS UINT64_MAX

/* generation  or COOP_TRACE_NO_ARRIVALS */
struct coop_trace_pool coop_trace_pool_of(uint64_t word, uint64_t generation);

/* Has the word bits that no step sets, or lacks it those of the launch? */
int coop_trace_is_odd_word(uint64_t word, const struct coop_trace_launch *launch);

/* May the step that `event` records follow `before`, which came after `generation` barriers or
 * COOP_TRACE_NO_ARRIVALS? `launch` limits it. 1 and *effect, or 0 and, unless it is NULL, *reason. */
int coop_trace_may_follow(const struct coop_trace_event *event, const struct coop_trace_launch *launch,
                          struct coop_trace_pool before, uint64_t generation,
                          struct coop_trace_effect *effect, struct coop_trace_reason *reason);

/* The state of an instance in the replay. */
enum coop_trace_group_status {
    COOP_TRACE_GROUP_ABSENT,
    COOP_TRACE_GROUP_PENDING, /* somebody has made it; it has not begun */
    COOP_TRACE_GROUP_PRESENT,
    COOP_TRACE_GROUP_RETURNED
};

enum coop_trace_slot_status {
    COOP_TRACE_SLOT_IDLE,
    COOP_TRACE_SLOT_RUNS,
    COOP_TRACE_SLOT_WAITS,    /* at a barrier */
    COOP_TRACE_SLOT_CONDEMNED /* the barrier has ended its work-group, which must say so */
};

/* An id. */
struct coop_replay_group {
    size_t
        next_begin; /* its beginnings come in the order of their times: an end and a fork lie between them */
    uint64_t generation; /* pending: in the frame that it gets */
    uint32_t active;     /* pending: M in that frame */
    uint16_t status;     /* enum coop_trace_group_status */
    uint16_t slot;       /* present */
    uint32_t
        /* Where ids have gaps: so many work-groups made by forks have yet to begin, with this number as M */
        unnamed;
    uint32_t pad0;
};

struct coop_replay_slot {
    size_t next; /* event */
    uint64_t generation;
    uint32_t group_id;
    uint16_t status;         /* enum coop_trace_slot_status */
    uint8_t waits_to_resize; /* at a resizing barrier */
    uint8_t owes_resized;    /* its kill has completed a barrier that changed M, and it must say so next */
    uint8_t owes_completion; /* has arrived as the last one, and completes a barrier that changes M next */
};

/* Followed in memory by the slots and the groups. */
struct coop_replay_state {
    struct coop_trace_pool pool;
    uint64_t latest_ns; /* of the steps' recorded times: the latest of them had not happened before */
    uint64_t barriers;
    uint64_t transitions;
    uint64_t taken;
    uint64_t generation;
    uint32_t was_seen;
    uint32_t was_started;
    uint32_t was_completed;
    uint32_t parked_group; /* of a suspended instance */
    uint64_t parked_generation;
};

struct coop_replay {
    struct coop_trace_checker *checker;
    const struct coop_trace *trace;
    const struct coop_trace_launch *launch;
    uint32_t slot_count;
    struct coop_replay_state *state;
    struct coop_replay_slot *slots;
    struct coop_replay_group *groups;
    uint32_t *after_barriers; /* the lower 16 bits of the release word of each */
    size_t after_capacity;
};

/* check_step.c: -1 when memory is exhausted. */
int coop_replay_may_step(const struct coop_replay *replay, const struct coop_trace_event *event,
                         struct coop_trace_effect *effect, struct coop_trace_reason *reason);
int coop_replay_take_step(struct coop_replay *replay, const struct coop_trace_event *event,
                          const struct coop_trace_effect *effect);

/* check_sight.c */
int coop_replay_may_see(const struct coop_replay *replay, const struct coop_trace_event *event,
                        struct coop_trace_reason *reason);
void coop_replay_take_sight(struct coop_replay *replay, const struct coop_trace_event *event);

/* check_take.c */
int coop_replay_is_step(const struct coop_replay *replay, const struct coop_trace_event *event);

/* May the next event of `slot` come now? 1, or 0 and, unless it is NULL, *reason. */
int coop_replay_may_take(const struct coop_replay *replay, uint32_t slot, struct coop_trace_effect *effect,
                         struct coop_trace_reason *reason);

/* It comes. -1 when memory is exhausted. */
int coop_replay_take(struct coop_replay *replay, uint32_t slot, const struct coop_trace_effect *effect);

/* Of the words that the steps leave. */
uint64_t coop_replay_generation_of(const struct coop_replay *replay);

/* By when the event had happened. */
uint64_t coop_replay_bound(const struct coop_replay *replay, size_t event);

#endif
