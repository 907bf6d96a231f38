/* What the ranks of a storm run, while frames beside them make their work-groups end and begin. All work is
 * drawn from counters, so that work-groups may end at every offer. */
#include "coop/kernel.clh"
#include "coop/message.clh"

/* A frame: each work-item counts itself. */
kernel void frame(global uint *marks)
{
    marks[get_global_id(0)] += 1u;
}

/* The element that message `number` is for. */
static ulong place_of(ulong number, ulong elements)
{
    ulong x = number * 0x9e3779b97f4a7c15ul;

    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ul;
    x ^= x >> 32;
    return x % elements;
}

/* One message straight, and none, one or two from inside a loop whose length differs between neighbours: of
 * three numbers in a row as many here as there. The loop's own branch differs, too. Returns how many. */
static uint send_number(local struct coop_messages *out, uint table, ulong elements, ulong number)
{
    uint turns = (uint)(number % 3ul);

    coop_message_add(out, table, place_of(4ul * number, elements), 1ul);
    for (uint turn = 1; turn <= turns; turn++) {
        ulong place = place_of(4ul * number + turn, elements);
        if (place % 2ul == 0ul) {
            coop_message_add(out, table, place, 1ul << 32);
        } else {
            coop_message_add(out, table, place, 1ul << 16);
        }
    }
    return 1u + turns;
}

