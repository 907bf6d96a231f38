/* Sets of slots: who holds a slot's bit decides what the slot does next.
 *
 * Stands on: shared/slot.h, atomics.clh. Any leader may call any function on any set.
 *   Z1  a slot is in at most one set; taking it out gives the taker the only right to write its frame.
 *   Z2  a set that holds at least k slots for k takers gives each of them one: a taker that loses a race tries the rest.
 * Adding releases what the adder did with the slot; taking acquires it. */

#define COOP_NO_SLOT 0xffffffffu

static inline uint coop_slotset_words(uint slot_count)
{
    return (slot_count + 63u) / 64u;
}

static inline void coop_slotset_add(global struct coop_slotset *set, uint slot)
{
    coop_or64_release(&set->words[slot / 64u], 1ul << (slot % 64u)); /* pairs with the take below */
}

/* The slot taken, or COOP_NO_SLOT when the set was empty at every word as it was looked at. */
static uint coop_slotset_take(global struct coop_slotset *set, uint slot_count)
{
    uint words = coop_slotset_words(slot_count);

    for (uint i = 0; i < words; i++) {
        ulong word = coop_load64_relaxed(&set->words[i]); /* a hint: the and below decides (Z1) */
        while (word != 0) {
            ulong bit = word & (0ul - word);
            word = coop_and64_acquire(&set->words[i], ~bit);
            if (word & bit) {
                return i * 64u + (63u - (uint)clz(bit));
            }
        }
    }
    return COOP_NO_SLOT;
}

static uint coop_slotset_count(global struct coop_slotset *set, uint slot_count)
{
    uint words = coop_slotset_words(slot_count);
    uint count = 0;

    for (uint i = 0; i < words; i++) {
        count += (uint)popcount(coop_load64_relaxed(&set->words[i])); /* takes acquire; this only counts */
    }
    return count;
}
