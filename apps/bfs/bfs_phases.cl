/* The search as ordinary kernels: a level of bfs.cl, whose functions they call, each cut off at its barriers.
 * The counts take turns as there. A level without a vertex leaves everything as it is. */

/* last_round  becomes level + 1, if the level has vertices. */
kernel void bfs_level(global const uint *rows, global const int *arcs, global atomic_int *levels,
                      global uint *in, global uint *out, global struct search *search, uint hub_arcs,
                      int level, global uint *last_round)
{
    uint size = count_get(&search->vertices[level % 3]);

    expand_vertices(rows, arcs, levels, in, size, next_frontier(search, out, level + 1), search, hub_arcs,
                    level, (uint)get_global_id(0), (uint)get_global_size(0));
    if (get_global_id(0) == 0) {
        count_clear(&search->vertices[(level + 2) % 3]);
        count_clear(&search->pieces[(level + 1) % 3]);
        if (size > 0) {
            *last_round = (uint)level + 1;
        }
    }
}

kernel void bfs_pieces(global const int *arcs, global atomic_int *levels, global uint *out,
                       global struct search *search, int level)
{
    expand_pieces(arcs, levels, search, count_get(&search->pieces[level % 3]),
                  next_frontier(search, out, level + 1), level + 1, (uint)get_global_id(0),
                  (uint)get_global_size(0));
}
