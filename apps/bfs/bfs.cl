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

/* Near levels. One work-group alone takes the levels of a small frontier, which lies in local memory then:
 * its own barrier and a local counter cost a tenth of a global barrier and a global counter. The kernel has
 * no use for other work-groups meanwhile, and says so (want_groups): other kernels may have them until the
 * frontier grows. */
#define NEAR_CAPACITY 768u /* vertices of a frontier in local memory; the others are in global memory */
/* A frontier of so many vertices for each work-item of a work-group is small. Where the work-items take turns
 * on one core, none is: there a work-group alone leaves the other cores without work. */
#if defined(__x86_64__) || defined(__aarch64__)
#define NEAR_SMALL 0u
#else
#define NEAR_SMALL 2u
#endif
#define NEAR_BY_DEVICE (~0u) /* an argument that leaves it to the device */
#define NEAR_PATIENCE 8u   /* small levels in a row, until the others are given up */
#define NEAR_LEVELS 64u    /* levels between two places at which others can join, when none is wanted */
#define NEAR_LEVELS_FEW 4u /* ... when others are wanted */
#define NEAR_WAITS 64u     /* barriers at which one work-group waits for others in front of a large level */
#define ANY_NUMBER (~0u)

/* A frontier of which the vertices from NEAR_CAPACITY on are in global memory. */
struct near_frontier {
    local int *vertices;
    local atomic_uint *count;
    global int *rest;
};

static uint near_get(local atomic_uint *count)
{
    return atomic_load_explicit(count, memory_order_relaxed, memory_scope_work_group);
}

static void near_set(local atomic_uint *count, uint value)
{
    atomic_store_explicit(count, value, memory_order_relaxed, memory_scope_work_group);
}

static int near_vertex(struct near_frontier frontier, uint place)
{
    return place < NEAR_CAPACITY ? frontier.vertices[place] : frontier.rest[place];
}

static void near_append(private struct batch *batch, struct near_frontier frontier)
{
    uint i, place;

    if (batch->size > 0) {
        place = atomic_fetch_add_explicit(frontier.count, batch->size, memory_order_relaxed,
                                          memory_scope_work_group);
        for (i = 0; i < batch->size; i++) {
            if (place + i < NEAR_CAPACITY) {
                frontier.vertices[place + i] = batch->vertices[i];
            } else {
                frontier.rest[place + i] = batch->vertices[i];
            }
        }
        batch->size = 0;
    }
}

/* A level by one work-group, one arc after the other. Hubs are cut into pieces as ever, and has_hubs says
 * that there are some. */
static void near_expand_few(global const uint *rows, global const int *arcs, global atomic_int *levels,
                            struct near_frontier in, uint size, struct near_frontier out,
                            global struct search *search, uint hub_arcs, int level,
                            local atomic_uint *has_hubs, uint first, uint stride)
{
    struct batch batch;
    uint i, arc;

    batch.size = 0;
    for (i = first; i < size; i += stride) {
        int vertex = near_vertex(in, i);
        struct piece all = {rows[vertex], rows[vertex + 1]};

        if (all.end - all.first > hub_arcs) {
            search_add_pieces(search, level, all, hub_arcs);
            near_set(has_hubs, 1u);
            continue;
        }
        for (arc = all.first; arc < all.end; arc++) {
            int head = arcs[arc];

            if (take_vertex(&levels[head], level + 1)) {
                batch.vertices[batch.size] = head;
                batch.size++;
                if (batch.size == BATCH_CAPACITY) {
                    near_append(&batch, out);
                }
            }
        }
    }
    near_append(&batch, out);
}

/* In work-groups of many work-items, as GPUs have them, each expands some arcs of some vertices at a time.
 * All loads of one kind are under way at once, and so are the exchanges: a GPU waits as long for one as for
 * all. A processor that runs the work-items in turn would only do more. */
#define NEAR_MANY 128u
#define NEAR_VERTICES 1u
#define NEAR_ARCS 4u
#define NEAR_HEADS (NEAR_VERTICES * NEAR_ARCS)

