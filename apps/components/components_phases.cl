/* Connected components as ordinary kernels: the phases of components.cl, whose functions they call, each cut
 * off at a barrier. Within a launch work-items read what others write, as there (C1, C3). */

kernel void components_begin(global atomic_uint *parents, uint vertex_count)
{
    for (uint i = (uint)get_global_id(0); i < vertex_count; i += (uint)get_global_size(0)) {
        atomic_store_explicit(&parents[i], i, memory_order_relaxed, memory_scope_device);
    }
}

kernel void components_hook(global const uint2 *edges, uint edge_count, global atomic_uint *parents,
                            global atomic_uint *last_change, uint round)
{
    note(last_change, round,
         hook_edges(edges, edge_count, parents, (uint)get_global_id(0), (uint)get_global_size(0)));
}

kernel void components_jump(global atomic_uint *parents, uint vertex_count, global atomic_uint *last_change,
                            uint round)
{
    note(last_change, round,
         jump_vertices(parents, vertex_count, (uint)get_global_id(0), (uint)get_global_size(0)));
}
