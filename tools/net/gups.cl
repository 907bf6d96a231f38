/* Updates at random places of an array of all ranks. */
#include "coop/kernel.clh"
#include "coop/message.clh"

#include "gups_place.clh"

coop_kernel coop_kill_any void gups(global struct coop_network *net, uint table, ulong elements, ulong first,
                                    uint count, uint chunk, global atomic_uint *next)
{
    local struct coop_messages out;
    local uint begin;

    coop_messages_begin(&out, net);
    for (;;) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            begin = atomic_fetch_add_explicit(next, chunk, memory_order_relaxed, memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (begin >= count) {
            break;
        }
        for (uint i = begin + (uint)get_local_id(0); i < min(begin + chunk, count);
             i += (uint)get_local_size(0)) {
            coop_message_add(&out, table, place_of(first + i, elements), 1ul);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    do {
        offer_kill();
        coop_messages_quiet(&out);
    } while (!coop_messages_are_quiet(&out));
}
