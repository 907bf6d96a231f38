/* The control block as the host reaches it: its words, the table of instances, the slots.
 *
 * Stands on: shared/control.h, transport.h. On the host this file alone knows where in device memory what
 * lies; but the words of the mailbox, through which a transport itself rings and waits, are the
 * transport's. Protocol: docs/protocol.md. Threads: the caller holds the run's lock, except where a
 * function says otherwise; `transport`, `setup` and `slot_count` do not change while a run is live. */
#ifndef COOP_HOST_CONTROL_H
#define COOP_HOST_CONTROL_H

#include "coop/shared/control.h"
#include "host/transport/transport.h"

struct coop_control_access {
    struct coop_transport *transport;
    uint32_t slot_count;             /* the scheduler's included */
    struct coop_control_setup setup; /* as it was written */
    /* What the host has posted in each entry of the table: a launch number; 0: the entry is free */
    uint32_t posted[COOP_INSTANCES_MAX];
};

/* Bytes of a control block with so many slots. */
uint64_t coop_control_bytes(uint32_t slot_count);

/* Makes an empty control block with access->slot_count slots and access->setup, and an empty trace. */
coop_status coop_control_write(struct coop_control_access *access);

/* What the setup is now, which nobody writes after the start. */
coop_status coop_control_read_setup(const struct coop_control_access *access,
                                    struct coop_control_setup *setup);

/* Words of the control block. Any thread. */
uint32_t coop_control_completions(const struct coop_control_access *access);
uint32_t coop_control_slot_count(const struct coop_control_access *access); /* 0: discovery is not over */
uint32_t coop_control_arrivals(const struct coop_control_access *access);
uint32_t coop_control_stop(const struct coop_control_access *access);
uint32_t coop_control_exited(const struct coop_control_access *access);
uint32_t coop_control_has_clock(const struct coop_control_access *access);
uint64_t coop_control_heartbeat(const struct coop_control_access *access);
coop_status coop_control_read_trace_cursor(const struct coop_control_access *access, uint64_t *cursor);

/* Waits until the completion counter is no longer `seen`, at most for that long and for a slice, so that the
 * megakernel's own end is seen too. Any thread. */
void coop_control_wait(const struct coop_control_access *access, uint32_t seen, uint64_t most_ns);

/* Tells every work-group to leave. */
void coop_control_tell_to_stop(const struct coop_control_access *access);

/* Copies the failure record; false while there is none, or it is not complete. */
int coop_control_read_failure(const struct coop_control_access *access, struct coop_failure_record *failure);

/* Writes a free entry, publishes it, and rings. */
void coop_control_post(struct coop_control_access *access, uint32_t index,
                       const struct coop_launch_record *record, const void *args, size_t args_bytes);

/* The entry is free for the next launch; on the device, too, where the megakernel is still there. */
void coop_control_clear_entry(struct coop_control_access *access, uint32_t index, int is_live);

/* What was launched: written by the host alone. kernel_index is UINT32_MAX where there is no such entry. */
struct coop_launch_record coop_control_launch(const struct coop_control_access *access, uint32_t index);

coop_status coop_control_read_stats(const struct coop_control_access *access, uint32_t index,
                                    struct coop_instance_stats *stats);

/* The id of the work-group that runs in a slot. */
uint32_t coop_control_group_id(const struct coop_control_access *access, uint32_t slot);

/* Words that are read together, to be handed to coop_control_collect. */
struct coop_transport_word coop_control_heartbeat_word(void);
struct coop_transport_word coop_control_failure_word(void);
struct coop_transport_word coop_instance_sequence_word(uint32_t index);
struct coop_transport_word coop_instance_state_word(uint32_t index);
struct coop_transport_word coop_instance_counts_word(uint32_t index);
struct coop_transport_word coop_instance_phase_word(uint32_t index);
struct coop_transport_word coop_slot_state_word(uint32_t slot);
struct coop_transport_word coop_slot_instance_word(uint32_t slot);
struct coop_transport_word coop_slot_doing_word(uint32_t slot);

/* Reads them, each whole (transport.h). */
coop_status coop_control_collect(const struct coop_control_access *access, struct coop_transport_word *words,
                                 uint32_t count);

#endif
