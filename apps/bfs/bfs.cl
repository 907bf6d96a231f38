/* Level-synchronous breadth-first search (CK, Fig. 4): a blocking kernel, whose work-groups wait for each
 * other once at every level, where the kernel may also shrink and grow.
 *
 * A work-item expands its vertices of the frontier, except hubs, vertices of many arcs: it cuts their arcs
 * into pieces, which all work-items share behind the level's barrier; only a level that has hubs has a second
 * one. Otherwise a level would take as long as one work-item needs for the arcs of the largest hub; the other
 * work-items would wait, and so would a kernel that needs work-groups at the resizing barrier.
 *
 * A level of many vertices, or pieces, is cut into slices with a resizing barrier behind each, so that it is
 * not long to the next place where work-groups leave and join.
 *
 * One barrier is enough since each level counts in words of its own, of three that take turns. Level l reads
 * vertices[l % 3] and adds to vertices[(l + 1) % 3] and pieces[l % 3]; meanwhile it clears vertices[(l + 2) %
 * 3] and pieces[(l + 1) % 3], which were read for the last time in front of the barrier of level l - 1.
 *
 * The host sets all levels to -1 and the source's to 0, all counts to 0 and vertices[0] to 1, and puts the
 * source into the first frontier. A vertex enters a frontier once, since only one compare-exchange of its
 * level from -1 succeeds; hence the graph's number of vertices is capacity enough for a frontier, and a hub
 * is cut into pieces once. */
#include "coop/kernel.clh"
#include "tools/kernel/list.clh"
#include "apps/bfs/bfs_search.clh"
#include "apps/bfs/bfs_near.clh"

/* hub_arcs    a vertex of more arcs is a hub, and a piece has so many.
 * near_small  a frontier of so many vertices for each work-item of a work-group is small; 0: none is;
 *             NEAR_BY_DEVICE.
 * search      holds the pieces of all hubs of a level. */
coop_kernel void bfs(global const uint *rows, global const int *arcs, global atomic_int *levels,
                     global uint *first, global uint *second, global struct search *search, uint hub_arcs,
                     uint near_small)
{
    transmit int level = 0;
    transmit global uint *in = first;
    transmit global uint *out = second;
    transmit uint small = 0; /* small levels in a row; from NEAR_PATIENCE on no others are wanted */
    /* Barriers at which a work-group that is alone may still wait for others in front of a large level: at
     * the begin, where other kernels had the device, and after small levels. */
    transmit uint waits = near_bound(near_small, 1u) > 0 ? NEAR_WAITS : 0;
    transmit uint has_given_up = 0; /* no others are wanted */
    transmit uint begin = 0;        /* of the next slice of the level's vertices, or of its pieces */
    local uint near[2 * NEAR_CAPACITY];
    local atomic_uint near_counts[3]; /* in turns, as the search's */
    local atomic_uint near_hubs[3];   /* has the level hubs? */

    uint size = count_get(&search->vertices[0]);

    while (size > 0) {
        uint item = (uint)get_local_id(0);
        uint items = (uint)get_local_size(0);
        uint most = near_bound(near_small, items);
        uint most_near = near_bound_large(most);

        /* Wherever the frontier has grown: in near levels, by a hub's pieces, while others were leaving. */
        if (has_given_up && size > most_near) {
            has_given_up = 0;
            small = 0;
            waits = NEAR_WAITS;
            want_groups(ANY_NUMBER);
        }
        if (get_num_groups(0) == 1 && size > most_near && waits > 0) {
            waits--;
            resizing_global_barrier();
            size = count_get(&search->vertices[level % 3]);
            continue;
        }
        if (get_num_groups(0) == 1 && size <= most_near && begin == 0) {
            uint left = small >= NEAR_PATIENCE ? NEAR_LEVELS : NEAR_LEVELS_FEW;
            uint has_hubs = 0;

            for (uint i = item; i < size && i < NEAR_CAPACITY; i += items) {
                near[level % 2 * NEAR_CAPACITY + i] = in[i];
            }
            if (item == 0) {
                near_set(&near_counts[(level + 1) % 3], 0u);
                near_set(&near_hubs[level % 3], 0u);
                search_set_counts(search, level, size, 0u);
            }
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            while (left > 0) {
                struct near_frontier present = {near + level % 2 * NEAR_CAPACITY,
                                                near_counts + level % 3, in};
                struct near_frontier next = {near + (level + 1) % 2 * NEAR_CAPACITY,
                                             near_counts + (level + 1) % 3, out};

                if (items >= NEAR_MANY) {
                    near_expand_many(rows, arcs, levels, present, size, next, search, hub_arcs, level,
                                     &near_hubs[level % 3], item, items);
                } else {
                    near_expand_few(rows, arcs, levels, present, size, next, search, hub_arcs, level,
                                    &near_hubs[level % 3], item, items);
                }
                if (item == 0) {
                    near_set(&near_counts[(level + 2) % 3], 0u);
                    near_set(&near_hubs[(level + 1) % 3], 0u);
                }
                barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

                global uint *swap = in;
                in = out;
                out = swap;
                level++;
                size = near_get(&near_counts[level % 3]);
                small += size <= most;
                has_hubs = near_get(&near_hubs[(level - 1) % 3]);
                left = size > 0 && size <= most_near && has_hubs == 0 ? left - 1 : 0;
            }
            for (uint i = item; i < size && i < NEAR_CAPACITY; i += items) {
                in[i] = near[level % 2 * NEAR_CAPACITY + i];
            }
            if (item == 0) {
                search_set_counts(search, level, size, has_hubs);
            }
        } else {
            uint end = slice_end(begin, size, SLICE_VERTICES);

            expand_vertices(rows, arcs, levels, in, end, next_frontier(search, out, level + 1), search,
                            hub_arcs, level, begin + (uint)get_global_id(0), (uint)get_global_size(0));
            begin = end;
            if (begin < size) {
                resizing_global_barrier();
                size = count_get(&search->vertices[level % 3]);
                continue;
            }
            begin = 0;

            /* In this order: PoCL 3.1 miscompiles the loops behind a branch of one work-item
             * (docs/devices.md). */
            if (get_global_id(0) == 0) {
                count_clear(&search->vertices[(level + 2) % 3]);
                count_clear(&search->pieces[(level + 1) % 3]);
            }

            global uint *swap = in;
            in = out;
            out = swap;
            level++;
            small = size <= most ? small + 1 : 0;
            if (small >= NEAR_PATIENCE) {
                has_given_up = 1;
                if (get_group_id(0) == 0) {
                    want_groups(1u);
                }
            }
        }
        resizing_global_barrier();

        /* Loaded together: on a GPU each of these loads takes as long as half a barrier. */
        uint pieces = count_get(&search->pieces[(level - 1) % 3]);
        size = count_get(&search->vertices[level % 3]);
        if (pieces > 0) {
            do {
                uint end = slice_end(begin, pieces, SLICE_PIECES);

                expand_pieces(arcs, levels, search, end, next_frontier(search, in, level), level,
                              begin + (uint)get_global_id(0), (uint)get_global_size(0));
                begin = end;
                if (begin < pieces) {
                    resizing_global_barrier();
                    pieces = count_get(&search->pieces[(level - 1) % 3]);
                }
            } while (begin < pieces);
            begin = 0;
            global_barrier();
            size = count_get(&search->vertices[level % 3]);
        }
    }
}
