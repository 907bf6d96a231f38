#include "coop/kernel.clh"
#include "coop/message.clh"

static void spread(local struct coop_messages *out, uint table, ulong index)
{
    if (index % 2 == 0) {
        coop_message_max(out, table, index, 7ul);
    }
}

coop_kernel coop_kill_any void sending(global struct coop_network *net, uint table, uint count)
{
    local struct coop_messages out;

    coop_messages_begin(&out, net);
    for (uint i = get_global_id(0); i < count; i += get_global_size(0)) {
        coop_message_add(&out, table, i, 1ul);
        spread(&out, table, i);
    }
    coop_messages_flush(&out);
    do {
        offer_kill();
        coop_messages_quiet(&out);
    } while (!coop_messages_are_quiet(&out));
}

coop_kernel void meeting(global struct coop_network *net, uint table, uint count)
{
    local struct coop_messages out;

    coop_messages_begin(&out, net);
    do {
        uint some = count - get_global_id(0);

        coop_messages_barrier(&out);
        if (count > 1)
            coop_messages_barrier_max(&out, some);
        coop_messages_barrier_sum(&out, count);
        offer_kill();
    } while (coop_messages_value(&out) != 0);
}

kernel void looking(global struct coop_network *net, uint table, global uint *homes)
{
    homes[get_global_id(0)] = coop_array_home(net, table, get_global_id(0));
}
