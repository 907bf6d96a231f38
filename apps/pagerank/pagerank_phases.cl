/* PageRank as ordinary kernels: an iteration of pagerank.cl, whose functions they call, over all vertices at
 * once, and the ranks as floating-point numbers. */

/* Iterations count from 1. One that is not wanted any more changes nothing.
 * given, next  take turns.
 * last         the last iteration that was wanted; 0 at first. Within a launch some see it before its change
 *              and some after: both tell that the one before was wanted. */
kernel void pagerank_iterate(global const uint *rows, global const int *arcs,
                             global const struct piece *pieces, global struct hub *hubs, uint vertex_count,
                             uint piece_count, uint hub_arcs, global const ulong *shares,
                             global ulong *ranks, global const ulong *given, global ulong *next,
                             global const struct rule *rule, global struct walk *walk,
                             global atomic_uint *last, uint iteration)
{
    ulong dangling = dangling_of(&walk->sums[(iteration + 1) % 3]);
    struct graph graph = {rows, arcs, pieces, hubs, vertex_count, hub_arcs, shares, ranks,
                          given, next, rule->begin + mul_hi(dangling, rule->damping) / vertex_count};
    uint is_wanted = atomic_load_explicit(last, memory_order_relaxed, memory_scope_device) + 1 >= iteration &&
                     iteration <= rule->iterations &&
                     (iteration == 1 || change_of(&walk->sums[(iteration + 1) % 3]) >= rule->threshold);
    uint count = is_wanted ? vertex_count + piece_count : 0;

    sums_add(&walk->sums[(iteration + 2) % 3],
             visit(&graph, (uint)get_global_id(0), count, (uint)get_global_size(0)), (uint)get_global_id(0));
    sums_clear(&walk->sums[iteration % 3], (uint)get_global_id(0) + (is_wanted ? 0 : PLACES),
               (uint)get_global_size(0));
    if (get_global_id(0) == 0 && is_wanted) {
        atomic_store_explicit(last, iteration, memory_order_relaxed, memory_scope_device);
    }
}

kernel void pagerank_write(global const ulong *ranks, global float *result, uint vertex_count,
                           global const uint *last)
{
    write(ranks, result, (uint)get_global_id(0), vertex_count, (uint)get_global_size(0));
    if (get_global_id(0) == 0) {
        result[vertex_count] = as_float(last[0]);
    }
}
