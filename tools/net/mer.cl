/* Pieces of reads in a hash table over ranks: each piece of `length` letters has a rank and a place there,
 * by a hash. A piece and its opposite, the partners of its letters from the last to the first, are the same,
 * and the smaller one counts. Reads lie in blocks over the ranks; who finds a piece calls the handler
 * `insert` at its rank, own pieces too: handlers run one at a time on each rank, so a table is sequential
 * code. With MER_PARALLEL they run at once, and claim places by compare-exchange. Length is odd, so no piece
 * is its own opposite. */
#include "coop/kernel.clh"
#include "coop/message.clh"

#include "mer_calls.h"

/* Source: splitmix64's; Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014. */
static ulong hash_of(ulong piece)
{
    ulong x = (piece ^ (piece >> 30)) * 0xbf58476d1ce4e5b9ul;

    x = (x ^ (x >> 27)) * 0x94d049bb133111ebul;
    return x ^ (x >> 31);
}

#if MER_PARALLEL

/* A place is claimed once, for its piece, and never given back. Nothing is read before the launch has ended,
 * so all is relaxed. */
static int claim(global atomic_ulong *place, ulong piece)
{
    ulong held = 0;

    return atomic_compare_exchange_strong_explicit(place, &held, piece, memory_order_relaxed,
                                                   memory_order_relaxed, memory_scope_device) ||
           held == piece;
}

static void insert(local struct coop_messages *in, const struct insert *call)
{
    global struct coop_network *net = coop_messages_net(in);
    struct coop_array_part table = coop_array_own(net, MER_PIECES);
    global atomic_ulong *pieces = table.elements;
    global atomic_ulong *counts = coop_array_own(net, MER_COUNTS).elements;
    global atomic_ulong *full = coop_array_own(net, MER_FULL).elements;
    ulong place = (hash_of(call->piece) & 0xfffffffful) % table.count;

    for (ulong i = 0; i < table.count; i++) {
        if (claim(&pieces[place], call->piece + 1)) {
            atomic_fetch_add_explicit(&counts[place], 256ul, memory_order_relaxed, memory_scope_device);
            atomic_fetch_or_explicit(&counts[place], (ulong)call->neighbours, memory_order_relaxed,
                                     memory_scope_device);
            return;
        }
        place = place + 1 < table.count ? place + 1 : 0;
    }
    atomic_fetch_add_explicit(full, 1ul, memory_order_relaxed, memory_scope_device);
}

#else

static void insert(local struct coop_messages *in, const struct insert *call)
{
    global struct coop_network *net = coop_messages_net(in);
    struct coop_array_part table = coop_array_own(net, MER_PIECES);
    global ulong *pieces = table.elements;
    global ulong *counts = coop_array_own(net, MER_COUNTS).elements;
    global ulong *full = coop_array_own(net, MER_FULL).elements;
    ulong place = (hash_of(call->piece) & 0xfffffffful) % table.count;

    for (ulong i = 0; i < table.count; i++) {
        if (pieces[place] == 0) {
            pieces[place] = call->piece + 1;
        }
        if (pieces[place] == call->piece + 1) {
            counts[place] = (counts[place] + 256) | call->neighbours;
            return;
        }
        place = place + 1 < table.count ? place + 1 : 0;
    }
    full[0] += 1;
}

#endif

/* Whether a piece begins at that letter. call: out, the piece or its opposite, with its neighbours. */
static int find_piece(global const uchar *letters, uint at, uint length, private struct insert *call)
{
    ulong piece = 0;
    ulong opposite = 0;
    uint before = letters[at - 1];
    uint behind = letters[at + length];

    for (uint i = 0; i < length; i++) {
        ulong letter = letters[at + i];

        if (letter == MER_NO_LETTER) {
            return 0;
        }
        piece = piece << 2 | letter;
        opposite |= (3 - letter) << (2 * i);
    }
    call->piece = min(piece, opposite);
    if (piece < opposite) {
        call->neighbours = (before < 4 ? 1u << before : 0) | (behind < 4 ? 16u << behind : 0);
    } else {
        call->neighbours = (behind < 4 ? 1u << (3 - behind) : 0) | (before < 4 ? 16u << (3 - before) : 0);
    }
    return 1;
}

/* letters  of this rank's reads, with one that is no letter in front of each, and `length` behind the last.
 * count    letters, those in front included.
 * chunk    of them that a work-group draws at once.
 * next     1: the first letter that no work-group has drawn. */
coop_kernel coop_kill_any void mer_count(global struct coop_network *net, global const uchar *letters,
                                         uint count, uint chunk, uint length, global atomic_uint *next)
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
        for (uint at = first + (uint)get_local_id(0); at < min(first + chunk, count);
             at += (uint)get_local_size(0)) {
            struct insert call;

            if (find_piece(letters, at, length, &call)) {
                coop_send_insert(&out, (uint)((hash_of(call.piece) >> 32) * net->ranks >> 32), call);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    do {
        offer_kill();
        coop_messages_quiet(&out);
    } while (!coop_messages_are_quiet(&out));
}
