/* What the ranks of a test of messages run. */
#include "coop/kernel.clh"
#include "coop/message.clh"

/* The element that update `number` is for. */
static ulong place_of(ulong number, ulong elements)
{
    ulong x = number * 0x9e3779b97f4a7c15ul;

    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ul;
    x ^= x >> 32;
    return x % elements;
}

/* Adds 1 to the elements of updates first … first + count - 1, drawn in chunks; then waits until all are
 * applied. */
coop_kernel coop_kill_any void updates(global struct coop_network *net, uint table, ulong elements,
                                       ulong first, uint count, uint chunk, global atomic_uint *next)
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

/* In each round: a value to each rank's place in `values`, quiet, then the round's number to its place in
 * `flags`. Who sees the flag of a round sees its value: the same number. *wrong counts those that do not. */
coop_kernel void rounds(global struct coop_network *net, uint values, uint flags, ulong ranks, uint rounds,
                        global atomic_uint *wrong, global const uint *seen_values,
                        global atomic_uint *seen_flags)
{
    local struct coop_messages out;
    local uint round;

    coop_messages_begin(&out, net);
    if (get_local_id(0) == 0) {
        round = 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    while (round <= rounds) {
        for (ulong i = get_local_id(0); i < ranks; i += get_local_size(0)) {
            coop_message_put(&out, values, i * ranks + out.rank, round);
        }
        do {
            offer_kill();
            coop_messages_quiet(&out);
        } while (!coop_messages_are_quiet(&out));
        for (ulong i = get_local_id(0); i < ranks; i += get_local_size(0)) {
            coop_message_put(&out, flags, i * ranks + out.rank, round);
        }
        for (ulong i = get_local_id(0); i < ranks; i += get_local_size(0)) {
            uint flag = atomic_load_explicit(&seen_flags[i], memory_order_acquire, memory_scope_device);
            uint value = atomic_load_explicit((global atomic_uint *)&seen_values[i], memory_order_relaxed,
                                              memory_scope_device);
            if (value < flag) {
                atomic_fetch_add_explicit(wrong, 1u, memory_order_relaxed, memory_scope_device);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 0) {
            round++;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    do {
        offer_kill();
        coop_messages_quiet(&out);
    } while (!coop_messages_are_quiet(&out));
}
