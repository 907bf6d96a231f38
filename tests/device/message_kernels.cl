// Kernels that send messages. The host's side of the queue is message_host.c.
#include "coop/kernel.clh"
#include "coop/message.clh"

// Sends of a helper's own branches and loops; every second index twice as often as the others.
static void send_divergent(local struct coop_messages *out, uint table, ulong index)
{
    if (index % 3u == 0u) {
        for (ulong i = 0; i < index % 7u; i++) {
            coop_message_add(out, table, index, i);
        }
    } else {
        coop_message_add(out, table, index, 1ul);
    }
}

// Adds to each of `count` elements, in chunks that whoever comes first draws.
coop_kernel coop_kill_any coop_may_kill_all void adding(global struct coop_network *net, uint table,
                                                        uint count, uint chunk, global atomic_uint *next)
{
    local struct coop_messages out;
    local uint first;

    coop_messages_begin(&out, net);
    for (;;) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            first = atomic_fetch_add_explicit(next, chunk, memory_order_relaxed, memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (first >= count) {
            break;
        }
        for (uint i = first + (uint)get_local_id(0); i < min(first + chunk, count);
             i += (uint)get_local_size(0)) {
            send_divergent(&out, table, i);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// The same without an end behind which messages could leave: it waits until all are applied.
coop_kernel coop_kill_any void quieting(global struct coop_network *net, uint table, uint count, uint chunk,
                                        global atomic_uint *next, global atomic_uint *quiet)
{
    local struct coop_messages out;
    local uint first;

    coop_messages_begin(&out, net);
    for (;;) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            first = atomic_fetch_add_explicit(next, chunk, memory_order_relaxed, memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (first >= count) {
            break;
        }
        for (uint i = first + (uint)get_local_id(0); i < min(first + chunk, count);
             i += (uint)get_local_size(0)) {
            send_divergent(&out, table, i);
        }
        do {
            offer_kill();
            coop_messages_quiet(&out);
        } while (!coop_messages_are_quiet(&out));
        if (get_local_id(0) == 0) {
            atomic_fetch_add_explicit(quiet, 1u, memory_order_relaxed, memory_scope_device);
        }
    }
}

// Each operation on elements of both widths; the work-items of all work-groups meet at each element.
coop_kernel void operations(global struct coop_network *net, uint narrow, uint wide, uint count)
{
    local struct coop_messages out;

    coop_messages_begin(&out, net);
    for (uint i = (uint)get_global_id(0); i < 4u * count; i += (uint)get_global_size(0)) {
        ulong value = i / count;
        uint at = i % count;
        uint operation = at % 5u;
        uint array = at % 2u == 0u ? narrow : wide;
        if (operation == 0u) {
            coop_message_put(&out, array, at, 1000ul + at);
        } else if (operation == 1u) {
            coop_message_add(&out, array, at, value + 0xfffffffful);
        } else if (operation == 2u) {
            coop_message_min(&out, array, at, value + 5ul);
        } else if (operation == 3u) {
            coop_message_max(&out, array, at, value + 5ul);
        } else {
            coop_message_or(&out, array, at, 1ul << value);
        }
    }
    resizing_global_barrier();
    coop_messages_flush(&out);
    offer_kill();
}

// Rounds with global barriers of both kinds: what is sent in front of one has left behind it.
coop_kernel void in_rounds(global struct coop_network *net, uint table, uint count, uint rounds)
{
    transmit uint round = 0;
    local struct coop_messages out;

    coop_messages_begin(&out, net);
    while (round < rounds) {
        for (uint i = (uint)get_global_id(0); i < count; i += (uint)get_global_size(0)) {
            coop_message_add(&out, table, i, 1ul);
        }
        round++;
        if (round % 2u == 0u) {
            global_barrier();
        } else {
            resizing_global_barrier();
        }
    }
}

// All work-groups but the first send one message, and resizing barriers end them; then the first is quiet.
coop_kernel void handing_over(global struct coop_network *net, uint table, ulong index)
{
    transmit uint round = 0;
    local struct coop_messages out;

    coop_messages_begin(&out, net);
    if (get_group_id(0) != 0 && get_local_id(0) == 0) {
        coop_message_add(&out, table, index, 1ul);
    }
    while (round == 0 || get_num_groups(0) > 1) {
        round++;
        resizing_global_barrier();
    }
    do {
        coop_messages_quiet(&out);
    } while (!coop_messages_are_quiet(&out));
}

// Puts an element, waits until it is applied, and puts the flag.
coop_kernel void flagging(global struct coop_network *net, uint table, uint flag, uint rounds)
{
    transmit uint round = 1;
    local struct coop_messages out;

    coop_messages_begin(&out, net);
    while (round <= rounds) {
        if (get_global_id(0) == 0) {
            coop_message_put(&out, table, 0ul, round);
        }
        do {
            coop_messages_quiet(&out);
        } while (!coop_messages_are_quiet(&out));
        if (get_global_id(0) == 0) {
            coop_message_put(&out, table, flag, round);
        }
        round++;
        offer_kill();
    }
}

// Sees the flag, and looks for the element.
coop_kernel void watching(global struct coop_network *net, uint table, uint flag, uint rounds,
                          global atomic_uint *missing)
{
    local uint seen;
    uint last = 0;

    for (;;) {
        offer_kill();
        if (get_local_id(0) == 0) {
            global atomic_uint *own = (global atomic_uint *)coop_array_own(net, table).elements;
            uint round = atomic_load_explicit(own + flag, memory_order_acquire, memory_scope_device);
            if (atomic_load_explicit(own, memory_order_relaxed, memory_scope_device) < round) {
                atomic_fetch_add_explicit(missing, 1u, memory_order_relaxed, memory_scope_device);
            }
            seen = round;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        last = seen;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (last >= rounds) {
            break;
        }
    }
}

// Homes and own parts, as the device sees them: for each element its rank, and what the own part is.
coop_kernel void asking(global struct coop_network *net, uint table, uint count, global uint *homes,
                        global ulong *own)
{
    for (uint i = (uint)get_global_id(0); i < count; i += (uint)get_global_size(0)) {
        homes[i] = coop_array_home(net, table, i);
    }
    if (get_global_id(0) == 0) {
        own[0] = coop_array_own(net, table).count;
        own[1] = (ulong)((global uchar *)coop_array_own(net, table).elements - (global uchar *)net);
    }
    offer_kill();
}

// One message to an element that may not be there.
coop_kernel void sending_one(global struct coop_network *net, uint table, ulong index)
{
    local struct coop_messages out;

    coop_messages_begin(&out, net);
    if (get_global_id(0) == 0) {
        coop_message_add(&out, table, index, 1ul);
    }
    offer_kill();
}
