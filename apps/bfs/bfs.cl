/* Level-synchronous breadth-first search (CK, Fig. 4): a blocking kernel, whose work-groups wait for each
 * other at every level, and which may shrink and grow at one of the two barriers.
 *
 * A work-item expands its vertices of the frontier, except hubs, vertices of many arcs: it cuts their arcs
 * into pieces, which all work-items share after the level's first barrier. Otherwise a level would take as
 * long as one work-item needs for the arcs of the largest hub; the other work-items would wait, and so
 * would a kernel that needs work-groups at the resizing barrier.
 *
 * The host sets all levels to -1 and the source's to 0, and puts the source into the first frontier. A
 * vertex enters a frontier once, since only one compare-exchange of its level from -1 succeeds; hence the
 * graph's number of vertices is capacity enough for a frontier, and a hub is cut into pieces once. */
#include "coop/kernel.clh"

/* A frontier's vertices follow its head. */
struct frontier {
    atomic_uint size;
    uint pad[15];
};

static global int *frontier_vertices(global struct frontier *frontier)
{
    return (global int *)(frontier + 1);
}

/* A frontier that is read does not change until the next barrier, so relaxed is enough. */
static uint frontier_size(global struct frontier *frontier)
{
    return atomic_load_explicit(&frontier->size, memory_order_relaxed, memory_scope_device);
}

/* Arcs of a vertex. */
struct piece {
    uint first;
    uint end;
};

/* All pieces of a search follow their head; pieces are added and never removed. */
struct pieces {
    atomic_uint count;
    uint pad[15];
};

static global struct piece *pieces_items(global struct pieces *pieces)
{
    return (global struct piece *)(pieces + 1);
}

/* Read after a barrier that follows all additions, so relaxed is enough. */
static uint pieces_count(global struct pieces *pieces)
{
    return atomic_load_explicit(&pieces->count, memory_order_relaxed, memory_scope_device);
}

/* Cuts a hub's arcs into pieces of `length`, the last of which may be shorter. */
static void pieces_add(global struct pieces *pieces, struct piece hub, uint length)
{
    uint count = (hub.end - hub.first - 1) / length + 1;
    uint place = atomic_fetch_add_explicit(&pieces->count, count, memory_order_relaxed, memory_scope_device);
    global struct piece *next = pieces_items(pieces) + place;

    for (; hub.end - hub.first > length; hub.first += length) {
        next->first = hub.first;
        next->end = hub.first + length;
        next++;
    }
    *next = hub;
}

/* The vertices that a work-item has found and not yet appended, so that one atomic addition serves many. */
#define BATCH_CAPACITY 16
struct batch {
    int vertices[BATCH_CAPACITY];
    uint size;
};

static void batch_append(private struct batch *batch, global struct frontier *out)
{
    global int *vertices = frontier_vertices(out);
    uint i, place;

    if (batch->size > 0) {
        place = atomic_fetch_add_explicit(&out->size, batch->size, memory_order_relaxed, memory_scope_device);
        for (i = 0; i < batch->size; i++) {
            vertices[place + i] = batch->vertices[i];
        }
        batch->size = 0;
    }
}

/* Most arcs lead to vertices that already have a level: a load tells them apart more cheaply than a
 * compare-exchange. */
static int take_vertex(global atomic_int *level, int new_level)
{
    int unreached = -1;

    return atomic_load_explicit(level, memory_order_relaxed, memory_scope_device) == unreached &&
           atomic_compare_exchange_strong_explicit(level, &unreached, new_level, memory_order_relaxed,
                                                   memory_order_relaxed, memory_scope_device);
}

static void expand(global const int *arcs, struct piece piece, global atomic_int *levels, int new_level,
                   private struct batch *batch, global struct frontier *out)
{
    uint arc;

    for (arc = piece.first; arc < piece.end; arc++) {
        int head = arcs[arc];

        if (take_vertex(&levels[head], new_level)) {
            batch->vertices[batch->size] = head;
            batch->size++;
            if (batch->size == BATCH_CAPACITY) {
                batch_append(batch, out);
            }
        }
    }
}

/* Vertices of more than hub_arcs arcs become pieces. */
static void expand_vertices(global const uint *rows, global const int *arcs, global atomic_int *levels,
                            global struct frontier *in, global struct frontier *out,
                            global struct pieces *pieces, uint hub_arcs, int new_level, uint first,
                            uint stride)
{
    global int *vertices = frontier_vertices(in);
    uint size = frontier_size(in);
    struct batch batch;
    uint i;

    batch.size = 0;
    for (i = first; i < size; i += stride) {
        int vertex = vertices[i];
        struct piece all = {rows[vertex], rows[vertex + 1]};

        if (all.end - all.first > hub_arcs) {
            pieces_add(pieces, all, hub_arcs);
        } else {
            expand(arcs, all, levels, new_level, &batch, out);
        }
    }
    batch_append(&batch, out);
}

static void expand_pieces(global const int *arcs, global atomic_int *levels, global struct pieces *pieces,
                          uint first, uint stride, global struct frontier *out, int new_level)
{
    uint count = pieces_count(pieces);
    struct batch batch;
    uint i;

    batch.size = 0;
    for (i = first; i < count; i += stride) {
        expand(arcs, pieces_items(pieces)[i], levels, new_level, &batch, out);
    }
    batch_append(&batch, out);
}

/* hub_arcs  a vertex of more arcs is a hub, and a piece has so many.
 * pieces    holds the pieces of all hubs. */
coop_kernel void bfs(global const uint *rows, global const int *arcs, global atomic_int *levels,
                     global struct frontier *first, global struct frontier *second,
                     global struct pieces *pieces, uint hub_arcs)
{
    transmit int level = 0;
    transmit uint expanded = 0; /* pieces */
    transmit global struct frontier *in = first;
    transmit global struct frontier *out = second;

    while (frontier_size(in) > 0) {
        expand_vertices(rows, arcs, levels, in, out, pieces, hub_arcs, level + 1, (uint)get_global_id(0),
                        (uint)get_global_size(0));

        global struct frontier *swap = in;
        in = out;
        out = swap;
        resizing_global_barrier();

        /* In this order: PoCL 3.1 miscompiles the loops behind a branch of one work-item
         * (docs/devices.md). */
        if (pieces_count(pieces) > expanded) {
            expand_pieces(arcs, levels, pieces, expanded + (uint)get_global_id(0), (uint)get_global_size(0),
                          in, level + 1);
            expanded = pieces_count(pieces);
        }
        if (get_global_id(0) == 0) {
            atomic_store_explicit(&out->size, 0u, memory_order_relaxed, memory_scope_device);
        }
        level++;
        global_barrier();
    }
}
