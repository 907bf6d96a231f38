/* Leases: a work-group leaves the megakernel, and later another one, of a megakernel that the host enqueues
 * behind the commands of the lease, comes in its place. The lease is an instance, whose work-groups are the
 * places: each returns from it when its slot is taken again.
 *
 * Stands on: shared/lease.h, instance.cl. Protocol: docs/protocol.md#lease.
 *   L4  a slot that is AWAY is in the reserved set of its lease's instance, or has been taken out of it by
 *       one that has come for that lease, and is its own from there on.
 *   L5  `exited` counts the work-groups that have left: one that comes in another's place takes 1 off it
 *       before it looks whether it must leave.
 *   L6  one that comes counts itself in the turn of its queue that it was sent in; the queue has no other
 *       turn before all of them have. */

/* The work-group is to leave. One that has come before has found no place, and this one stays in its stead.
 */
COOP_SELDOM static void coop_lease_leave_by_leader(local struct coop_group *coop)
{
    global struct coop_instance *instance = coop->instance;
    global coop_word64 *away = &coop->control->away[instance->launch.weight % COOP_JOINS_MAX];

    /* Relaxed: the set publishes the slot. */
    if (coop_away_balance(coop_add64_relaxed(away, COOP_AWAY_LEAVES)) < 0) {
        coop_instance_return_by_leader(coop);
        return;
    }
    coop->has_work = 0;
    coop->runs = 0;
    coop_store_relaxed(&coop_slot_at(coop->control, coop->slot)->word, COOP_SLOT_AWAY);
    coop_slotset_add(&instance->reserved, coop->slot); /* its last access to slot and instance */
    coop_slot_count_out(coop);
}

/* Takes one of the slots `wanted` out of a word of the set, and returns its bit; 0 where none of them is
 * there. The lowest from bit `shift` is the first. */
static ulong coop_lease_take_bit(global coop_word64 *at, ulong wanted, uint shift)
{
    ulong word = coop_load64_relaxed(at) & wanted;

    while (word != 0) {
        ulong above = word >> shift << shift;
        ulong from = above != 0 ? above : word;
        ulong bit = from & (0ul - from);
        word = coop_and64_acquire(at, ~bit); /* pairs with the add of its owner (Z1) */
        if (word & bit) {
            return bit;
        }
        word &= wanted;
    }
    return 0;
}

/* Takes a slot that is away and that a work-group on this compute unit had when the run began; COOP_NO_SLOT
 * where there is none. So slots go round the compute units as before (D1), and the highest, which leave
 * first, make room on all. */
static uint coop_lease_take_slot_of(global struct coop_control *control,
                                    global struct coop_instance *instance, uint unit)
{
    for (uint i = 0; unit < COOP_UNITS_MAX && i < COOP_UNIT_WORDS; i++) {
        ulong slots = coop_load64_relaxed(&control->unit_slots[unit][i]);
        for (; slots != 0; slots <<= 16) {
            uint slot = (uint)(slots >> 48); /* the scheduler's, 0, never leaves */
            if (slot != 0 &&
                coop_lease_take_bit(&instance->reserved.words[slot / 64u], 1ul << slot % 64u, 0) != 0) {
                return slot;
            }
        }
    }
    return COOP_NO_SLOT;
}

/* Takes any slot that is away; the balance has said that there is one for each that looks, if not at once.
 * They look in different words, and at different bits, so that they do not wait for each other. */
static uint coop_lease_take_slot(local struct coop_group *coop, global struct coop_instance *instance,
                                 uint number)
{
    /* Relaxed: discovery is over (D3). */
    uint words = coop_slotset_words(coop_load_relaxed(&coop->control->slot_count));
    struct coop_backoff backoff = coop_backoff_init();

    for (uint i = number % words, tries = 1;; i = (i + 1u) % words, tries++) {
        ulong bit = coop_lease_take_bit(&instance->reserved.words[i], ~0ul, number / words % 64u);
        if (bit != 0) {
            return coop_slotset_slot(i, bit);
        }
        if (tries % words == 0) {
            coop_relax(&backoff);
        }
    }
}

/* Counts itself; returns `away` as it was before. The host has given the queue its turn before it has sent
 * this work-group, but by another queue of the driver's. */
static ulong coop_lease_count_in(global coop_word64 *away, uint turn)
{
    struct coop_backoff backoff = coop_backoff_init();

    while (coop_away_turn(coop_load64_relaxed(away)) != turn) {
        coop_relax(&backoff);
    }
    return coop_add64_relaxed(away, COOP_AWAY_COMES); /* nothing is read by it: the set publishes the slot */
}

/* The work-group has come for a lease, on compute unit `unit`. It has no part in discovery, which is over
 * (D3). */
COOP_SELDOM static void coop_lease_join_by_leader(local struct coop_group *coop, ulong join, uint unit)
{
    global struct coop_control *control = coop->control;
    global struct coop_instance *instance =
        &control->instances[COOP_LEASE_JOIN_ENTRY(join) % COOP_INSTANCES_MAX];
    uint queue = COOP_LEASE_JOIN_QUEUE(join) % COOP_JOINS_MAX;
    global struct coop_slot *slot;
    ulong before;

    coop->join = join;
    before = coop_lease_count_in(&control->away[queue], COOP_LEASE_JOIN_TURN(join));
    coop->runs = coop_away_balance(before) > 0;
    if (!coop->runs) {
        coop_slot_count_join_out(control, join);
        return;
    }
    /* Its lease is not over: one has left that has not returned. */
    coop->slot = coop_lease_take_slot_of(control, instance, unit);
    if (coop->slot == COOP_NO_SLOT) {
        coop->slot = coop_lease_take_slot(coop, instance, coop_away_come(before));
    }
    slot = coop_slot_at(control, coop->slot);
    coop->doing = &slot->doing;
    /* L5: its own count again, when it leaves, follows. Before the look: a drain that has not seen the count
     * has seen what the look sees. */
    coop_add_acquire_release(&control->exited, ~0u);
    if (coop_must_drain(control)) { /* the lease may be over, and the host may read its figures */
        coop_slot_leave_by_leader(coop);
        return;
    }
    coop->instance_index = slot->frame.instance; /* the frame is that of the one before it */
    coop->instance = instance;
    coop->sequence = instance->launch.sequence;
    coop->flags = instance->launch.flags;
    coop->phase = slot->frame.phase;
    coop->logical_groups_done = 0;
    coop_instance_return_by_leader(coop);
}
