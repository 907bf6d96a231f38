// run: cooperative
#include "coop/kernel.clh"
/* Levels of an implicit graph: i leads to 2i+1, 3i+1 and i+7, modulo 97. */
constant int factors[3] = {2, 3, 1};
constant int steps[3] = {1, 1, 7};
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int level = 1;
    transmit global int *in = data + 100, *next = data + 200;
    transmit global int *in_size = data + 300, *next_size = data + 301;
    for (int i = get_global_id(0); i < 97; i += get_global_size(0)) out[i] = i == 0;
    if (get_global_id(0) == 0) { in[0] = 0; *in_size = 1; *next_size = 0; }
    resizing_global_barrier();
    while (*in_size > 0) {
        for (int i = get_global_id(0); i < *in_size; i += get_global_size(0)) {
            for (int arc = 0; arc < 3; arc++) {
                int to = (in[i] * factors[arc] + steps[arc]) % 97, unreached = 0;
                if (atomic_compare_exchange_strong_explicit((global atomic_int *)&out[to], &unreached, level + 1,
                                                            memory_order_relaxed, memory_order_relaxed, memory_scope_device)) {
                    next[atomic_fetch_add_explicit((global atomic_int *)next_size, 1, memory_order_relaxed, memory_scope_device)] = to;
                }
            }
        }
        global int *swap = in;
        in = next;
        next = swap;
        swap = in_size;
        in_size = next_size;
        next_size = swap;
        resizing_global_barrier();
        if (get_global_id(0) == 0) *next_size = 0;
        level++;
        global_barrier();
    }
    if (get_global_id(0) == 0) { out[300] = level; }
    resizing_global_barrier();
    for (int i = 100 + (int)get_global_id(0); i < 302; i += (int)get_global_size(0)) data[i] = 0;
}
