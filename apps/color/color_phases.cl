/* Graph colouring as ordinary kernels: the two phases of a round of color.cl, whose functions they call,
 * over the whole list at once. Rounds count from 1; one whose list is empty changes nothing. */

/* in, out  take turns.
 * counts   so do they, one for each list: the sizes. */
kernel void color_look(global const uint *rows, global const int *arcs, global const uint *ranks,
                       global const struct piece *pieces, global struct hub *hubs, uint vertex_count,
                       global uint *bookmarks, global uint *colors, global const uint *in,
                       global struct count *counts, uint round, global atomic_uint *used)
{
    struct graph graph = {rows, arcs, ranks, pieces, hubs, vertex_count, bookmarks, colors, used};

    look_at_list(&graph, in, places_of_group(0, count_get(&counts[(round + 1) % 2])));
    if (get_global_id(0) == 0) {
        count_clear(&counts[round % 2]);
    }
}

kernel void color_take(global const uint *rows, global const int *arcs, global const uint *ranks,
                       global const struct piece *pieces, global struct hub *hubs, uint vertex_count,
                       global uint *bookmarks, global uint *colors, global const uint *in, global uint *out,
                       global struct count *counts, uint round, global atomic_uint *used)
{
    struct graph graph = {rows, arcs, ranks, pieces, hubs, vertex_count, bookmarks, colors, used};
    struct batch batch;
    struct list next = {out, &counts[round % 2]};
    uint size = count_get(&counts[(round + 1) % 2]);

    color_list(&graph, in, places_of_group(0, size), next, &batch);
    batch_append(&batch, next);
    if (get_global_id(0) == 0 && size > 0) {
        colors[vertex_count] = round;
    }
}
