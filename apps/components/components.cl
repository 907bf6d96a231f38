/* Connected components: every vertex gets the least vertex of its component.
 *
 * Source: hooking and pointer jumping (Shiloach, Vishkin, "An O(log n) Parallel Connectivity Algorithm",
 * J. Algorithms 3, 1982), with the hooking rules of FastSV (Zhang, Azad, Hu, PP 2020). A blocking kernel,
 * whose work-groups wait for each other twice in each round, and which may shrink and grow at one of the
 * barriers.
 *
 *   C1  a parent is never greater than its vertex, is in the vertex's component, and only falls.
 *   C2  `last_change` is the last round in which a parent fell. All work-groups are in the same round between
 *       two barriers, and a round begins only if one fell in the round before; so `last_change >= round`,
 *       asked behind the round's last barrier, has one answer for all, also when others are a round ahead.
 *   C3  after a round without a change both ends of each edge have the same parent, and it is its own: with
 *       C1 it is the component's least vertex. */
#include "coop/kernel.clh"

/* Steps that a vertex makes towards its root in a round: enough to double the distance that it sees, few
 * enough that the next barrier, and a kernel that waits for it, comes soon. */
#define JUMPS 8

/* Relaxed: an old value was right when it was written (C1), and in the last round there are no old values
 * (C3). */
static uint parent_of(global atomic_uint *parents, uint vertex)
{
    return atomic_load_explicit(&parents[vertex], memory_order_relaxed, memory_scope_device);
}

/* Lowers a parent to `parent` if that is less; returns whether it was. Mostly it is not, which a load tells
 * more cheaply. */
static uint lower(global atomic_uint *parents, uint vertex, uint parent)
{
    global atomic_uint *place = &parents[vertex];

    return parent_of(parents, vertex) > parent &&
           atomic_fetch_min_explicit(place, parent, memory_order_relaxed, memory_scope_device) > parent;
}

/* An edge's ends, and their parents, take the other end's grandparent where that is less. */
static uint hook(global atomic_uint *parents, uint2 edge)
{
    uint first = parent_of(parents, edge.x);
    uint second = parent_of(parents, edge.y);
    uint first_root = parent_of(parents, first);
    uint second_root = parent_of(parents, second);
    uint has_changed = 0;

    if (first_root < second_root) {
        has_changed = lower(parents, second, first_root) | lower(parents, edge.y, first_root);
    } else if (second_root < first_root) {
        has_changed = lower(parents, first, second_root) | lower(parents, edge.x, second_root);
    }
    return has_changed;
}

static uint jump(global atomic_uint *parents, uint vertex)
{
    uint parent = parent_of(parents, vertex);
    uint next = parent_of(parents, parent);
    uint jumps;

    for (jumps = 0; jumps < JUMPS && next != parent; jumps++) {
        parent = next;
        next = parent_of(parents, parent);
    }
    return lower(parents, vertex, next);
}

static uint hook_edges(global const uint2 *edges, uint edge_count, global atomic_uint *parents, uint first,
                       uint stride)
{
    uint has_changed = 0;
    uint i;

    for (i = first; i < edge_count; i += stride) {
        has_changed |= hook(parents, edges[i]);
    }
    return has_changed;
}

static uint jump_vertices(global atomic_uint *parents, uint vertex_count, uint first, uint stride)
{
    uint has_changed = 0;
    uint i;

    for (i = first; i < vertex_count; i += stride) {
        has_changed |= jump(parents, i);
    }
    return has_changed;
}

/* All that store in a round store the same number. */
static void note(global atomic_uint *last_change, uint round, uint has_changed)
{
    if (has_changed) {
        atomic_store_explicit(last_change, round, memory_order_relaxed, memory_scope_device);
    }
}

/* edges        pairs of vertices; loops and duplicates do no harm.
 * parents      out: the components' least vertices.
 * last_change  0 before the launch. */
coop_kernel void components(global const uint2 *edges, uint edge_count, global atomic_uint *parents,
                            uint vertex_count, global atomic_uint *last_change)
{
    transmit uint round = 0;

    for (uint i = (uint)get_global_id(0); i < vertex_count; i += (uint)get_global_size(0)) {
        atomic_store_explicit(&parents[i], i, memory_order_relaxed, memory_scope_device);
    }
    resizing_global_barrier();

    do {
        round++;
        note(last_change, round,
             hook_edges(edges, edge_count, parents, (uint)get_global_id(0), (uint)get_global_size(0)));
        global_barrier();
        note(last_change, round,
             jump_vertices(parents, vertex_count, (uint)get_global_id(0), (uint)get_global_size(0)));
        resizing_global_barrier();
    } while (atomic_load_explicit(last_change, memory_order_relaxed, memory_scope_device) >= round);
}
