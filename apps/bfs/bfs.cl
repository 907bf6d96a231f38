/* Level-synchronous breadth-first search (CK, Fig. 4): a blocking kernel, whose work-groups wait for each
 * other once at every level, where the kernel may also shrink and grow.
 *
 * A work-item expands its vertices of the frontier, except hubs, vertices of many arcs: it cuts their arcs
 * into pieces, which all work-items share behind the level's barrier; only a level that has hubs has a second
 * one. Otherwise a level would take as long as one work-item needs for the arcs of the largest hub; the other
 * work-items would wait, and so would a kernel that needs work-groups at the resizing barrier.
 *
 * One barrier is enough since each level counts in words of its own, of three that take turns. Level l reads
 * vertices[l % 3] and adds to vertices[(l + 1) % 3] and pieces[l % 3]; meanwhile it clears vertices[(l + 2) %
 * 3] and pieces[(l + 1) % 3], which were read for the last time in front of the barrier of level l - 1.
 *
 * The host sets all levels to -1 and the source's to 0, all counts to 0 and vertices[0] to 1, and puts the
 * source into the first frontier. A vertex enters a frontier once, since only one compare-exchange of its
 * level from -1 succeeds; hence the graph's number of vertices is capacity enough for a frontier, and a hub
 * is cut into pieces once. */
#include "coop/kernel.clh"

/* On a line of its own. */
struct count {
    atomic_uint value;
    uint pad[15];
};

/* A count that is read does not change until the next barrier, so relaxed is enough. */
static uint count_get(global struct count *count)
{
    return atomic_load_explicit(&count->value, memory_order_relaxed, memory_scope_device);
}

static uint count_add(global struct count *count, uint more)
{
    return atomic_fetch_add_explicit(&count->value, more, memory_order_relaxed, memory_scope_device);
}

static void count_clear(global struct count *count)
{
    atomic_store_explicit(&count->value, 0u, memory_order_relaxed, memory_scope_device);
}

/* Arcs of a vertex. */
struct piece {
    uint first;
    uint end;
};

/* What the levels count. The pieces of a level follow. */
struct search {
    struct count vertices[3];
    struct count pieces[3];
};

static global struct piece *search_pieces(global struct search *search)
{
    return (global struct piece *)(search + 1);
}

/* Cuts a hub's arcs into pieces of `length`, the last of which may be shorter. */
static void search_add_pieces(global struct search *search, int level, struct piece hub, uint length)
{
    uint count = (hub.end - hub.first - 1) / length + 1;
    global struct piece *next = search_pieces(search) + count_add(&search->pieces[level % 3], count);

    for (; hub.end - hub.first > length; hub.first += length) {
        next->first = hub.first;
        next->end = hub.first + length;
        next++;
    }
    *next = hub;
}

/* A frontier that is being filled. */
struct frontier {
    global int *vertices;
    global struct count *count;
};

/* The vertices that a work-item has found and not yet appended, so that one atomic addition serves many. */
#define BATCH_CAPACITY 16
struct batch {
    int vertices[BATCH_CAPACITY];
    uint size;
};

static void batch_append(private struct batch *batch, struct frontier out)
{
    uint i, place;

    if (batch->size > 0) {
        place = count_add(out.count, batch->size);
        for (i = 0; i < batch->size; i++) {
            out.vertices[place + i] = batch->vertices[i];
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
                   private struct batch *batch, struct frontier out)
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
                            global const int *in, uint size, struct frontier out,
                            global struct search *search, uint hub_arcs, int level, uint first, uint stride)
{
    struct batch batch;
    uint i;

    batch.size = 0;
    for (i = first; i < size; i += stride) {
        int vertex = in[i];
        struct piece all = {rows[vertex], rows[vertex + 1]};

        if (all.end - all.first > hub_arcs) {
            search_add_pieces(search, level, all, hub_arcs);
        } else {
            expand(arcs, all, levels, level + 1, &batch, out);
        }
    }
    batch_append(&batch, out);
}

/* The pieces of the level in front of `level`. */
static void expand_pieces(global const int *arcs, global atomic_int *levels, global struct search *search,
                          uint count, struct frontier out, int level, uint first, uint stride)
{
    struct batch batch;
    uint i;

    batch.size = 0;
    for (i = first; i < count; i += stride) {
        expand(arcs, search_pieces(search)[i], levels, level, &batch, out);
    }
    batch_append(&batch, out);
}

static struct frontier next_frontier(global struct search *search, global int *vertices, int level)
{
    struct frontier frontier = {vertices, &search->vertices[level % 3]};

    return frontier;
}

/* hub_arcs  a vertex of more arcs is a hub, and a piece has so many.
 * search    holds the pieces of all hubs of a level. */
coop_kernel void bfs(global const uint *rows, global const int *arcs, global atomic_int *levels,
                     global int *first, global int *second, global struct search *search, uint hub_arcs)
{
    transmit int level = 0;
    transmit global int *in = first;
    transmit global int *out = second;

    uint size = count_get(&search->vertices[0]);

    while (size > 0) {
        expand_vertices(rows, arcs, levels, in, size, next_frontier(search, out, level + 1), search, hub_arcs,
                        level, (uint)get_global_id(0), (uint)get_global_size(0));

        /* In this order: PoCL 3.1 miscompiles the loops behind a branch of one work-item
         * (docs/devices.md). */
        if (get_global_id(0) == 0) {
            count_clear(&search->vertices[(level + 2) % 3]);
            count_clear(&search->pieces[(level + 1) % 3]);
        }

        global int *swap = in;
        in = out;
        out = swap;
        level++;
        resizing_global_barrier();

        /* Loaded together: on a GPU each of these loads takes as long as half a barrier. */
        uint pieces = count_get(&search->pieces[(level - 1) % 3]);
        size = count_get(&search->vertices[level % 3]);
        if (pieces > 0) {
            expand_pieces(arcs, levels, search, pieces, next_frontier(search, in, level), level,
                          (uint)get_global_id(0), (uint)get_global_size(0));
            global_barrier();
            size = count_get(&search->vertices[level % 3]);
        }
    }
}
