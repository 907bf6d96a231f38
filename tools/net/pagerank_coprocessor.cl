/* pagerank in the coprocessor style, to compare with: without messages. A kernel makes the new ranks of some
 * vertices, and puts what they give to heads at other ranks into a queue for each; when it has ended, the
 * host exchanges the queues, and a second kernel puts what has come into its places. */
#include "coop/kernel.clh"

#include "pagerank_part.clh"
#include "queues.clh"

/* What is given along an arc goes to its place at the head's rank, which has `block` places. */
static void give(private const struct part *part, uint vertex, ulong gives, ulong block, uint own,
                 global atomic_ulong *places, private const struct queues *queues)
{
    for (uint arc = part->out_rows[vertex]; arc < part->out_rows[vertex + 1]; arc++) {
        ulong place = part->targets[arc];
        uint rank = (uint)(place / block);

        if (rank == own) {
            atomic_store_explicit(&places[place % block], gives, memory_order_relaxed, memory_scope_device);
        } else {
            queues_add(queues, rank, place % block, gives);
        }
    }
}

/* in, out    own places of arcs, read and written.
 * block      places of a rank; `own` is this one.
 * first, end  own vertices; their arcs are no more than a queue has room for.
 * chunk      of them that a work-group draws at once.
 * next, lengths  zeros; the lengths of the queues, out.
 * The others are those of pagerank_round. */
coop_kernel coop_kill_any void pagerank_fill(global atomic_ulong *in, global atomic_ulong *out, ulong block,
                                             uint own, uint first, uint end, uint chunk,
                                             global const uint *in_rows, global const uint *out_rows,
                                             global const ulong *targets, global const ulong *shares,
                                             global ulong *ranks, ulong begin,
                                             global struct progress *progress, global atomic_uint *next,
                                             global atomic_uint *lengths, global struct sent *items,
                                             uint room)
{
    local uint drawn;

    for (;;) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            drawn = first + atomic_fetch_add_explicit(next, chunk, memory_order_relaxed, memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (drawn >= end) {
            break;
        }
        struct part part = {in_rows, out_rows, targets, shares, ranks, begin};
        struct queues queues = {lengths, items, room};
        struct found found = {0, 0};

        for (uint i = drawn + (uint)get_local_id(0); i < min(drawn + chunk, end);
             i += (uint)get_local_size(0)) {
            give(&part, i, renew(&part, i, in, &found), block, own, out, &queues);
        }
        progress_add(progress, found);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* arrived  count of them.
 * next     0. */
coop_kernel coop_kill_any void pagerank_apply(uint count, uint chunk, global atomic_uint *next,
                                              global const struct sent *arrived, global atomic_ulong *places)
{
    local uint drawn;

    for (;;) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            drawn = atomic_fetch_add_explicit(next, chunk, memory_order_relaxed, memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (drawn >= count) {
            break;
        }
        for (uint i = drawn + (uint)get_local_id(0); i < min(drawn + chunk, count);
             i += (uint)get_local_size(0)) {
            atomic_store_explicit(&places[arrived[i].place], arrived[i].value, memory_order_relaxed,
                                  memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
