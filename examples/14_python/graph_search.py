#!/usr/bin/env python3
"""A breadth-first search of a graph in compressed rows, as a cooperative kernel, compared with one of the host's."""

import sys

import numpy as np

import coop

KERNEL = """
#include "coop/kernel.clh"

/* Three sizes of frontiers change places: one is read, one is counted up, and one is set to zero for the level after.
 * So one barrier a level is enough. */
coop_kernel void search(global const uint *rows, global const uint *columns, global atomic_int *distances,
                        global uint *frontiers, global atomic_uint *sizes, uint nodes)
{
    transmit int level = 0;

    while (atomic_load_explicit(&sizes[level % 3], memory_order_relaxed, memory_scope_device) > 0) {
        uint size = atomic_load_explicit(&sizes[level % 3], memory_order_relaxed, memory_scope_device);
        global uint *in = frontiers + (level % 2) * nodes;
        global uint *out = frontiers + ((level + 1) % 2) * nodes;

        for (uint i = get_global_id(0); i < size; i += get_global_size(0)) {
            for (uint edge = rows[in[i]]; edge < rows[in[i] + 1]; edge++) {
                int unreached = -1;

                if (atomic_compare_exchange_strong_explicit(&distances[columns[edge]], &unreached, level + 1,
                                                            memory_order_relaxed, memory_order_relaxed,
                                                            memory_scope_device)) {
                    out[atomic_fetch_add_explicit(&sizes[(level + 1) % 3], 1u, memory_order_relaxed,
                                                  memory_scope_device)] = columns[edge];
                }
            }
        }
        if (get_global_id(0) == 0)
            atomic_store_explicit(&sizes[(level + 2) % 3], 0u, memory_order_relaxed, memory_scope_device);
        level++;
        resizing_global_barrier();
    }
}
"""


def random_graph(nodes, degree, seed=1):
    """A graph of edges in both directions between random nodes, in compressed rows."""
    ends = np.random.default_rng(seed).integers(0, nodes, (nodes * degree // 2, 2))
    ends = np.concatenate([ends, ends[:, ::-1]])
    ends = ends[np.argsort(ends[:, 0], kind="stable")]
    rows = np.searchsorted(ends[:, 0], np.arange(nodes + 1)).astype(np.uint32)
    return rows, ends[:, 1].astype(np.uint32)


def search(run, rows, columns, root):
    """The number of edges from the root to each node; -1 where there is no way."""
    nodes = rows.size - 1
    distances = np.full(nodes, -1, np.int32)
    distances[root] = 0
    frontiers = np.zeros(2 * nodes, np.uint32)
    frontiers[0] = root
    launch = run.launch.search(rows=rows, columns=columns, distances=coop.InOut(distances), frontiers=coop.In(frontiers),
                               sizes=coop.In(np.array([1, 0, 0], np.uint32)), nodes=nodes)
    return launch.results(timeout=120)["distances"]


def search_on_host(rows, columns, root):
    distances = np.full(rows.size - 1, -1, np.int32)
    distances[root] = 0
    frontier = np.array([root])
    level = 0
    while frontier.size > 0:
        level += 1
        reached = np.unique(np.concatenate([columns[rows[node]:rows[node + 1]] for node in frontier]))
        frontier = reached[distances[reached] < 0]
        distances[frontier] = level
    return distances


def main():
    rows, columns = random_graph(nodes=5000, degree=4)
    with coop.Context(worker_groups=3) as context, context.run(coop.Module(KERNEL, name="search.cl")) as run:
        distances = search(run, rows, columns, root=0)
        groups = run.report().worker_groups
    if not np.array_equal(distances, search_on_host(rows, columns, 0)):
        sys.exit("the distances are wrong")
    print(f"{groups} work-groups: {np.count_nonzero(distances >= 0)} of {distances.size} nodes reached, "
          f"the farthest over {distances.max()} edges")


if __name__ == "__main__":
    try:
        main()
    except (coop.NoDevice, coop.DeviceUnfit) as failure:
        print(failure)
        sys.exit(77)
