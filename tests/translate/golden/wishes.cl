#include "coop/kernel.clh"

/* A wish is no place at which M changes: in a helper, in a condition, in a loop. */
void wish(uint left, uint each)
{
    want_groups(left / each + 1u);
}

void wish_through(uint left)
{
    wish(left, 256u);
}

coop_kernel void search(global uint *frontier, global volatile uint *count, uint small)
{
    transmit uint level = 0;

    while (count[level % 2] > 0) {
        if (count[level % 2] < small) {
            want_groups(1u);
        } else {
            want_groups(~0u);
        }
        for (size_t i = get_global_id(0); i < count[level % 2]; i += get_global_size(0)) {
            frontier[i] += level;
        }
        level++, want_groups(level);
        wish_through(frontier[0]);
        resizing_global_barrier();
    }
}

/* A kernel that never says it. */
coop_kernel void silent(global uint *out)
{
    out[get_group_id(0)] = 1;
    resizing_global_barrier();
}

/* In a regular kernel it means nothing. */
kernel void regular(global uint *out)
{
    want_groups(2u);
    out[get_global_id(0)] = 2;
}
