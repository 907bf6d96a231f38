/* Nodes that do next to nothing, so that a graph of them takes as long as its parts take to be given and
 * ended: a count, and a sum of the cells around. */
#include "coop/tensor.clh"
#include "graph_nodes_elements.clh"

kernel void count(coop_tensor(probe, at))
{
    if (coop_is_inside(at)) {
        probe_set_value(at, 0, 0, probe_value(at, 0, 0) + 1);
    }
}

kernel void around(coop_tensor(probe, from), coop_tensor(probe, to))
{
    if (coop_is_inside(from)) {
        probe_set_value(to, 0, 0, 1 + probe_value(from, -1, 0) + probe_value(from, 1, 0) +
                                      probe_value(from, 0, -1) + probe_value(from, 0, 1));
    }
}
