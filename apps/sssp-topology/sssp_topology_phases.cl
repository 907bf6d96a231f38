/* The rounds of sssp_topology.cl as an ordinary kernel, a launch for each. */

kernel void sssp_topology_round(global const uint *rows, global const int *tails, global const uint *weights,
                                uint vertex_count, uint hub_arcs, global const struct piece *pieces,
                                global const uint *hubs, uint piece_count, uint run,
                                global atomic_uint *distances, global atomic_uint *last_change, uint round)
{
    struct task task = {rows, tails, weights, vertex_count, hub_arcs, pieces, hubs, piece_count,
                        run, distances, last_change};
    struct share share = {(uint)get_global_id(0), runs_of(vertex_count, run) + piece_count,
                          (uint)get_global_size(0), 0};

    relax_units(task, round, share);
}