/* The arcs from `arc` on. Where a vertex has no more, it stands for its own head, and has been reached. */
static void near_expand_arcs(global const int *arcs, private const int *vertices,
                             private const struct piece *pieces, uint arc, global atomic_int *levels,
                             int new_level, private struct batch *batch)
{
    int heads[NEAR_HEADS];
    int found[NEAR_HEADS];
    uint i;

    for (i = 0; i < NEAR_HEADS; i++) {
        uint at = pieces[i / NEAR_ARCS].first + arc + i % NEAR_ARCS;
        int is_there = at < pieces[i / NEAR_ARCS].end;
        int head = arcs[is_there ? at : 0];

        heads[i] = is_there ? head : vertices[i / NEAR_ARCS];
    }
    for (i = 0; i < NEAR_HEADS; i++) {
        found[i] = atomic_load_explicit(&levels[heads[i]], memory_order_relaxed, memory_scope_device);
    }
    for (i = 0; i < NEAR_HEADS; i++) {
        if (found[i] == -1) {
            /* leaves -1 where it succeeds, and what it finds otherwise */
            atomic_compare_exchange_strong_explicit(&levels[heads[i]], &found[i], new_level,
                                                    memory_order_relaxed, memory_order_relaxed,
                                                    memory_scope_device);
        }
    }
    for (i = 0; i < NEAR_HEADS; i++) {
        if (found[i] == -1) {
            batch->vertices[batch->size] = heads[i];
            batch->size++;
        }
    }
}

/* As near_expand_few. */
static void near_expand_many(global const uint *rows, global const int *arcs, global atomic_int *levels,
                             struct near_frontier in, uint size, struct near_frontier out,
                             global struct search *search, uint hub_arcs, int level,
                             local atomic_uint *has_hubs, uint first, uint stride)
{
    struct batch batch;
    uint i, k, arc;

    batch.size = 0;
    for (i = first; i < size; i += NEAR_VERTICES * stride) {
        struct piece pieces[NEAR_VERTICES];
        int vertices[NEAR_VERTICES];
        uint most = 0;

        for (k = 0; k < NEAR_VERTICES; k++) {
            vertices[k] = near_vertex(in, i + k * stride < size ? i + k * stride : i);
        }
        for (k = 0; k < NEAR_VERTICES; k++) {
            pieces[k].first = rows[vertices[k]];
            pieces[k].end = rows[vertices[k] + 1];
        }
        for (k = 0; k < NEAR_VERTICES; k++) {
            if (i + k * stride >= size) {
                pieces[k].end = pieces[k].first;
            }
            if (pieces[k].end - pieces[k].first > hub_arcs) {
                search_add_pieces(search, level, pieces[k], hub_arcs);
                near_set(has_hubs, 1u);
                pieces[k].end = pieces[k].first;
            }
            most = most < pieces[k].end - pieces[k].first ? pieces[k].end - pieces[k].first : most;
        }
        for (arc = 0; arc < most; arc += NEAR_ARCS) {
            near_expand_arcs(arcs, vertices, pieces, arc, levels, level + 1, &batch);
            if (batch.size > BATCH_CAPACITY - NEAR_HEADS) {
                near_append(&batch, out);
            }
        }
    }
    near_append(&batch, out);
}

/* Of a search that one work-group runs: the counts as they are in front of `level`. The pieces of the level
 * before it stay if it has some. */
static void search_set_counts(global struct search *search, int level, uint size, uint has_pieces)
{
    atomic_store_explicit(&search->vertices[level % 3].value, size, memory_order_relaxed,
                          memory_scope_device);
    count_clear(&search->vertices[(level + 1) % 3]);
    count_clear(&search->vertices[(level + 2) % 3]);
    count_clear(&search->pieces[level % 3]);
    count_clear(&search->pieces[(level + 1) % 3]);
    if (has_pieces == 0) {
        count_clear(&search->pieces[(level + 2) % 3]);
    }
}

/* The vertices of a small frontier, and those of one for which all work-groups are wanted again. */
static uint near_bound(uint near_small, uint items)
{
    return (near_small == NEAR_BY_DEVICE ? NEAR_SMALL : near_small) * items;
}

static uint near_bound_large(uint small)
{
    return 5u * small / 2u;
}

