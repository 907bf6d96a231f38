/* sssp in the coprocessor style, to compare with: without messages. A kernel relaxes the arcs that leave some
 * listed vertices, and puts what it has found for heads at other ranks into a queue for each; when it has
 * ended, the host exchanges the queues, and a second kernel improves the own vertices by what has come. Lists
 * and rounds are those of sssp.cl. */
#include "coop/kernel.clh"

#include "queues.clh"
#include "sssp_improve.clh"

/* first, end  places of this round's list; the arcs of its vertices are no more than a queue has room for.
 * block      vertices of a rank; `rank` is this one.
 * rows, heads, weights  as sssp_round has them.
 * distances, listed, lists, list_room, list_lengths  this rank's, as struct own has them.
 * next, lengths  zeros; the lengths of the queues, out. */
coop_kernel coop_kill_any void sssp_fill(uint round, uint first, uint end, uint chunk, uint block, uint rank,
                                         global const uint *rows, global const uint *heads,
                                         global const uint *weights, global atomic_ulong *distances,
                                         global atomic_uint *listed, global uint *lists, ulong list_room,
                                         global atomic_uint *list_lengths, global atomic_uint *next,
                                         global atomic_uint *lengths, global struct sent *items, uint room)
{
    local uint drawn;

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
        struct own own = {distances, listed, lists, list_room, list_lengths};
        struct queues queues = {lengths, items, room};
        global const uint *list = lists + round % 2 * list_room;

        for (uint i = drawn + (uint)get_local_id(0); i < min(drawn + chunk, end);
             i += (uint)get_local_size(0)) {
            uint place = list[i];
            ulong distance =
                atomic_load_explicit(&distances[place], memory_order_relaxed, memory_scope_device);

            for (uint arc = rows[place] - rows[0]; arc < rows[place + 1] - rows[0]; arc++) {
                if (heads[arc] / block == rank) {
                    improve(&own, heads[arc] % block, distance + weights[arc], round + 1);
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
coop_kernel coop_kill_any void sssp_apply(uint round, uint count, uint chunk, global atomic_uint *next,
                                          global const struct sent *arrived, global atomic_ulong *distances,
                                          global atomic_uint *listed, global uint *lists, ulong list_room,
                                          global atomic_uint *list_lengths)
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
        struct own own = {distances, listed, lists, list_room, list_lengths};

        for (uint i = drawn + (uint)get_local_id(0); i < min(drawn + chunk, count);
             i += (uint)get_local_size(0)) {
            improve(&own, (uint)arrived[i].place, arrived[i].value, round + 1);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
