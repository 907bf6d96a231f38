/* sssp in the coprocessor style, to compare with: without messages. A kernel takes some vertices out of the
 * queue, relaxes the arcs that leave them, and puts what it has found for heads at other ranks into a queue
 * for each; when it has ended, the host exchanges these, and a second kernel improves the own vertices by
 * what has come. Phases are those of sssp.cl, and a round is one step. */
#include "coop/kernel.clh"

#include "queues.clh"
#include "sssp_improve.clh"

/* first, end  places of the queue; the arcs of its vertices are no more than a rank's queue has room for.
 * block      vertices of a rank; `rank` is this one.
 * rows, heads, weights  as sssp_round has them.
 * distances, states, queue, far, queue_room, words  this rank's, as struct own has them.
 * next, lengths  zeros; the lengths of the ranks' queues, out. */
coop_kernel coop_kill_any void sssp_fill(ulong first, ulong end, uint chunk, uint block, uint rank,
                                         global const uint *rows, global const uint *heads,
                                         global const uint *weights, global atomic_ulong *distances,
                                         global atomic_uint *states, global atomic_uint *queue,
                                         global uint *far, ulong queue_room, global atomic_ulong *words,
                                         global atomic_uint *next,
                                         global atomic_uint *lengths, global struct sent *items, uint room)
{
    local ulong drawn;

    for (;;) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            drawn = first + atomic_fetch_add_explicit(next, chunk, memory_order_relaxed, memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (drawn >= end) {
            break;
        }
        struct own own = {distances, states, queue, far, queue_room, words};
        struct queues queues = {lengths, items, room};

        for (ulong i = drawn + get_local_id(0); i < min(drawn + chunk, end); i += get_local_size(0)) {
            ulong distance;
            uint place = take(&own, i, &distance);

            for (uint arc = rows[place] - rows[0]; arc < rows[place + 1] - rows[0]; arc++) {
                if (heads[arc] / block == rank) {
                    improve(&own, heads[arc] % block, distance + weights[arc]);
                } else {
                    queues_add(&queues, heads[arc] / block, heads[arc] % block, distance + weights[arc]);
                }
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* arrived  count of them: places of own vertices, and distances.
 * next     0. */
coop_kernel coop_kill_any void sssp_apply(uint count, uint chunk, global atomic_uint *next,
                                          global const struct sent *arrived, global atomic_ulong *distances,
                                          global atomic_uint *states, global atomic_uint *queue,
                                          global uint *far, ulong queue_room, global atomic_ulong *words)
{
    local uint drawn;

    for (;;) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            drawn = atomic_fetch_add_explicit(next, chunk, memory_order_relaxed, memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (drawn >= count) {
            break;
        }
        struct own own = {distances, states, queue, far, queue_room, words};

        for (uint i = drawn + (uint)get_local_id(0); i < min(drawn + chunk, count);
             i += (uint)get_local_size(0)) {
            improve(&own, (uint)arrived[i].place, arrived[i].value);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* As in sssp.cl. */
kernel void sssp_sort(ulong count, ulong before, global atomic_ulong *distances, global atomic_uint *states,
                      global atomic_uint *queue, global uint *far, ulong queue_room,
                      global atomic_ulong *words)
{
    struct own own = {distances, states, queue, far, queue_room, words};

    if (get_global_id(0) < count) {
        sort_far(&own, get_global_id(0), before);
    }
}
