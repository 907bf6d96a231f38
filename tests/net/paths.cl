/* Shortest paths from a vertex: each rank has the vertices of a block, their edges, and their distances. Who
 * finds a shorter way to a vertex calls `relax` at the vertex's rank, which goes on from there. */
#include "coop/kernel.clh"
#include "coop/message.clh"

#include "paths.h"

/* Handlers run one after the other, and nobody else writes distances: so they are plain words. */
static void relax(local struct coop_messages *in, const struct relax *message)
{
    global struct coop_network *net = coop_messages_net(in);
    global uint *distances = coop_array_own(net, PATHS_DISTANCES).elements;
    global const uint *offsets = coop_array_own(net, PATHS_OFFSETS).elements;
    global const uint *targets = coop_array_own(net, PATHS_TARGETS).elements;
    global const uint *lengths = coop_array_own(net, PATHS_LENGTHS).elements;

    if (message->distance >= distances[message->place]) {
        return;
    }
    distances[message->place] = message->distance;
    for (uint i = offsets[message->place]; i < offsets[message->place + 1]; i++) {
        ulong block = net->arrays[PATHS_DISTANCES].block;

        coop_send_relax(in, coop_array_home(net, PATHS_DISTANCES, targets[i]),
                        (struct relax){(uint)(targets[i] % block), message->distance + lengths[i]});
    }
}

static void probe(local struct coop_messages *in, const struct probe *message)
{
    global ulong *orders = coop_array_own(coop_messages_net(in), PATHS_ORDERS).elements;
    ulong sum = 0;

    for (uint i = 0; i < 6; i++) {
        sum = sum * 31u + message->numbers[i];
    }
    orders[0] += 1; /* nobody else does */
    orders[1] += sum;
}

/* The first call; one rank's launch says where it goes. */
coop_kernel void paths(global struct coop_network *net, uint source)
{
    local struct coop_messages out;

    coop_messages_begin(&out, net);
    if (get_global_id(0) == 0) {
        ulong block = net->arrays[PATHS_DISTANCES].block;

        coop_send_relax(&out, coop_array_home(net, PATHS_DISTANCES, source),
                        (struct relax){(uint)(source % block), 0});
    }
    do {
        offer_kill();
        coop_messages_quiet(&out);
    } while (!coop_messages_are_quiet(&out));
}

/* Each work-item calls `probe` at each rank `count` times, beside other messages, which have no order among
 * them. *refused counts tries that have found no room; what they were for is sent behind them. */
coop_kernel coop_kill_any void probes(global struct coop_network *net, uint ranks, uint count,
                                      global atomic_uint *next, global atomic_uint *refused)
{
    local struct coop_messages out;
    local uint begin;

    coop_messages_begin(&out, net);
    for (;;) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            begin = atomic_fetch_add_explicit(next, 64u, memory_order_relaxed, memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (begin >= count) {
            break;
        }
        for (uint i = begin + (uint)get_local_id(0); i < min(begin + 64u, count);
             i += (uint)get_local_size(0)) {
            for (uint rank = 0; rank < ranks; rank++) {
                struct probe call = {{i, i + 1, i + 2, i + 3, i + 4, i + 5}};

                if (!coop_try_send_probe(&out, rank, call)) {
                    atomic_fetch_add_explicit(refused, 1u, memory_order_relaxed, memory_scope_device);
                    coop_send_probe(&out, rank, call);
                }
                coop_message_add(&out, PATHS_ORDERS, rank * 4ul + 2ul, 1ul);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    do {
        offer_kill();
        coop_messages_quiet(&out);
    } while (!coop_messages_are_quiet(&out));
}

/* A handler at a rank that there is not: the launch fails. */
coop_kernel void astray(global struct coop_network *net, uint rank)
{
    local struct coop_messages out;

    coop_messages_begin(&out, net);
    if (get_global_id(0) == 0) {
        coop_send_relax(&out, rank, (struct relax){0, 0});
    }
    do {
        offer_kill();
        coop_messages_quiet(&out);
    } while (!coop_messages_are_quiet(&out));
}
