/* A breadth-first search in the graph of a matrix: the work-groups wait for each other at every level. */
#include "coop/kernel.clh"

static uint get(global atomic_uint *word)
{
    return atomic_load_explicit(word, memory_order_relaxed, memory_scope_device);
}

static void set(global atomic_uint *word, uint value)
{
    atomic_store_explicit(word, value, memory_order_relaxed, memory_scope_device);
}

/* Gives `row` its level, if an entry of the matrix leads to it from a row of the level before. */
static void visit(global const uint *matrix, global atomic_uint *levels, uint rows, uint row, uint level,
                  global atomic_uint *found)
{
    for (uint from = 0; from < rows && get(&levels[row]) == 0; from++) {
        if (get(&levels[from]) == level - 1 && matrix[from * rows + row] != 0) {
            set(&levels[row], level);
            set(&found[level], 1);
        }
    }
}

/* levels  a word for each row: the first row's is 1, the others' are 0, not found yet. Behind them a word
 *         for each level, 0 until a row has it. */
coop_kernel void search(global const uint *matrix, global atomic_uint *levels, uint rows)
{
    transmit global atomic_uint *found = levels + rows;
    transmit uint level = 1;

    do {
        level++;
        for (uint row = (uint)get_global_id(0); row < rows; row += (uint)get_global_size(0)) {
            visit(matrix, levels, rows, row, level, found);
        }
        resizing_global_barrier();
    } while (get(&found[level]) != 0);
}
