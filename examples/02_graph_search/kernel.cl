/* A breadth-first search: the work-groups wait for each other at every level. */
#include "coop/kernel.clh"
#include "maze.h"

/* A list of cells. A cell enters one once in all, so no list needs room for more than all the cells. */
struct frontier {
    atomic_uint size;
    uint cells[CELL_COUNT];
};

static uint frontier_size(global struct frontier *frontier)
{
    return atomic_load_explicit(&frontier->size, memory_order_relaxed, memory_scope_device);
}

/* Gives the open neighbours that have no distance yet one, and puts them into the next frontier. Of several
 * work-items that find the same cell, one wins. */
static void visit(uint cell, int distance, global atomic_int *distances, global struct frontier *next)
{
    for (uint side = 0; side < 4; side++) {
        uint other = neighbour(cell, side);
        int expected = UNREACHED;
        if (!is_wall(other) && atomic_compare_exchange_strong_explicit(
                                   &distances[other], &expected, distance, memory_order_relaxed,
                                   memory_order_relaxed, memory_scope_device)) {
            uint place =
                atomic_fetch_add_explicit(&next->size, 1u, memory_order_relaxed, memory_scope_device);
            next->cells[place] = other;
        }
    }
}

/* Three frontiers change places: one is read, one is filled, and one is emptied for the next level. So one
 * barrier a level is enough, and nothing that the loop's condition reads changes before it. */
coop_kernel void search(global atomic_int *distances, global struct frontier *frontiers)
{
    transmit int level = 0;

    while (frontier_size(&frontiers[level % 3]) > 0) {
        global struct frontier *in = &frontiers[level % 3];
        uint size = frontier_size(in);
        for (uint i = (uint)get_global_id(0); i < size; i += (uint)get_global_size(0)) {
            visit(in->cells[i], level + 1, distances, &frontiers[(level + 1) % 3]);
        }
        if (get_global_id(0) == 0) {
            atomic_store_explicit(&frontiers[(level + 2) % 3].size, 0u, memory_order_relaxed,
                                  memory_scope_device);
        }
        level++;
        resizing_global_barrier();
    }
}
