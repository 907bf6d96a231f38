/* Sets of slots: the holder of a slot's bit decides what the slot does next.
 *
 * Stands on: shared/slot.h, atomics.clh. Any leader may call any function on any set.
 *   Z1  a slot is in at most one set; only the work-group that takes it out may write its frame.
 *   Z2  a set that holds at least k slots for k takers gives each of them one: a taker that loses a race
 *       tries the rest.
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

/* The lowest `count` slots of a word, or all of them. */
static inline ulong coop_slotset_lowest(ulong word, uint count)
{
    uint bits = 0;

    if (count >= (uint)popcount(word)) {
        return word;
    }
    for (uint step = 32; step > 0; step /= 2) { /* the longest run of low bits with at most `count` slots */
        if ((uint)popcount(word & ((1ul << (bits + step)) - 1ul)) <= count) {
            bits += step;
        }
    }
    return word & ((1ul << bits) - 1ul);
}

/* The lowest slot of word `i`, whose value `word` is not 0. */
static inline uint coop_slotset_slot(uint i, ulong word)
{
    return i * 64u + (63u - (uint)clz(word & (0ul - word)));
}

/* Takes up to `count` slots out of word `i`, and returns them; fewer when the word ran out of them. */
static ulong coop_slotset_take(global struct coop_slotset *set, uint i, uint count)
{
    ulong word = coop_load64_relaxed(&set->words[i]); /* a hint: the and below decides (Z1) */
    ulong taken = 0;

    while (word != 0 && count > 0) {
        ulong wanted = coop_slotset_lowest(word, count);
        ulong held = coop_and64_acquire(&set->words[i], ~wanted);
        taken |= held & wanted;
        count -= (uint)popcount(held & wanted);
        word = held & ~wanted;
    }
    return taken;
}

/* Moves up to `count` slots to another set; returns how many. */
static uint coop_slotset_move(global struct coop_slotset *from, global struct coop_slotset *to,
                              uint slot_count, uint count)
{
    uint words = coop_slotset_words(slot_count);
    uint left = count;

    for (uint i = 0; i < words && left > 0; i++) {
        ulong taken = coop_slotset_take(from, i, left);
        if (taken != 0) {
            coop_or64_release(&to->words[i], taken);
            left -= (uint)popcount(taken);
        }
    }
    return count - left;
}
