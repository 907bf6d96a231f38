/* Breadth-first search by a flow graph of one channel, which feeds itself, without a barrier: an item is a
 * vertex and a depth. Items come in about the order of the depths, not exactly: a vertex whose depth falls is
 * visited again, and the last visit is the shortest way's. */
#include "coop/kernel.clh"
#include "coop/channel.clh"

#include "bfs_items.h"

/* Whether the vertex's depth falls to `depth`. Relaxed: the minimum alone decides, and the host reads it
 * after the launch. */
static int falls(global atomic_uint *level, uint depth)
{
    return atomic_load_explicit(level, memory_order_relaxed, memory_scope_device) > depth &&
           atomic_fetch_min_explicit(level, depth, memory_order_relaxed, memory_scope_device) > depth;
}

/* Visits some neighbours; if there are more, the vertex comes again. A way that is no longer the shortest
 * leads to nothing. */
static void visit(struct visit item, local struct coop_flow *flow, global const uint *rows,
                  global const uint *arcs, global atomic_uint *levels)
{
    uint depth = item.depth + 1;
    uint last = rows[item.vertex + 1];
    uint from = rows[item.vertex] + item.next;
    uint end = last - from > BFS_ITEM_ARCS ? from + BFS_ITEM_ARCS : last;

    if (atomic_load_explicit(&levels[item.vertex], memory_order_relaxed, memory_scope_device) < item.depth) {
        return;
    }
    for (uint i = from; i < end; i++) {
        if (falls(&levels[arcs[i]], depth)) {
            coop_emit_visit(flow, (struct visit){arcs[i], depth, 0});
        }
    }
    if (end < last) {
        item.next += BFS_ITEM_ARCS;
        coop_keep_visit(flow, item);
    }
}

/* levels  all UINT_MAX but the source's, which is 0. */
coop_kernel coop_kill_any void bfs_channel(global struct coop_flowgraph *graph, global const uint *rows,
                                           global const uint *arcs, global atomic_uint *levels,
                                           global atomic_ulong *lanes)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        request_fork();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        if (get_local_id(0) == 0 && coop_flow_count(&flow) > 0) {
            ulong turn = get_local_size(0);
            atomic_fetch_add_explicit(lanes, (coop_flow_count(&flow) + turn - 1) / turn * turn,
                                      memory_order_relaxed, memory_scope_device);
        }
        coop_flow_run((visit), &flow, rows, arcs, levels);
    }
}
