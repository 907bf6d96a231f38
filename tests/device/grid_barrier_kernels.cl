/* Kernels that pass barriers of coop/grid_barrier.clh, and what each work-group saw. */
#include "coop/grid_barrier.clh"

/* What a launched work-group leaves behind, at its place in the order of get_group_id. */
struct seat {
    uint is_member;
    uint group;
    uint groups;
    uint rounds; /* that it passed */
};

static uint launched_group(void)
{
    return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) +
                  get_group_id(0));
}

static int is_leader(void)
{
    return get_local_id(0) == 0 && get_local_id(1) == 0 && get_local_id(2) == 0;
}

/* Each work-item writes the round's number in front of the barrier, and reads behind it what work-items of
 * all other members wrote, one of each. Two rows take turns, so that no word is overwritten while it may
 * still be read.
 * leaver  the member that ends before its barrier of round `leaves_at`, or more than there are. */
kernel void rounds(global struct coop_grid_state *state, global uint *words, uint row_items,
                   global struct seat *seats, global atomic_uint *wrong, uint rounds, uint leaver,
                   uint leaves_at)
{
    local struct coop_grid grid;
    uint round = 0;
    uint seen = 0;
    uint stays = 1;

    coop_grid_begin(&grid, state);
    stays = coop_grid_goes_on(&grid);
    while (stays && round < rounds) {
        global uint *row = words + (round % 2u) * row_items;

        row[coop_grid_item(&grid)] = round + 1u;
        coop_grid_barrier(&grid);
        if (coop_grid_goes_on(&grid)) {
            uint step = coop_grid_items(&grid) / coop_grid_groups(&grid);
            for (uint i = coop_grid_item(&grid) % step; i < coop_grid_items(&grid); i += step) {
                seen += row[i] != round + 1u;
            }
            round++;
        }
        stays = coop_grid_goes_on(&grid) && !(coop_grid_group(&grid) == leaver && round == leaves_at);
    }
    if (seen > 0) {
        atomic_fetch_add_explicit(wrong, seen, memory_order_relaxed, memory_scope_device);
    }
    if (is_leader()) {
        global struct seat *seat = &seats[launched_group()];
        seat->is_member = coop_grid_groups(&grid) > 0;
        seat->group = coop_grid_group(&grid);
        seat->groups = coop_grid_groups(&grid);
        seat->rounds = round;
    }
}

#ifdef COOP_PLAIN_STATE
/* kernel.clh's barrier in plain OpenCL C, whose word is the same (S8). */
#define COOP_PLAIN_RELAX() COOP_GRID_RELAX()
#include "coop/kernel.clh"

coop_kernel void plain_rounds(global uint *words, global atomic_uint *wrong, uint rounds)
{
    uint items = (uint)get_global_size(0);
    uint item = (uint)get_global_id(0);
    uint neighbour = (item + (uint)get_local_size(0)) % items;
    uint seen = 0;

    for (uint round = 1; round <= rounds; round++) {
        global uint *row = words + (round % 2u) * items;

        row[item] = round;
        resizing_global_barrier();
        seen += row[neighbour] != round;
    }
    if (seen > 0) {
        atomic_fetch_add_explicit(wrong, seen, memory_order_relaxed, memory_scope_device);
    }
}
#endif
