/* The kernels of coop-bench messages: work-groups that send as fast as they can, and such of which few
 * work-items send at all. Built once for each COOP_MESSAGE_DRAW. */
#include "coop/kernel.clh"
#include "coop/message.clh"

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
    for (uint number = (uint)get_global_id(0); number < count; number += (uint)get_global_size(0)) {
        struct coop_message_at at = coop_message_reserve(&out);
        if (at.slot != ~0u) {
            write_words(payload, at, width, words, number);
            coop_message_finish(&out, at);
        }
    }
    offer_kill();
}

/* Each number from 0 to count - 1 sends as many messages as sparse_sends says: most none. */
coop_kernel void sending_seldom(global struct coop_network *net, uint table, uint count)
{
    local struct coop_messages out;

    coop_messages_begin(&out, net);
    for (uint number = (uint)get_global_id(0); number < count; number += (uint)get_global_size(0)) {
        uint sends = sparse_sends(number);
        for (uint i = 0; i < sends; i++) {
            coop_message_add(&out, table, sparse_place(number, i), 1ul);
        }
    }
    offer_kill();
}
