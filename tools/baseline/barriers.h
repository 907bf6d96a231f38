/* The data check of coop-bench barrier, the same in all kernels that it compares: at every check each
 * work-item writes the number of the barrier in front of it, and reads what its neighbour in the next
 * work-group wrote behind it. Two rows of words take turns, so that no word is overwritten while it may
 * still be read. */
#ifndef TOOLS_BASELINE_BARRIERS_H
#define TOOLS_BASELINE_BARRIERS_H

static inline uint barriers_place(uint round, uint check_every, uint item, uint items)
{
    return (round & check_every ? items : 0) + item;
}

/* check_every  a power of two, so that next to no work lies between two barriers */
static inline int barriers_are_checked(uint round, uint check_every)
{
    return (round & (check_every - 1u)) == 0;
}

static void barriers_write(global uint *words, uint round, uint check_every)
{
    if (barriers_are_checked(round, check_every)) {
        words[barriers_place(round, check_every, (uint)get_global_id(0), (uint)get_global_size(0))] = round;
    }
}

static void barriers_read(global uint *words, global atomic_uint *wrong, uint round, uint check_every)
{
    if (barriers_are_checked(round, check_every)) {
        uint items = (uint)get_global_size(0);
        uint item = ((uint)get_global_id(0) + (uint)get_local_size(0)) % items;

        if (words[barriers_place(round, check_every, item, items)] != round) {
            atomic_fetch_add_explicit(wrong, 1u, memory_order_relaxed, memory_scope_device);
        }
    }
}

#endif
