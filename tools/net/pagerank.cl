/* PageRank over ranks: vertices lie in blocks over the ranks, and what a vertex gives along an arc is put
 * into the arc's place at the head's rank (tools/net/graph_part.h). A launch is an iteration; the host's
 * reduction behind it is the barrier over the ranks, and brings the sums.
 *
 * Source: Page, Brin, Motwani, Winograd, "The PageRank Citation Ranking" (Stanford, 1999): power iteration,
 * in the pull form of Pannotia: Che, Beckmann, Reinhardt, Skadron, "Pannotia" (IISWC 2013).
 *
 * Numbers are whole, as in apps/pagerank/pagerank.cl: a probability p is p * 2^62. So the ranks are the same
 * bits for every number of ranks and work-groups.
 *
 *   R1  iteration i reads the array `in` and writes `out`; they take turns. A work-group's messages are
 * applied before it ends, so behind the reduction all of `out` is there, and nobody reads `in` any more. */
#include "coop/kernel.clh"
#include "coop/message.clh"

struct progress {
    atomic_ulong change;   /* of own vertices' ranks, without sign */
    atomic_ulong dangling; /* the ranks of own vertices that no arc leaves */
    atomic_uint next;      /* the first vertex that no work-group has drawn */
    uint pad;
};

/* This rank's part of the graph. */
struct part {
    global const uint *in_rows;
    global const uint *out_rows;
    global const ulong *targets;
    global const ulong *shares;
    global ulong *ranks;
    ulong begin; /* the part of a rank that comes from beginning again */
};

/* What a work-item has found. */
struct found {
    ulong change;
    ulong dangling;
};

static ulong add_up(global atomic_ulong *given, uint first, uint end)
{
    ulong sum = 0;

    for (uint place = first; place < end; place++) {
        sum += atomic_load_explicit(&given[place], memory_order_relaxed, memory_scope_device);
    }
    return sum;
}

/* The vertex's new rank, which it gives to the heads of its arcs. */
static void visit(private const struct part *part, uint vertex, global atomic_ulong *given,
                  local struct coop_messages *out, uint array, private struct found *found)
{
    ulong rank = part->begin + add_up(given, part->in_rows[vertex], part->in_rows[vertex + 1]);
    ulong share = part->shares[vertex];
    ulong gives = mul_hi(rank, share);

    found->change += abs_diff(rank, part->ranks[vertex]);
    found->dangling += share == 0 ? rank : 0;
    part->ranks[vertex] = rank;
    for (uint arc = part->out_rows[vertex]; arc < part->out_rows[vertex + 1]; arc++) {
        coop_message_put(out, array, part->targets[arc], gives);
    }
}

static void progress_add(global struct progress *progress, struct found found)
{
    if (found.change > 0) {
        atomic_fetch_add_explicit(&progress->change, found.change, memory_order_relaxed, memory_scope_device);
    }
    if (found.dangling > 0) {
        atomic_fetch_add_explicit(&progress->dangling, found.dangling, memory_order_relaxed,
                                  memory_scope_device);
    }
}

/* in, out    numbers of the arrays of places.
 * count      own vertices.
 * chunk      of them that a work-group draws at once.
 * in_rows, out_rows, targets  as struct graph_part has them.
 * shares     for each own vertex damping / out-degree, times 2^64; 0 where no arc leaves.
 * ranks      of own vertices, before the iteration and behind it.
 * begin      the part of a rank that comes from beginning again.
 * progress   zeros. */
coop_kernel coop_kill_any void pagerank_round(global struct coop_network *net, uint in, uint out, uint count,
                                              uint chunk, global const uint *in_rows,
                                              global const uint *out_rows, global const ulong *targets,
                                              global const ulong *shares, global ulong *ranks, ulong begin,
                                              global struct progress *progress)
{
    local struct coop_messages messages;
    local uint first;

    coop_messages_begin(&messages, net);
    for (;;) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            first =
                atomic_fetch_add_explicit(&progress->next, chunk, memory_order_relaxed, memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (first >= count) {
            break;
        }
        struct part part = {in_rows, out_rows, targets, shares, ranks, begin};
        global atomic_ulong *given = (global atomic_ulong *)coop_array_own(net, in).elements;
        struct found found = {0, 0};

        for (uint i = first + (uint)get_local_id(0); i < min(first + chunk, count);
             i += (uint)get_local_size(0)) {
            visit(&part, i, given, &messages, out, &found);
        }
        progress_add(progress, found);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    do {
        offer_kill();
        coop_messages_quiet(&messages);
    } while (!coop_messages_are_quiet(&messages));
}
