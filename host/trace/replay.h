/* The state of an instance in the replay, between two events.
 *
 * Stands on: check_counts.h. */
#ifndef COOP_HOST_TRACE_REPLAY_H
#define COOP_HOST_TRACE_REPLAY_H

#include "host/trace/check_counts.h"

enum coop_trace_group_status {
    COOP_TRACE_GROUP_ABSENT,
    COOP_TRACE_GROUP_PENDING, /* it has been made; it has not begun */
    COOP_TRACE_GROUP_PRESENT,
    COOP_TRACE_GROUP_RETURNED
};

enum coop_trace_slot_status {
    COOP_TRACE_SLOT_IDLE,
    COOP_TRACE_SLOT_RUNS,
    COOP_TRACE_SLOT_WAITS,    /* at a barrier */
    COOP_TRACE_SLOT_CONDEMNED /* the barrier has ended its work-group, whose end event must follow */
};

/* An id. */
struct coop_replay_group {
    size_t
        next_begin;  /* its beginnings come in the order of their times: an end and a fork lie between them */
    uint64_t phase;  /* pending: in the frame that it gets */
    uint32_t active; /* pending: M in that frame */
    uint16_t status; /* enum coop_trace_group_status */
    uint16_t slot;   /* present */
    uint32_t
        /* Where ids have gaps: so many work-groups made by forks have yet to begin, with this number as M */
        unnamed;
    /* pending: `phase` counts only the barriers that the replay has seen, and there may have been more */
    uint32_t is_least;
};

struct coop_replay_slot {
    size_t next; /* event */
    uint64_t phase;
    uint32_t group_id;
    uint16_t status;         /* enum coop_trace_slot_status */
    uint8_t waits_to_resize; /* at a resizing barrier */
    uint8_t owes_resized;    /* its kill has completed a barrier that changed M; its next event must say so */
    uint8_t owes_completion; /* has arrived as the last one, and completes a barrier that changes M next */
};

/* Followed in memory by the slots and the groups. */
struct coop_replay_state {
    struct coop_trace_counts counts;
    uint64_t latest_ns; /* of the steps' recorded times: the latest of them had not happened before */
    uint64_t barriers;
    uint64_t transitions;
    uint64_t taken;
    uint64_t taken_of_barriers; /* of these, those that are recorded with barriers alone */
    uint64_t phase;
    uint32_t was_seen;
    uint32_t was_started;
    uint32_t was_completed;
    uint32_t was_rested;   /* a job of it has completed: it repeats */
    uint32_t parked_group; /* of a suspended instance */
    uint64_t parked_phase;
    uint64_t rested_word; /* what its latest job has left */
};

struct coop_replay {
    struct coop_trace_checker *checker;
    const struct coop_trace *trace;
    const struct coop_trace_launch *launch;
    uint32_t slot_count;
    uint64_t sure_ns; /* no event of the launch that the replay uses and that happened before is missing */
    struct coop_replay_state *state;
    struct coop_replay_slot *slots;
    struct coop_replay_group *groups;
    uint32_t *after_barriers; /* the lower 16 bits of the phase word of each */
    size_t after_capacity;
};

int coop_replay_is_step(const struct coop_replay *replay, const struct coop_trace_event *event);

/* The phase in the words that the steps leave. */
uint64_t coop_replay_phase_of(const struct coop_replay *replay);

/* The time by which the event had happened. */
uint64_t coop_replay_bound(const struct coop_replay *replay, size_t event);

#endif
