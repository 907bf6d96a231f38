/* Triangles as ordinary kernels: the passes of triangles.cl, a kernel for each of its phases. */

/* Of this work-item, in strides of the launch. */
static struct share share_of_launch(uint count)
{
    struct share share = {(uint)get_global_id(0), count, (uint)get_global_size(0), 0};

    return share;
}

kernel void triangles_count(global const uint *rows, global const int *arcs, uint vertex_count,
                            uint arc_count, global uint *sums, global uint *kept, global uint *tails,
                            global uint *heads, global atomic_uint *triangle_counts)
{
    struct lists graph = {rows, arcs, vertex_count, arc_count, sums, kept, tails, heads, triangle_counts};
    struct stage stage = {COUNT, 0, 0};

    work(graph, stage, share_of_launch(pieces_of(arc_count)));
}

kernel void triangles_sum(global const uint *rows, global const int *arcs, uint vertex_count, uint arc_count,
                          global uint *sums, global uint *kept, global uint *tails, global uint *heads,
                          global atomic_uint *triangle_counts, uint base, uint count)
{
    struct lists graph = {rows, arcs, vertex_count, arc_count, sums, kept, tails, heads, triangle_counts};
    struct stage stage = {SUM, base, count};

    work(graph, stage, share_of_launch(blocks_of(count)));
}

kernel void triangles_keep(global const uint *rows, global const int *arcs, uint vertex_count, uint arc_count,
                           global uint *sums, global uint *kept, global uint *tails, global uint *heads,
                           global atomic_uint *triangle_counts)
{
    struct lists graph = {rows, arcs, vertex_count, arc_count, sums, kept, tails, heads, triangle_counts};
    struct stage stage = {KEEP, 0, 0};

    work(graph, stage, share_of_launch(pieces_of(arc_count)));
}

/* Each work-group takes as many arcs as its pool holds, as a share is in the cooperative kernel. */
kernel void triangles_compare(global const uint *rows, global const int *arcs, uint vertex_count,
                              uint arc_count, global uint *sums, global uint *kept, global uint *tails,
                              global uint *heads, global atomic_uint *triangle_counts, uint longest)
{
    local struct pool pool;
    uint count = arc_count / 2;

    for (uint begin = (uint)get_group_id(0) * POOL_ARCS; begin < count;
         begin += (uint)get_num_groups(0) * POOL_ARCS) {
        pool_clear(&pool);
        barrier(CLK_LOCAL_MEM_FENCE);
        {
            struct lists graph = {rows, arcs, vertex_count, arc_count, sums,
                                  kept, tails, heads, triangle_counts};
            struct share share = {begin + (uint)get_local_id(0), min(begin + POOL_ARCS, count),
                                  (uint)get_local_size(0), 0};

            compare_short(graph, share, longest, &pool);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        {
            struct lists graph = {rows, arcs, vertex_count, arc_count, sums,
                                  kept, tails, heads, triangle_counts};

            compare_pool(graph, &pool);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