/* Sends for numbers first … first + count - 1, drawn in chunks; then waits until all is applied. */
coop_kernel coop_kill_any void flood(global struct coop_network *net, uint table, ulong elements, ulong first,
                                     uint count, uint chunk, global atomic_uint *next,
                                     global atomic_ulong *sent)
{
    local struct coop_messages out;
    local uint begin;

    coop_messages_begin(&out, net);
    for (;;) {
        uint mine;

        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            begin = atomic_fetch_add_explicit(next, chunk, memory_order_relaxed, memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (begin >= count) {
            break;
        }
        mine = 0;
        for (uint i = begin + (uint)get_local_id(0); i < min(begin + chunk, count);
             i += (uint)get_local_size(0)) {
            mine += send_number(&out, table, elements, first + i);
        }
        atomic_fetch_add_explicit(sent, (ulong)mine, memory_order_relaxed, memory_scope_device);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    do {
        offer_kill();
        coop_messages_quiet(&out);
    } while (!coop_messages_are_quiet(&out));
}

/* ---- rounds between net barriers ---- */

/* What a round adds to element i in all: `times` messages from each rank, of which all but the first come
 * from inside a loop. */
static ulong times_of(uint i)
{
    return 1ul + i % 3u;
}

static uint send_element(local struct coop_messages *out, uint table, uint i)
{
    uint sent = 0;

    coop_message_add(out, table, (ulong)i, 1ul);
    for (sent = 1; sent < times_of(i); sent++) {
        coop_message_add(out, table, (ulong)i, 1ul);
    }
    return sent;
}

/* Elements of the own part that are not what `rounds` rounds of all ranks have made of them. */
static uint count_wrong(global struct coop_network *net, uint table, ulong first, ulong rounds)
{
    struct coop_array_part part = coop_array_own(net, table);
    global atomic_ulong *elements = part.elements;
    uint wrong = 0;

    for (ulong i = get_local_id(0); i < part.count; i += get_local_size(0)) {
        ulong seen = atomic_load_explicit(&elements[i], memory_order_relaxed, memory_scope_device);
        wrong += seen != rounds * net->ranks * times_of((uint)(first + i));
    }
    return wrong;
}

/* What a rank says at its third net barrier of a round. */
static ulong say(ulong rank, ulong round)
{
    return (rank * 7919ul + round * 31ul) % 1009ul;
}

static ulong greatest_said(ulong ranks, ulong round)
{
    ulong greatest = 0;

    for (ulong rank = 0; rank < ranks; rank++) {
        greatest = max(greatest, say(rank, round));
    }
    return greatest;
}

static void count_in(global atomic_uint *wrong, uint is_wrong)
{
    if (is_wrong != 0) {
        atomic_fetch_add_explicit(wrong, is_wrong, memory_order_relaxed, memory_scope_device);
    }
}

/* Sends to the elements begin … end - 1, and counts what is sent. */
static void send_chunk(local struct coop_messages *out, uint table, uint begin, uint end,
                       global atomic_ulong *sent)
{
    ulong mine = 0;

    for (uint i = begin + (uint)get_local_id(0); i < end; i += (uint)get_local_size(0)) {
        mine += send_element(out, table, i);
    }
    atomic_fetch_add_explicit(sent, mine, memory_order_relaxed, memory_scope_device);
}

/* In each round the ranks send to each element of the table. Behind a net barrier every element has its
 * value; behind the next one all have looked, and the sum is that of all messages; the third one has the
 * greatest word of the ranks. wrong[0] counts elements that are not as they should be, [1] sums, [2]
 * greatest words. `before`: rounds of launches before this one. next[round] and sent[round] begin as 0; a
 * rank sends `each` messages in a round. */
coop_kernel coop_kill_any void rounds_of_any(global struct coop_network *net, uint table, ulong first,
                                             uint count, uint chunk, ulong before, uint rounds, ulong each,
                                             global atomic_uint *next, global atomic_ulong *sent,
                                             global atomic_uint *wrong)
{
    local struct coop_messages out;
    local uint begin;
    transmit uint round = 0;

    coop_messages_begin(&out, net);
    while (round < rounds) {
        for (;;) {
            offer_kill();
            request_fork();
            if (get_local_id(0) == 0) {
                begin =
                    atomic_fetch_add_explicit(&next[round], chunk, memory_order_relaxed, memory_scope_device);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            if (begin >= count) {
                break;
            }
            send_chunk(&out, table, begin, min(begin + chunk, count), &sent[round]);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        coop_messages_barrier(&out);
        count_in(&wrong[0], count_wrong(net, table, first, before + round + 1ul));
        offer_kill();
        request_fork();
        coop_messages_barrier_sum(
            &out, get_local_id(0) == 0
                      ? atomic_exchange_explicit(&sent[round], 0ul, memory_order_relaxed, memory_scope_device)
                      : 0ul);
        count_in(&wrong[1], coop_messages_value(&out) != each * net->ranks);
        coop_messages_barrier_max(&out, say(out.rank, round));
        count_in(&wrong[2], coop_messages_value(&out) != greatest_said(net->ranks, round));
        round++;
    }
}

/* The same with the work-group of the highest number ending first, and a resizing barrier behind the net
 * barriers. */
coop_kernel void rounds_of_highest(global struct coop_network *net, uint table, ulong first, uint count,
                                   uint chunk, ulong before, uint rounds, ulong each,
                                   global atomic_uint *next, global atomic_ulong *sent,
                                   global atomic_uint *wrong)
{
    local struct coop_messages out;
    local uint begin;
    transmit uint round = 0;

    coop_messages_begin(&out, net);
    while (round < rounds) {
        for (;;) {
            offer_kill();
            request_fork();
            if (get_local_id(0) == 0) {
                begin =
                    atomic_fetch_add_explicit(&next[round], chunk, memory_order_relaxed, memory_scope_device);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            if (begin >= count) {
                break;
            }
            send_chunk(&out, table, begin, min(begin + chunk, count), &sent[round]);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        coop_messages_barrier(&out);
        resizing_global_barrier();
        count_in(&wrong[0], count_wrong(net, table, first, before + round + 1ul));
        coop_messages_barrier_sum(
            &out, get_local_id(0) == 0
                      ? atomic_exchange_explicit(&sent[round], 0ul, memory_order_relaxed, memory_scope_device)
                      : 0ul);
        count_in(&wrong[1], coop_messages_value(&out) != each * net->ranks);
        resizing_global_barrier();
        coop_messages_barrier_max(&out, say(out.rank, round));
        count_in(&wrong[2], coop_messages_value(&out) != greatest_said(net->ranks, round));
        round++;
        resizing_global_barrier();
    }
}
