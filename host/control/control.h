/* The control block as the host accesses it: its words, the table of instances, the slots.
 *
 * Stands on: shared/control.h, transport.h. On the host this file alone knows the layout of the control
 * block in device memory. The words of the mailbox are the exception: a transport rings the doorbell and
 * waits through them itself. Protocol: docs/protocol.md. Threads: the caller holds the run's lock, except
 * where a function says otherwise; `transport`, `setup` and `slot_count` do not change while a run is live
 * (host/run/run.h, H2 and H3). */
#ifndef COOP_HOST_CONTROL_H
#define COOP_HOST_CONTROL_H

#include "coop/shared/control.h"
#include "host/transport/transport.h"

/* What was offered to the trace: events of its buffer, and events of barriers, with those beyond their
 * budget. */
struct coop_trace_count {
    uint64_t events;
    uint64_t barriers;
};

struct coop_control_access {
    struct coop_transport *transport;
    uint32_t slot_count;             /* the scheduler's included */
    struct coop_control_setup setup; /* as it was written */
    /* What the host has posted in each entry of the table: a launch number, or 0 for a free entry */
    uint32_t posted[COOP_INSTANCES_MAX];
    uint32_t after[COOP_INSTANCES_MAX]; /* and which entries' launches it comes after, a bit each */
    uint32_t leases;                    /* the entries of leases, a bit each */
    uint32_t leases_ended;              /* of these, whose work-groups have been sent */
};

/* The size in bytes of a control block with `slot_count` slots. */
uint64_t coop_control_bytes(uint32_t slot_count);

/* Clears the words on which host threads sleep (X4): once, before the first run of a context. */
coop_status coop_control_init(struct coop_transport *transport);

/* Makes an empty control block with access->slot_count slots and access->setup, and an empty trace. The
 * completion counter goes on from where it is. */
coop_status coop_control_write(struct coop_control_access *access);

/* The setup's present value; after the start neither side writes it. */
coop_status coop_control_read_setup(const struct coop_control_access *access,
                                    struct coop_control_setup *setup);

/* What a look shows of the launches in `entries`. */
struct coop_control_look {
    uint32_t completions; /* for coop_control_wait; 0 when the device cannot be reached */
    int has_failed;       /* a failure record is complete */
    uint32_t states[COOP_INSTANCES_MAX];
    int has_stats[COOP_INSTANCES_MAX]; /* the final ones, if the state is DONE; or they take another trip */
    struct coop_instance_stats stats[COOP_INSTANCES_MAX];
};

/* By one trip to the device. */
coop_status coop_control_look(const struct coop_control_access *access, const uint32_t *entries,
                              uint32_t count, struct coop_control_look *look);

/* Any thread, also of a run that has ended (X4). */
uint32_t coop_control_completions(const struct coop_control_access *access);

/* Words of the control block. */
uint32_t coop_control_slot_count(const struct coop_control_access *access); /* 0: discovery has not ended */
uint32_t coop_control_arrivals(const struct coop_control_access *access);
uint32_t coop_control_stop(const struct coop_control_access *access);
uint32_t coop_control_exited(const struct coop_control_access *access);
uint32_t coop_control_has_clock(const struct coop_control_access *access);
uint64_t coop_control_heartbeat(const struct coop_control_access *access);
coop_status coop_control_read_trace_cursors(const struct coop_control_access *access,
                                            struct coop_trace_count *count);

/* Waits until the completion counter differs from `seen`, at most for the given time and for one slice, so
 * that the caller also sees the megakernel end. Any thread, also of a run that has ended (X4). */
void coop_control_wait(const struct coop_control_access *access, uint32_t seen, uint64_t most_ns);

/* Ends such waits of all threads early (X5). Any thread, also of a run that has ended. */
void coop_control_wake(const struct coop_control_access *access);

/* Tells every work-group to leave. */
void coop_control_tell_to_stop(const struct coop_control_access *access);

/* Copies the failure record; false while there is none or it is incomplete. */
int coop_control_read_failure(const struct coop_control_access *access, struct coop_failure_record *failure);

/* Writes a free entry, publishes it and rings the doorbell. */
void coop_control_post(struct coop_control_access *access, uint32_t index,
                       const struct coop_launch_record *record, const void *args, size_t args_bytes);

/* Frees the entry for the next launch. On the device it stays DONE until then. */
void coop_control_forget_entry(struct coop_control_access *access, uint32_t index);

/* Of the launches that the one in an entry comes after, the entries of those whose end the host has not seen,
 * a bit each. */
uint32_t coop_control_after_left(const struct coop_control_access *access, uint32_t index);

/* What was launched; only the host writes it. kernel_index is UINT32_MAX where there is no such entry. */
struct coop_launch_record coop_control_launch(const struct coop_control_access *access, uint32_t index);

/* How many work-groups a launch wants by now: once the scheduler has seen it, a series may want fewer of a
 * regular one than were launched, and a cooperative kernel has itself a say (S11). */
uint32_t coop_control_groups_wanted(const struct coop_control_access *access, uint32_t index,
                                    const struct coop_launch_record *launch, uint32_t state);

/* The launch in the entry repeats no more once the scheduler has seen this. */
void coop_control_end_repeat(const struct coop_control_access *access, uint32_t index, uint32_t sequence);

/* The figures of a launch that repeats; zeros before the scheduler has seen it. */
coop_status coop_control_read_repeat(const struct coop_control_access *access, uint32_t index,
                                     struct coop_repeat_figures *figures);

/* Of the first `count` queues by which work-groups come back: `away`, unless it is NULL, and how many that
 * came have ended (H9). Without `away`, any thread, also of a run that has ended (X4). */
coop_status coop_control_read_joins(const struct coop_control_access *access, uint64_t *away, uint32_t *ended,
                                    uint32_t count);

/* Gives the queue its next turn (L6). */
coop_status coop_control_begin_turn(const struct coop_control_access *access, uint32_t queue, uint32_t turn);

coop_status coop_control_read_stats(const struct coop_control_access *access, uint32_t index,
                                    struct coop_instance_stats *stats);

/* The id of the work-group that runs in a slot. */
uint32_t coop_control_group_id(const struct coop_control_access *access, uint32_t slot);

/* Words that coop_control_collect reads together. */
struct coop_transport_word coop_control_heartbeat_word(void);
struct coop_transport_word coop_control_held_word(void);
struct coop_transport_word coop_control_failure_word(void);
struct coop_transport_word coop_instance_sequence_word(uint32_t index);
struct coop_transport_word coop_instance_state_word(uint32_t index);
struct coop_transport_word coop_instance_counts_word(uint32_t index);
struct coop_transport_word coop_instance_phase_word(uint32_t index);
struct coop_transport_word coop_slot_state_word(uint32_t slot);
struct coop_transport_word coop_slot_instance_word(uint32_t slot);
struct coop_transport_word coop_slot_doing_word(uint32_t slot);
struct coop_transport_word coop_slot_batch_word(uint32_t slot);
struct coop_transport_word coop_slot_flow_word(uint32_t slot);

/* Reads the words, each whole (transport.h). */
coop_status coop_control_collect(const struct coop_control_access *access, struct coop_transport_word *words,
                                 uint32_t count);

#endif
