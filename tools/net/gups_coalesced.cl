/* gups in the coalesced style, to compare with: a work-group sorts its updates by rank in local memory, and
 * sends each rank a piece of its own. The host has nothing to sort. */
#include "coop/kernel.clh"
#include "coop/chunk.clh"
#include "coop/message.clh"

#include "gups_coalesced.h"
#include "gups_place.clh"

/* numbers  GUPS_CHUNK at most: what a work-group sorts at a time. */
coop_kernel coop_kill_any void gups(global struct coop_network *net, uint table, ulong elements, ulong first,
                                    uint count, uint numbers, global atomic_uint *next)
{
    local struct coop_messages out;
    local ulong sorted[GUPS_CHUNK];
    local atomic_uint ends[GUPS_COALESCED_RANKS];
    local struct coop_chunk chunk;

    coop_messages_begin(&out, net);
    for (;;) {
        offer_kill();
        request_fork();
        for (uint rank = (uint)get_local_id(0); rank < net->ranks; rank += (uint)get_local_size(0)) {
            atomic_store_explicit(&ends[rank], 0u, memory_order_relaxed, memory_scope_work_group);
        }
        coop_chunk_draw(&chunk, next, numbers, count);
        if (coop_chunk_is_empty(&chunk)) {
            break;
        }
        coop_chunk_each(i, &chunk) {
            uint home = coop_array_home(net, table, place_of(first + i, elements));
            atomic_fetch_add_explicit(&ends[home], 1u, memory_order_relaxed, memory_scope_work_group);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 0) { /* lengths become beginnings */
            uint sum = 0;
            for (uint rank = 0; rank < net->ranks; rank++) {
                sum += atomic_exchange_explicit(&ends[rank], sum, memory_order_relaxed,
                                                memory_scope_work_group);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        coop_chunk_each(i, &chunk) {
            ulong place = place_of(first + i, elements);
            uint at = atomic_fetch_add_explicit(&ends[coop_array_home(net, table, place)], 1u,
                                                memory_order_relaxed, memory_scope_work_group);
            sorted[at] = place;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint rank = 0; rank < net->ranks; rank++) { /* beginnings have become ends */
            uint piece = rank > 0 ? atomic_load_explicit(&ends[rank - 1], memory_order_relaxed,
                                                         memory_scope_work_group)
                                  : 0;
            uint end = atomic_load_explicit(&ends[rank], memory_order_relaxed, memory_scope_work_group);
            for (uint i = piece + (uint)get_local_id(0); i < end; i += (uint)get_local_size(0)) {
                coop_message_add(&out, table, sorted[i], 1ul);
            }
            coop_messages_flush(&out);
        }
    }
    do {
        offer_kill();
        coop_messages_quiet(&out);
    } while (!coop_messages_are_quiet(&out));
}
