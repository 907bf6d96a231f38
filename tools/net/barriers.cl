/* Rounds of messages and a sum over the ranks: within one launch, and a launch for each. */
#include "coop/kernel.clh"
#include "coop/message.clh"

/* This rank's messages of a round, all to the next rank, which has `block` elements of the table. */
static void send_round(local struct coop_messages *out, uint table, ulong block, uint messages)
{
    ulong first = (out->rank + 1u) % out->net->ranks * block;

    for (uint i = (uint)get_global_id(0); i < messages; i += (uint)get_global_size(0)) {
        coop_message_add(out, table, first + i % block, 1ul);
    }
}

/* `rounds` net barriers. *wrong counts those whose sum is not that of the ranks' values: rank + round. */
coop_kernel void barriers_within(global struct coop_network *net, uint table, ulong block, uint messages,
                                 uint rounds, global atomic_uint *wrong)
{
    local struct coop_messages out;

    coop_messages_begin(&out, net);
    for (ulong round = 0; round < rounds; round++) {
        ulong ranks = net->ranks;

        send_round(&out, table, block, messages);
        coop_messages_barrier_sum(&out, get_group_id(0) == 0 ? out.rank + round : 0ul);
        if (get_local_id(0) == 0 && coop_messages_value(&out) != ranks * (ranks - 1) / 2 + ranks * round) {
            atomic_fetch_add_explicit(wrong, 1u, memory_order_relaxed, memory_scope_device);
        }
    }
}

/* One round, until its messages are applied. */
coop_kernel void barriers_round(global struct coop_network *net, uint table, ulong block, uint messages)
{
    local struct coop_messages out;

    coop_messages_begin(&out, net);
    send_round(&out, table, block, messages);
    do {
        offer_kill();
        coop_messages_quiet(&out);
    } while (!coop_messages_are_quiet(&out));
}
