// run: regular
// items: 4 64
kernel void test(global int *data, global int *out, int n)
{
    local atomic_int shared;
    local atomic_uint slots[2];
    global atomic_int *total = (global atomic_int *)out + 500;
    int expected = 0, mine;
    if (get_local_id(0) == 0) {
        atomic_store_explicit(&shared, 0, memory_order_relaxed, memory_scope_work_group);
        atomic_store_explicit(&slots[1], 5u, memory_order_relaxed, memory_scope_work_group);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add_explicit(&shared, (int)get_local_id(0), memory_order_acq_rel, memory_scope_work_group);
    atomic_fetch_add_explicit(&slots[1], 1u, memory_order_relaxed, memory_scope_work_group);
    barrier(CLK_LOCAL_MEM_FENCE);
    mine = atomic_load_explicit(&shared, memory_order_relaxed, memory_scope_work_group);
    atomic_fetch_add_explicit(total, 1, memory_order_relaxed, memory_scope_device);
    global atomic_int *own = (global atomic_int *)out + 501 + get_group_id(0);
    for (int i = 0; i < 2 && get_local_id(0) == 0; i++) { /* the second one fails */
        if (atomic_compare_exchange_strong_explicit(own, &expected, 7, memory_order_relaxed, memory_order_relaxed,
                                                    memory_scope_device)) mine++;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = mine + expected + (int)atomic_load_explicit(&slots[1], memory_order_relaxed, memory_scope_work_group);
}
