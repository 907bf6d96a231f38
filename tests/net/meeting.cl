/* What the ranks of a test of net barriers run. */
#include "coop/kernel.clh"
#include "coop/message.clh"

/* The greatest of all elements' values goes round: element i of all n tells its neighbours i - 1 and i + 1 of
 * what it has heard of in the round before, until no element of any rank has heard of anything. `values` is
 * this rank's part, from element `first` on, `heard` that of the net's array `ears`. figures[0]: rounds;
 * figures[1], figures[2]: the greatest and the least of what ranks have agreed to be the greatest value. */
coop_kernel void spread_greatest(global struct coop_network *net, uint ears, ulong elements, ulong first,
                                 uint count, global uint *values, global atomic_uint *heard,
                                 global uint *is_new, global atomic_ulong *figures)
{
    local struct coop_messages out;
    local atomic_uint news;
    local atomic_uint greatest;
    transmit ulong rounds = 0;
    transmit ulong left = 1;

    coop_messages_begin(&out, net);
    do {
        for (uint i = get_global_id(0); i < count; i += get_global_size(0)) {
            if (is_new[i]) {
                coop_message_max(&out, ears, (first + i + 1) % elements, values[i]);
                coop_message_max(&out, ears, (first + i + elements - 1) % elements, values[i]);
            }
        }
        if (get_local_id(0) == 0) {
            atomic_store_explicit(&news, 0u, memory_order_relaxed, memory_scope_work_group);
            atomic_store_explicit(&greatest, 0u, memory_order_relaxed, memory_scope_work_group);
        }
        coop_messages_barrier(&out);
        for (uint i = get_global_id(0); i < count; i += get_global_size(0)) {
            uint value = atomic_load_explicit(&heard[i], memory_order_relaxed, memory_scope_device);

            is_new[i] = value > values[i];
            if (value > values[i]) {
                values[i] = value;
                atomic_fetch_add_explicit(&news, 1u, memory_order_relaxed, memory_scope_work_group);
            }
            atomic_fetch_max_explicit(&greatest, values[i], memory_order_relaxed, memory_scope_work_group);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        coop_messages_barrier_sum(
            &out, atomic_load_explicit(&news, memory_order_relaxed, memory_scope_work_group));
        left = coop_messages_value(&out);
        rounds++;
        coop_messages_barrier_max(
            &out, atomic_load_explicit(&greatest, memory_order_relaxed, memory_scope_work_group));
        if (get_local_id(0) == 0) {
            atomic_store_explicit(&figures[0], rounds, memory_order_relaxed, memory_scope_device);
            atomic_fetch_max_explicit(&figures[1], coop_messages_value(&out), memory_order_relaxed,
                                      memory_scope_device);
            atomic_fetch_min_explicit(&figures[2], coop_messages_value(&out), memory_order_relaxed,
                                      memory_scope_device);
        }
        resizing_global_barrier();
    } while (left != 0);
}

/* `rounds` net barriers; kind: enum coop_meet_kind. With `clashes` work-group 0 calls global_barrier
 * instead. */
coop_kernel void meet(global struct coop_network *net, uint rounds, uint kind, uint clashes)
{
    local struct coop_messages out;

    coop_messages_begin(&out, net);
    for (uint round = 0; round < rounds; round++) {
        if (clashes && get_group_id(0) == 0) {
            global_barrier();
        } else if (kind == COOP_MEET_SUM) {
            coop_messages_barrier_sum(&out, 1ul);
        } else if (kind == COOP_MEET_MAX) {
            coop_messages_barrier_max(&out, 1ul);
        } else {
            coop_messages_barrier(&out);
        }
        offer_kill();
    }
}
