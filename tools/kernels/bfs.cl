/* Level-synchronous breadth-first search (CK, Fig. 4): a blocking kernel, whose work-groups wait for each
 * other at every level, and which may shrink and grow at one of the two barriers.
 *
 * The host sets all levels to -1 and the source's to 0, and puts the source into the first frontier. A
 * vertex enters a frontier once, since only one compare-exchange of its level from -1 succeeds; hence a
 * frontier needs room for the graph's vertices and no more. */
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

/* What a work-item has found and not yet appended: one atomic addition for many vertices. */
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

static void process_frontier(global const uint *rows, global const int *arcs, global atomic_int *levels,
                             global struct frontier *in, global struct frontier *out, int new_level,
                             uint first, uint stride)
{
    global int *vertices = frontier_vertices(in);
    uint size = frontier_size(in);
    struct batch batch;
    uint i, arc;

    batch.size = 0;
    for (i = first; i < size; i += stride) {
        int vertex = vertices[i];

        for (arc = rows[vertex]; arc < rows[vertex + 1]; arc++) {
            int head = arcs[arc];

            if (take_vertex(&levels[head], new_level)) {
                batch.vertices[batch.size] = head;
                batch.size++;
                if (batch.size == BATCH_CAPACITY) {
                    batch_append(&batch, out);
                }
            }
        }
    }
    batch_append(&batch, out);
}

coop_kernel void bfs(global const uint *rows, global const int *arcs, global atomic_int *levels,
                     global struct frontier *first, global struct frontier *second)
{
    transmit int level = 0;
    transmit global struct frontier *in = first;
    transmit global struct frontier *out = second;

    while (frontier_size(in) > 0) {
        process_frontier(rows, arcs, levels, in, out, level + 1, (uint)get_global_id(0),
                         (uint)get_global_size(0));

        global struct frontier *swap = in;
        in = out;
        out = swap;
        resizing_global_barrier();

        if (get_global_id(0) == 0) {
            atomic_store_explicit(&out->size, 0u, memory_order_relaxed, memory_scope_device);
        }
        level++;
        global_barrier();
    }
}
