/* The watch over a live run: what has changed since the last poll, and for how long nothing has.
 *
 * Stands on: control.h, clock.h, the module's signature. The watch only observes. At coarse intervals, the
 * threads that wait read words that the device writes anyway (docs/protocol.md#watch). Callers hold the
 * run's lock, and the run is live. Time is watched time (clock.h): time in which no thread waits, or in
 * which the process is stopped, does not count.
 *   V1  a running launch makes progress when one of its work-groups ends a step or takes up a frame: every
 *       such event changes the `doing` or the word of a slot.
 *   V2  a launch that waits to start makes progress when another one starts or ends, or when those that hold
 *       work-groups make some; but a cooperative one that is asked for work-groups only when it gives one up.
 *       While nobody is asked, the scheduler makes rounds and holds work-groups for an expected job, time
 *       itself is progress: the job comes, or the holding ends (docs/protocol.md#series).
 *       So it is for a launch that repeats, between two jobs (docs/protocol.md#repeat).
 *   V3  a posted launch that the scheduler has not seen makes none. */
#ifndef COOP_HOST_WATCH_H
#define COOP_HOST_WATCH_H

#include "host/control/control.h"
#include "host/module/signature.h"

struct coop_seen_slot {
    uint32_t word;     /* enum coop_slot_word */
    uint32_t instance; /* of the work-group that runs there */
    uint64_t doing;    /* COOP_DOING */
    uint64_t quiet_ns; /* none of these has changed */
    uint32_t looks;    /* polls since the last change; 0: nothing is known of the time */
};

struct coop_seen_instance {
    uint32_t sequence; /* 0: the entry is free */
    uint32_t state;    /* enum coop_instance_state */
    uint64_t counts;
    uint64_t phase_word; /* whose phase says which arrivals in `counts` are the present ones */
    uint64_t quiet_ns;   /* no progress (V1 to V3) */
    uint64_t whole_ns;   /* it has given up no work-group */
    uint32_t looks;      /* polls since it was first seen; 0: nothing is known of the times */
};

struct coop_watch {
    const struct coop_control_access *control;
    const struct coop_signature *signature; /* the names of kernels, and the places of states */
    uint64_t stall_after_ns;                /* 0: no launch is ever reported as stalled */
    uint64_t interval_ns;
    uint64_t polled_ns;
    uint64_t heartbeat;
    uint64_t held;               /* COOP_HELD */
    uint64_t scheduler_quiet_ns; /* no round */
    struct coop_seen_slot *slots;
    struct coop_transport_word *words; /* the words that a poll or a search for damage reads */
    struct coop_seen_instance instances[COOP_INSTANCES_MAX];
};

/* Watches control->slot_count slots, or fewer where discovery keeps fewer. False when memory is exhausted. */
int coop_watch_init(struct coop_watch *watch, const struct coop_control_access *control,
                    const struct coop_signature *signature, uint64_t stall_after_ns);
void coop_watch_clear(struct coop_watch *watch);

/* Polls everything if a poll is due, or `at_once`. True when it did; a device that cannot be reached is not
 * polled. */
int coop_watch_poll(struct coop_watch *watch, int at_once);

/* Whether its last work-group has been killed. The launch then waits as one that has not started (V2). */
int coop_watch_is_suspended(const struct coop_seen_instance *instance);

/* Whether entry `index` has made no progress for as long as the run's options allow. */
int coop_watch_is_stalled(const struct coop_watch *watch, uint32_t index);

/* Looks for a word of the control block that neither host nor device can have written; 0 when none is
 * found. Otherwise the text names the word. */
int coop_watch_finds_damage(struct coop_watch *watch, char *text, size_t capacity);

#endif
