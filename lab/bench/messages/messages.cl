/* The kernels of coop-bench messages: work-groups that send as fast as they can, and such of which few
 * work-items send at all. Built once for each COOP_MESSAGE_DRAW. */
#include "coop/kernel.clh"
#include "coop/message.clh"
#include "coop/message_together.clh"

#include "messages_sparse.h"

/* A message of so many words, the first of which is its number, goes into a column of its slot. */
static void write_words(global ulong *payload, struct coop_message_at at, uint width, uint words,
                        ulong number)
{
    global ulong *column = payload + (ulong)at.slot * words * width + at.place;

    for (uint i = 0; i < words; i++) {
        column[(ulong)i * width] = number + i;
    }
}

/* Sends the numbers from 0 to count - 1. What a message holds lies in `payload`, of so many words for each
 * place of a slot, and not in the net's slots, so that any size can be measured. */
coop_kernel void sending(global struct coop_network *net, global ulong *payload, uint width, uint words,
                         uint count)
{
    local struct coop_messages out;

    coop_messages_begin(&out, net);
#if COOP_MESSAGE_IS_UNIFORM
    for (uint begin = (uint)(get_group_id(0) * get_local_size(0)); begin < count;
         begin += (uint)get_global_size(0)) {
        uint number = begin + (uint)get_local_id(0);
        uint place = number < count ? coop_messages_join(&out) : ~0u;
        barrier(CLK_LOCAL_MEM_FENCE);
        coop_messages_share(&out);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (place != ~0u) {
            struct coop_message_at at = coop_messages_shared(&out, place);
            if (at.slot != ~0u) {
                write_words(payload, at, width, words, number);
            }
        }
    }
#else
    for (uint number = (uint)get_global_id(0); number < count; number += (uint)get_global_size(0)) {
        struct coop_message_at at = coop_message_reserve(&out);
        if (at.slot != ~0u) {
            write_words(payload, at, width, words, number);
            coop_message_finish(&out, at);
        }
    }
#endif
    offer_kill();
}

/* Each number from 0 to count - 1 sends as many messages as sparse_sends says: most none. Where sends are
 * uniform all work-items go round as often as the one that sends most. */
coop_kernel void sending_seldom(global struct coop_network *net, uint table, uint count)
{
    local struct coop_messages out;

    coop_messages_begin(&out, net);
#if COOP_MESSAGE_IS_UNIFORM
    local atomic_uint most;
    for (uint begin = (uint)(get_group_id(0) * get_local_size(0)); begin < count;
         begin += (uint)get_global_size(0)) {
        uint number = begin + (uint)get_local_id(0);
        uint sends = number < count ? sparse_sends(number) : 0;
        uint rounds = 0;
        if (get_local_id(0) == 0) {
            atomic_store_explicit(&most, 0u, memory_order_relaxed, memory_scope_work_group);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (sends > 0) {
            atomic_fetch_max_explicit(&most, sends, memory_order_relaxed, memory_scope_work_group);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        rounds = atomic_load_explicit(&most, memory_order_relaxed, memory_scope_work_group);
        for (uint i = 0; i < rounds; i++) {
            coop_messages_add_all(&out, i < sends, table, sparse_place(number, i), 1ul);
        }
    }
#else
    for (uint number = (uint)get_global_id(0); number < count; number += (uint)get_global_size(0)) {
        uint sends = sparse_sends(number);
        for (uint i = 0; i < sends; i++) {
            coop_message_add(&out, table, sparse_place(number, i), 1ul);
        }
    }
#endif
    offer_kill();
}
