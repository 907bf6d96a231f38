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

#include "pagerank_part.clh"

/* The vertex gives what it has to give. */
static void visit(private const struct part *part, uint vertex, global atomic_ulong *given,
                  local struct coop_messages *out, uint array, private struct found *found)
{
    ulong gives = renew(part, vertex, given, found);

    for (uint arc = part->out_rows[vertex]; arc < part->out_rows[vertex + 1]; arc++) {
        coop_message_put(out, array, part->targets[arc], gives);
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
