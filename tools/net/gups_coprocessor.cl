/* gups in the coprocessor style, to compare with: without messages. A kernel sorts updates into a queue for
 * each rank; when it has ended, the host exchanges the queues, and a second kernel does what has come. */
#include "coop/kernel.clh"
#include "coop/chunk.clh"

#include "gups_place.clh"

/* first, count  the numbers of these updates, no more than a queue has room for.
 * block     elements of a rank; `own` is this one, which has the table: its updates are done at once.
 * next, lengths  zeros; the lengths of the queues, out.
 * queues    one behind the other: places at their ranks. */
coop_kernel coop_kill_any void gups_fill(ulong elements, ulong block, uint own, ulong first, uint count,
                                         uint numbers, uint room, global atomic_uint *next,
                                         global atomic_uint *lengths, global ulong *queues,
                                         global atomic_ulong *table)
{
    local struct coop_chunk chunk;

    for (;;) {
        offer_kill();
        request_fork();
        coop_chunk_draw(&chunk, next, numbers, count);
        if (coop_chunk_is_empty(&chunk)) {
            break;
        }
        coop_chunk_each(i, &chunk) {
            ulong place = place_of(first + i, elements);
            uint rank = (uint)(place / block);

            if (rank == own) {
                atomic_fetch_add_explicit(&table[place % block], 1ul, memory_order_relaxed,
                                          memory_scope_device);
            } else {
                uint at =
                    atomic_fetch_add_explicit(&lengths[rank], 1u, memory_order_relaxed, memory_scope_device);
                queues[(ulong)rank * room + at] = place % block;
            }
        }
    }
}

/* places  count of them, of this rank.
 * next    0. */
coop_kernel coop_kill_any void gups_apply(uint count, uint numbers, global atomic_uint *next,
                                          global const ulong *places, global atomic_ulong *table)
{
    local struct coop_chunk chunk;

    for (;;) {
        offer_kill();
        request_fork();
        coop_chunk_draw(&chunk, next, numbers, count);
        if (coop_chunk_is_empty(&chunk)) {
            break;
        }
        coop_chunk_each(i, &chunk) {
            atomic_fetch_add_explicit(&table[places[i]], 1ul, memory_order_relaxed, memory_scope_device);
        }
    }
}
