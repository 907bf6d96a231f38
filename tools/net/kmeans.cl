/* k-means over ranks: points lie in blocks over the ranks, cluster c at rank c mod ranks, and each rank has a
 * copy of all centres. A launch of kmeans_assign gives each own point to the nearest centre, and adds its
 * coordinates and 1 to the sums of the cluster; a launch of kmeans_move makes new centres of the sums of own
 * clusters, and puts them into all ranks' copies. The host's reduction behind each launch is the barrier over
 * the ranks. Coordinates are whole numbers: so are the sums, and their order is of no consequence.
 *
 * Source: Lloyd, "Least Squares Quantization in PCM" (IEEE Trans. Inf. Theory 28, 1982). */
#include "coop/kernel.clh"
#include "coop/message.clh"

#include "kmeans_nearest.clh"
#include "kmeans_sizes.h"

/* A word of a cluster's sums: coordinate `word`, or where that is the number of dimensions how many points it
 * has. The array of sums is cyclic, so its place is (c / ranks) * words + word of rank c mod ranks. */
static ulong sum_of(global struct coop_network *net, uint cluster, uint dimensions, uint word)
{
    return (ulong)(cluster / net->ranks * (dimensions + 1) + word) * net->ranks + cluster % net->ranks;
}

/* combine  adds up within the work-group first: each step sends a message for each sum, not for each point.
 * points   count times `dimensions` coordinates.
 * nearest  of each point, its cluster before it and behind it; ~0 before the first launch.
 * next, moved  zeros; moved counts points that have another cluster now. */
coop_kernel coop_kill_any void kmeans_assign(global struct coop_network *net, uint clusters, uint dimensions,
                                             uint combine, uint count, uint chunk,
                                             global const ushort *points, global uint *nearest,
                                             global atomic_uint *next, global atomic_uint *moved)
{
    local struct coop_messages out;
    local uint first;
    local uint centers[KMEANS_WORDS_MAX];
    local atomic_uint sums[KMEANS_WORDS_MAX];

    coop_messages_begin(&out, net);
    for (;;) {
        offer_kill();
        request_fork();
        uint words = clusters * (dimensions + 1);
        global atomic_uint *all = coop_array_own(net, KMEANS_CENTERS).elements;

        for (uint i = (uint)get_local_id(0); i < words; i += (uint)get_local_size(0)) {
            atomic_store_explicit(&sums[i], 0u, memory_order_relaxed, memory_scope_work_group);
            centers[i] = i < clusters * dimensions
                             ? atomic_load_explicit(&all[i], memory_order_relaxed, memory_scope_device)
                             : 0;
        }
        if (get_local_id(0) == 0) {
            first = atomic_fetch_add_explicit(next, chunk, memory_order_relaxed, memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (first >= count) {
            break;
        }
        for (uint i = first + (uint)get_local_id(0); i < min(first + chunk, count);
             i += (uint)get_local_size(0)) {
            global const ushort *point = points + (ulong)i * dimensions;
            uint cluster = nearest_to(point, centers, clusters, dimensions);

            if (cluster != nearest[i]) {
                nearest[i] = cluster;
                atomic_fetch_add_explicit(moved, 1u, memory_order_relaxed, memory_scope_device);
            }
            for (uint word = 0; word <= dimensions; word++) {
                uint value = word < dimensions ? point[word] : 1u;

                if (combine) {
                    atomic_fetch_add_explicit(&sums[cluster * (dimensions + 1) + word], value,
                                              memory_order_relaxed, memory_scope_work_group);
                } else {
                    coop_message_add(&out, KMEANS_SUMS, sum_of(net, cluster, dimensions, word), value);
                }
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = (uint)get_local_id(0); i < words; i += (uint)get_local_size(0)) {
            uint sum = atomic_load_explicit(&sums[i], memory_order_relaxed, memory_scope_work_group);

            if (sum > 0) {
                coop_message_add(&out, KMEANS_SUMS,
                                 sum_of(net, i / (dimensions + 1), dimensions, i % (dimensions + 1)), sum);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    do {
        offer_kill();
        coop_messages_quiet(&out);
    } while (!coop_messages_are_quiet(&out));
}

/* A cluster's centre, from its sums, which become 0 again; without points it stays where it is. */
static void move(local struct coop_messages *out, global struct coop_network *net, uint cluster,
                 uint clusters, uint dimensions)
{
    global atomic_ulong *sums = (global atomic_ulong *)coop_array_own(net, KMEANS_SUMS).elements +
                                cluster / net->ranks * (dimensions + 1);
    ulong points =
        atomic_exchange_explicit(&sums[dimensions], 0ul, memory_order_relaxed, memory_scope_device);

    for (uint d = 0; d < dimensions && points > 0; d++) {
        ulong sum = atomic_exchange_explicit(&sums[d], 0ul, memory_order_relaxed, memory_scope_device);

        for (uint rank = 0; rank < net->ranks; rank++) {
            coop_message_put(out, KMEANS_CENTERS, ((ulong)rank * clusters + cluster) * dimensions + d,
                             sum / points);
        }
    }
}

/* By one work-group. */
coop_kernel void kmeans_move(global struct coop_network *net, uint clusters, uint dimensions)
{
    local struct coop_messages out;

    coop_messages_begin(&out, net);
    for (uint cluster = net->rank + (uint)get_local_id(0) * net->ranks; cluster < clusters;
         cluster += (uint)get_local_size(0) * net->ranks) {
        move(&out, net, cluster, clusters, dimensions);
    }
    do {
        offer_kill();
        coop_messages_quiet(&out);
    } while (!coop_messages_are_quiet(&out));
}
