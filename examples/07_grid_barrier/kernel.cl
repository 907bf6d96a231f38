/* The rank of each element of a linked list, its distance from the end, by pointer jumping: in each round
 * every element adds the rank of the one it points to, and then points as far again. An ordinary kernel: it
 * waits for all its work-items at every round, by coop/grid_barrier.clh.
 *
 * next, rank    of an element the one behind it, and 1; the last one points to itself and has 0
 * next2, rank2  as large; the result is in the second pair after an odd number of rounds */
#include "coop/grid_barrier.clh"

kernel void rank_list(global struct coop_grid_state *state, global uint *next, global uint *rank,
                      global uint *next2, global uint *rank2, uint count)
{
    local struct coop_grid grid;

    coop_grid_begin(&grid, state);
    for (uint distance = 1; coop_grid_goes_on(&grid) && distance < count; distance *= 2) {
        for (uint i = coop_grid_item(&grid); i < count; i += coop_grid_items(&grid)) {
            uint after = next[i];

            rank2[i] = rank[i] + rank[after];
            next2[i] = next[after];
        }
        global uint *swap = next;
        next = next2;
        next2 = swap;
        swap = rank;
        rank = rank2;
        rank2 = swap;
        coop_grid_barrier(&grid);
    }
}
