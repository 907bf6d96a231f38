/* kmeans in the coprocessor style, to compare with: without messages. A kernel gives some points to the
 * nearest centres, and puts what it adds to sums at other ranks into a queue for each; when it has ended, the
 * host exchanges the queues, and a second kernel adds what has come. New centres go the same way. */
#include "coop/kernel.clh"

#include "kmeans_nearest.clh"
#include "kmeans_sizes.h"
#include "queues.clh"

/* Adds a point to its cluster, which lies at rank cluster mod ranks, in that rank's row cluster / ranks. */
static void add_point(global const ushort *point, uint cluster, uint dimensions, uint ranks, uint own,
                      global atomic_ulong *sums, private const struct queues *queues)
{
    uint row = cluster / ranks * (dimensions + 1);

    for (uint word = 0; word <= dimensions; word++) {
        ulong value = word < dimensions ? point[word] : 1u;

        if (cluster % ranks == own) {
            atomic_fetch_add_explicit(&sums[row + word], value, memory_order_relaxed, memory_scope_device);
        } else {
            queues_add(queues, cluster % ranks, row + word, value);
        }
    }
}

/* first, end  own points; what they add is no more than a queue has room for.
 * centers    of all clusters; sums of the own ones.
 * next, lengths  zeros; the lengths of the queues, out.
 * moved      counts points that have another cluster now. */
coop_kernel coop_kill_any void kmeans_fill(uint clusters, uint dimensions, uint ranks, uint own, uint first,
                                           uint end, uint chunk, global const ushort *points,
                                           global uint *nearest, global atomic_uint *centers,
                                           global atomic_ulong *sums, global atomic_uint *moved,
                                           global atomic_uint *next, global atomic_uint *lengths,
                                           global struct sent *items, uint room)
{
    local uint drawn;
    local uint copies[KMEANS_WORDS_MAX];

    for (;;) {
        offer_kill();
        request_fork();
        for (uint i = (uint)get_local_id(0); i < clusters * dimensions; i += (uint)get_local_size(0)) {
            copies[i] = atomic_load_explicit(&centers[i], memory_order_relaxed, memory_scope_device);
        }
        if (get_local_id(0) == 0) {
            drawn = first + atomic_fetch_add_explicit(next, chunk, memory_order_relaxed, memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (drawn >= end) {
            break;
        }
        struct queues queues = {lengths, items, room};

        for (uint i = drawn + (uint)get_local_id(0); i < min(drawn + chunk, end);
             i += (uint)get_local_size(0)) {
            global const ushort *point = points + (ulong)i * dimensions;
            uint cluster = nearest_to(point, copies, clusters, dimensions);

            if (cluster != nearest[i]) {
                nearest[i] = cluster;
                atomic_fetch_add_explicit(moved, 1u, memory_order_relaxed, memory_scope_device);
            }
            add_point(point, cluster, dimensions, ranks, own, sums, &queues);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* arrived  count of them, for own sums.
 * next     0. */
coop_kernel coop_kill_any void kmeans_add(uint count, uint chunk, global atomic_uint *next,
                                          global const struct sent *arrived, global atomic_ulong *sums)
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
            atomic_fetch_add_explicit(&sums[arrived[i].place], arrived[i].value, memory_order_relaxed,
                                      memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* The own clusters' centres, from their sums, which become 0 again; one without points stays where it is. By
 * one work-group. lengths  zeros. */
coop_kernel void kmeans_move_fill(uint clusters, uint dimensions, uint ranks, uint own,
                                  global atomic_ulong *sums, global atomic_uint *lengths,
                                  global struct sent *items, uint room)
{
    offer_kill();
    struct queues queues = {lengths, items, room};

    for (uint cluster = own + (uint)get_local_id(0) * ranks; cluster < clusters;
         cluster += (uint)get_local_size(0) * ranks) {
        global atomic_ulong *row = sums + cluster / ranks * (dimensions + 1);
        ulong points =
            atomic_exchange_explicit(&row[dimensions], 0ul, memory_order_relaxed, memory_scope_device);

        for (uint d = 0; d < dimensions && points > 0; d++) {
            ulong sum = atomic_exchange_explicit(&row[d], 0ul, memory_order_relaxed, memory_scope_device);

            for (uint rank = 0; rank < ranks; rank++) {
                queues_add(&queues, rank, cluster * dimensions + d, sum / points);
            }
        }
    }
}

/* arrived  count of them, coordinates of centres.
 * next     0. */
coop_kernel coop_kill_any void kmeans_store(uint count, uint chunk, global atomic_uint *next,
                                            global const struct sent *arrived, global atomic_uint *centers)
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
            atomic_store_explicit(&centers[arrived[i].place], (uint)arrived[i].value, memory_order_relaxed,
                                  memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
