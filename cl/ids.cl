/* The ids of an instance whose work-groups end in any order: the ids have gaps, and joining work-groups take
 * the free ones (S1a, S4a).
 *
 * Stands on: slot.cl, table.cl. Caller: the scheduler, which decides on all ids at the start, and on each
 * further one when it reserves a slot; the id then goes with the slot. So the work-groups need not agree on
 * anything. Protocol: docs/protocol.md#ids.
 *   U1  no two slots outside the free set have the same id promised to the same launch. There is one
 *       exception: the owner of one of them was killed and is about to put the slot back, when the instance
 *       is resumed under that id.
 *   U2  a work-group runs, and a fork is granted, only on a slot outside the free set, under the id promised
 *       with that slot. */

/* Notes what the slot, just taken out of the free set, is for. In an instance whose ids have gaps, `id` goes
 * with the slot. */
static inline void coop_ids_promise(local struct coop_group *coop, uint slot, uint index, uint id)
{
    local struct coop_scheduler_table *table = coop->scheduler.table;
    global struct coop_slot *taken = coop_slot_at(coop->control, slot);

    taken->promised_to = table->flags[index] & COOP_INSTANCE_KILLS_ANY ? table->entries[index].sequence : 0;
    taken->promised_id = id;
}

/* Finds the ids of an instance that no slot outside the free set has. The slot of a work-group that was just
 * killed still counts: its owner puts the slot back a moment later, and then rings. */
COOP_SMALL static void coop_ids_find(local struct coop_group *coop, uint index,
                                      local struct coop_free_ids *ids)
{
    uint slot_count = coop->scheduler.slot_count;
    uint sequence = coop->scheduler.table->entries[index].sequence;
    uint limit = coop->scheduler.table->entries[index].wanted;
    ulong free_slots = 0;

    ids->count = limit;
    for (uint i = 0; i < COOP_SLOTSET_WORDS; i++) {
        ids->words[i] = i * 64u + 64u <= limit ? ~0ul : i * 64u < limit ? (1ul << (limit % 64u)) - 1ul : 0ul;
    }
    for (uint slot = 0; slot < slot_count; slot++) {
        global const struct coop_slot *at = coop_slot_at(coop->control, slot);
        /* Relaxed: a take acquires, and the group-count word orders an id's holders: the kill, the grant, the
         * fork */
        if (slot % 64u == 0) {
            free_slots = coop_load64_relaxed(&coop->control->free.words[slot / 64u]);
        }
        if (at->promised_to == sequence && !(free_slots >> (slot % 64u) & 1ul)) {
            ulong bit = 1ul << (at->promised_id % 64u);
            ids->count -= (ids->words[at->promised_id / 64u] & bit) != 0;
            ids->words[at->promised_id / 64u] &= ~bit;
        }
    }
}

/* Takes the lowest one. */
static uint coop_ids_take(local struct coop_free_ids *ids)
{
    uint i = 0;
    ulong bit;

    while (i < COOP_SLOTSET_WORDS - 1 && ids->words[i] == 0) {
        i++;
    }
    bit = ids->words[i] & (0ul - ids->words[i]);
    ids->words[i] &= ~bit;
    ids->count--;
    return i * 64u + (63u - (uint)clz(bit));
}