/* hub_arcs    a vertex of more arcs is a hub, and a piece has so many.
 * near_small  a frontier of so many vertices for each work-item of a work-group is small; 0: none is;
 *             NEAR_BY_DEVICE.
 * search      holds the pieces of all hubs of a level. */
coop_kernel void bfs(global const uint *rows, global const int *arcs, global atomic_int *levels,
                     global int *first, global int *second, global struct search *search, uint hub_arcs,
                     uint near_small)
{
    transmit int level = 0;
    transmit global int *in = first;
    transmit global int *out = second;
    transmit uint small = 0; /* small levels in a row; from NEAR_PATIENCE on no others are wanted */
    transmit uint waits = 0; /* barriers at which the work-group may still wait for others */
    transmit uint has_given_up = 0; /* no others are wanted */
    local int near[2 * NEAR_CAPACITY];
    local atomic_uint near_counts[3]; /* in turns, as the search's */
    local atomic_uint near_hubs[3];   /* has the level hubs? */

    uint size = count_get(&search->vertices[0]);

    while (size > 0) {
        uint item = (uint)get_local_id(0);
        uint items = (uint)get_local_size(0);
        uint most = near_bound(near_small, items);
        uint most_near = near_bound_large(most);

        /* Wherever the frontier has grown: in near levels, by a hub's pieces, while others were leaving. */
        if (has_given_up && size > most_near) {
            has_given_up = 0;
            small = 0;
            waits = NEAR_WAITS;
            want_groups(ANY_NUMBER);
        }
        if (get_num_groups(0) == 1 && size > most_near && waits > 0) {
            waits--;
            resizing_global_barrier();
            size = count_get(&search->vertices[level % 3]);
            continue;
        }
        if (get_num_groups(0) == 1 && size <= most_near) {
            uint left = small >= NEAR_PATIENCE ? NEAR_LEVELS : NEAR_LEVELS_FEW;
            uint has_hubs = 0;

            for (uint i = item; i < size && i < NEAR_CAPACITY; i += items) {
                near[level % 2 * NEAR_CAPACITY + i] = in[i];
            }
            if (item == 0) {
                near_set(&near_counts[(level + 1) % 3], 0u);
                near_set(&near_hubs[level % 3], 0u);
                search_set_counts(search, level, size, 0u);
            }
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            while (left > 0) {
                struct near_frontier present = {near + level % 2 * NEAR_CAPACITY,
                                                near_counts + level % 3, in};
                struct near_frontier next = {near + (level + 1) % 2 * NEAR_CAPACITY,
                                             near_counts + (level + 1) % 3, out};

                if (items >= NEAR_MANY) {
                    near_expand_many(rows, arcs, levels, present, size, next, search, hub_arcs, level,
                                     &near_hubs[level % 3], item, items);
                } else {
                    near_expand_few(rows, arcs, levels, present, size, next, search, hub_arcs, level,
                                    &near_hubs[level % 3], item, items);
                }
                if (item == 0) {
                    near_set(&near_counts[(level + 2) % 3], 0u);
                    near_set(&near_hubs[(level + 1) % 3], 0u);
                }
                barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

                global int *swap = in;
                in = out;
                out = swap;
                level++;
                size = near_get(&near_counts[level % 3]);
                small += size <= most;
                has_hubs = near_get(&near_hubs[(level - 1) % 3]);
                left = size > 0 && size <= most_near && has_hubs == 0 ? left - 1 : 0;
            }
            for (uint i = item; i < size && i < NEAR_CAPACITY; i += items) {
                in[i] = near[level % 2 * NEAR_CAPACITY + i];
            }
            if (item == 0) {
                search_set_counts(search, level, size, has_hubs);
            }
        } else {
            expand_vertices(rows, arcs, levels, in, size, next_frontier(search, out, level + 1), search,
                            hub_arcs, level, (uint)get_global_id(0), (uint)get_global_size(0));

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
            small = size <= most ? small + 1 : 0;
            if (small >= NEAR_PATIENCE) {
                has_given_up = 1;
                if (get_group_id(0) == 0) {
                    want_groups(1u);
                }
            }
        }
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
