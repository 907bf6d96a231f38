/* The rounds of sssp_topology.cl as an ordinary kernel, a launch for each. */

kernel void sssp_topology_round(global const uint *rows, global const int *tails, global const uint *weights,
                                uint vertex_count, uint arc_count, global atomic_uint *distances,
                                global atomic_uint *last_change, uint round)
{
    struct share share = {(uint)get_global_id(0), pieces_of(arc_count), (uint)get_global_size(0)};

    relax_pieces(rows, tails, weights, vertex_count, arc_count, distances, last_change, round, share);
}
