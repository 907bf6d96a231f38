/* A maximal independent set as ordinary kernels: the two phases of a round of mis.cl, whose functions they
 * call, over the whole list at once. Rounds count from 1; one whose list is empty changes nothing. */

/* in, out  take turns.
 * counts   so do they, one for each list: the sizes. */
kernel void mis_choose(global const uint *rows, global const int *arcs, global const uint *ranks,
                       global const struct piece *pieces, global struct hub *hubs, uint vertex_count,
                       global uint *bookmarks, global atomic_uint *states, global const uint *in,
                       global struct count *counts, uint round)
{
    struct graph graph = {rows, arcs, ranks, pieces, hubs, vertex_count, bookmarks, states};

    choose(&graph, in, places_of_group(0, count_get(&counts[(round + 1) % 2])), round);
    if (get_global_id(0) == 0) {
        count_clear(&counts[round % 2]);
    }
}

kernel void mis_exclude(global const uint *rows, global const int *arcs, global const uint *ranks,
                        global const struct piece *pieces, global struct hub *hubs, uint vertex_count,
                        global uint *bookmarks, global atomic_uint *states, global const uint *in,
                        global uint *out, global struct count *counts, uint round)
{
    struct graph graph = {rows, arcs, ranks, pieces, hubs, vertex_count, bookmarks, states};
    struct batch batch;
    struct list next = {out, &counts[round % 2]};

    exclude(&graph, in, places_of_group(0, count_get(&counts[(round + 1) % 2])), next, &batch);
    batch_append(&batch, next);
}
