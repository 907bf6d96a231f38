#include "coop/kernel.clh"

void swap(global int **a, global int **b)
{
    global int *t = *a;
    *a = *b;
    *b = t;
}

void visit(global const int *row, global const int *column, global atomic_int *level, global int *out,
           global atomic_uint *out_size, int vertex, int next)
{
    for (int e = row[vertex]; e < row[vertex + 1]; e++) {
        int unseen = -1;
        if (atomic_compare_exchange_strong_explicit(&level[column[e]], &unseen, next, memory_order_relaxed, memory_order_relaxed, memory_scope_device)) {
            out[atomic_fetch_add_explicit(out_size, 1, memory_order_relaxed, memory_scope_device)] = column[e];
        }
    }
}
coop_kernel void bfs(global const int *row, global const int *column, global atomic_int *level, global int *frontier_a, global int *frontier_b, global atomic_uint *sizes) {
    transmit int depth = 0;
    transmit global int *in = frontier_a;
    transmit global int *out = frontier_b;
    while (atomic_load_explicit(&sizes[depth & 1], memory_order_relaxed, memory_scope_device) > 0) {
        uint n = atomic_load_explicit(&sizes[depth & 1], memory_order_relaxed, memory_scope_device);
        for (uint i = get_global_id(0); i < n; i += get_global_size(0))
            visit(row, column, level, out, &sizes[(depth + 1) & 1], in[i], depth + 1);
        swap(&in, &out);
        resizing_global_barrier();
        if (get_global_id(0) == 0) {
            atomic_store_explicit(&sizes[depth & 1], 0, memory_order_relaxed, memory_scope_device);
        }
        depth++;
        global_barrier();
    }
}
