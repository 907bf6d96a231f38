/* Slots and frames: how a work-group gets work and gives itself back.
 *
 * Stands on: shared/lease.h, slotset.cl, mailbox.cl, group.cl. Callers: leaders; of coop_slot_assign also the
 * work-items of slot 0. Protocol: docs/protocol.md#slot.
 *   L1  only the taker of the slot's bit out of a set writes the frame, and only while the slot is FREE or
 *       ASLEEP.
 *   L2  the owner reads the frame only after it has seen ASSIGNED.
 *   L3  an owner puts its bit back only after its last access to the frame and to the instance. */

struct coop_frame_values {
    ulong phase;
    uint instance;
    uint group_id;
    uint state;
    uint num_groups;
};

/* Hands `values`, and the first bytes of the assigner's transmit_out, to the owner of `slot`. */
COOP_SELDOM static void coop_slot_assign(local struct coop_group *coop, uint slot,
                                         struct coop_frame_values values, uint transmit_bytes)
{
    global struct coop_slot *to = coop_slot_at(coop->control, slot);

    to->frame.instance = values.instance;
    to->frame.group_id = values.group_id;
    to->frame.state = values.state;
    to->frame.num_groups = values.num_groups;
    to->frame.phase = values.phase;
    coop_copy_out(to->frame.transmit, coop->transmit_out, transmit_bytes);
    /* Both publish the frame, and pair with the owner's last load in coop_slot_wait_by_leader. The old value
     * of the word matters only where an owner may sleep. */
    if (!COOP_HAS_SLEEP) {
        coop_store_release(&to->word, COOP_SLOT_ASSIGNED);
    } else if (coop_exchange_acquire_release(&to->word, COOP_SLOT_ASSIGNED) == COOP_SLOT_ASLEEP) {
        coop_wake(&to->word);
    }
}

#ifndef COOP_SLOT_YIELDS
#define COOP_SLOT_YIELDS 300u
#endif
#define COOP_SLOT_SLEEP_NS 50000000ul

/* Waits until the slot is assigned (true) or the work-group must leave (false). */
static int coop_slot_wait_by_leader(local struct coop_group *coop)
{
    global struct coop_slot *slot = coop_slot_at(coop->control, coop->slot);
    struct coop_backoff backoff = coop_backoff_init();

    coop_slot_show(coop, COOP_OP_IDLE, 0u);
    while (coop_load_relaxed(&slot->word) != COOP_SLOT_ASSIGNED) {
        if (coop_backoff_is_at_step(backoff) && coop_must_drain(coop->control)) {
            return 0;
        }
        if (COOP_HAS_SLEEP && coop_backoff_is_long(backoff, COOP_SLOT_YIELDS)) {
            /* Fails when the slot was assigned meanwhile. An assigner that finds ASLEEP wakes the owner.
             * Relaxed: nothing is read by it; the frame is acquired below (L2). */
            if (coop_replace_relaxed(&slot->word, COOP_SLOT_FREE, COOP_SLOT_ASLEEP) ||
                coop_load_relaxed(&slot->word) == COOP_SLOT_ASLEEP) {
                coop_sleep_on(&slot->word, COOP_SLOT_ASLEEP, COOP_SLOT_SLEEP_NS);
            }
        } else {
            coop_relax(&backoff);
        }
    }
    /* Acquires the frame; pairs with coop_slot_assign. Not in the loop: on GPUs an acquire empties a cache,
     * and waiting work-groups would take the cache from those that work. */
    coop_load_acquire(&slot->word);
    coop_store_relaxed(&slot->word, COOP_SLOT_RUNNING); /* the owner's own until the bit is back (L1) */
    return 1;
}

/* The slot is free for other work. The caller has made its last access to the instance (L3). */
static void coop_slot_give_by_leader(local struct coop_group *coop)
{
    coop->has_work = 0;
    /* The addition to the set publishes it */
    coop_store_relaxed(&coop_slot_at(coop->control, coop->slot)->word, COOP_SLOT_FREE);
    coop_slotset_add(&coop->control->free, coop->slot);
    coop_ring_doorbell(coop->control);
}

/* The last access of one that has come for a lease: the host then gives the control block back (H9), and the
 * megakernel's event does not tell of it. Pairs with coop_control_read_joins. */
static void coop_slot_count_join_out(global struct coop_control *control, ulong join)
{
    coop_add_release(&control->joins_ended[COOP_LEASE_JOIN_QUEUE(join) % COOP_JOINS_MAX], 1u);
}

/* The last access of a work-group that leaves the megakernel. */
static void coop_slot_count_out(local struct coop_group *coop)
{
    coop_add_release(&coop->control->exited, 1u); /* pairs with the scheduler's load */
    if (coop->join != 0) {
        coop_slot_count_join_out(coop->control, coop->join);
    }
}

/* The work-group leaves the megakernel. */
static void coop_slot_leave_by_leader(local struct coop_group *coop)
{
    coop->has_work = 0;
    coop->runs = 0;
    coop_store_relaxed(&coop_slot_at(coop->control, coop->slot)->word, COOP_SLOT_EXITED);
    coop_ring_doorbell(coop->control);
    coop_slot_count_out(coop);
}
