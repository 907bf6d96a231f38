/* A maximal independent set: no two of its vertices are neighbours, and every other vertex has a neighbour
 * in it.
 *
 * Source: Luby, "A Simple Parallel Algorithm for the Maximal Independent Set Problem" (SIAM J. Comput. 15,
 * 1986), with one order for all rounds (Blelloch, Fineman, Shun, "Greedy Sequential Maximal Independent Set
 * and Matching are Parallel on Average", SPAA 2012), as Pannotia has it: Che, Beckmann, Reinhardt, Skadron,
 * "Pannotia" (IISWC 2013). A round has two phases: undecided vertices that come before all their undecided
 * neighbours are chosen; then the neighbours of the chosen ones are excluded. A blocking kernel, which may
 * shrink and grow at the barrier behind each phase. The undecided vertices are a list, which shrinks from
 * round to round. Transmitted are the round, the list and the next one, the list's size, and how far the
 * phase has come.
 *
 * A hub, a vertex of many arcs, is not in the list, but its pieces are, so that all work-items share its
 * arcs; and a phase over a long list is cut into slices with a resizing barrier behind each. So there is no
 * long way to the next place where work-groups leave and join.
 *
 *   I1  a bookmark only rises. The neighbours in front of it that come earlier in the order are excluded.
 *   I2  in the first phase states change from undecided to chosen alone, and only a vertex's whose earlier
 *       neighbours are all excluded. So no two neighbours are chosen, and a neighbour that is seen before or
 *       after its change has the same effect: it is not excluded, and who sees it waits.
 *   I3  in the second phase states change from undecided to excluded alone, those of neighbours of chosen
 *       vertices: all who change one store the same. An excluded item that was appended all the same is
 *       passed over in the next round.
 *   I4  a round with undecided vertices chooses the first one of them. So the list shrinks, and the chosen
 *       ones are those of the sequential algorithm in that order. */
#include "coop/kernel.clh"

#define UNDECIDED 0u
#define CHOSEN 1u
#define EXCLUDED 2u

/* Arcs of a hub. */
struct piece {
    uint hub;
    uint first;
    uint end;
};

struct hub {
    uint vertex;
    atomic_uint unfinished; /* pieces */
};

/* The size of a list, on a line of its own. Nobody appends while it is read, so relaxed is enough. */
struct count {
    atomic_uint value;
    uint pad[15];
};

static uint count_get(global struct count *count)
{
    return atomic_load_explicit(&count->value, memory_order_relaxed, memory_scope_device);
}

static void count_clear(global struct count *count)
{
    atomic_store_explicit(&count->value, 0u, memory_order_relaxed, memory_scope_device);
}

/* The graph, and how far its set is. */
struct graph {
    global const uint *rows;
    global const int *arcs;
    global const uint *ranks;
    global const struct piece *pieces;
    global struct hub *hubs;
    uint vertex_count;
    global uint *bookmarks;
    global atomic_uint *states;
};

/* Relaxed: I2 and I3. */
static uint state_get(private const struct graph *graph, uint vertex)
{
    return atomic_load_explicit(&graph->states[vertex], memory_order_relaxed, memory_scope_device);
}

static void state_set(private const struct graph *graph, uint vertex, uint state)
{
    atomic_store_explicit(&graph->states[vertex], state, memory_order_relaxed, memory_scope_device);
}

/* An item's vertex and arcs: a vertex's own, or a piece of a hub's. */
struct item {
    uint vertex;
    uint first;
    uint end;
};

static struct item item_get(private const struct graph *graph, uint index)
{
    struct item item = {index, 0, 0};

    if (index < graph->vertex_count) {
        item.first = graph->rows[index];
        item.end = graph->rows[index + 1];
    } else {
        struct piece piece = graph->pieces[index - graph->vertex_count];

        item.vertex = graph->hubs[piece.hub].vertex;
        item.first = piece.first;
        item.end = piece.end;
    }
    return item;
}

/* Whether it is the hub's last one. The order is not needed for what it tells (I1), but costs nothing. */
static uint finish_piece(private const struct graph *graph, uint index)
{
    global struct hub *hub = &graph->hubs[graph->pieces[index - graph->vertex_count].hub];

    return atomic_fetch_sub_explicit(&hub->unfinished, 1u, memory_order_acq_rel, memory_scope_device) == 1;
}

/* Moves the bookmark up to the next neighbour that comes earlier and is not excluded. Returns whether the
 * vertex waits for none, of which a hub's last piece tells. */
static uint waits_for_none(private const struct graph *graph, uint index, struct item item)
{
    uint rank = graph->ranks[item.vertex];
    uint bookmark = graph->bookmarks[index];
    uint arc = bookmark;
    uint is_done;

    while (arc < item.end && (graph->ranks[graph->arcs[arc]] >= rank ||
                              state_get(graph, (uint)graph->arcs[arc]) == EXCLUDED)) {
        arc++;
    }
    graph->bookmarks[index] = arc;
    is_done = arc == item.end;
    if (index >= graph->vertex_count) {
        is_done = is_done && bookmark < arc && finish_piece(graph, index);
    }
    return is_done;
}

/* All that choose in a round store its number, which is more than 0. */
static void choose(private const struct graph *graph, global const uint *list, uint first, uint end,
                   uint stride, uint round)
{
    uint has_chosen = 0;

    for (uint i = first; i < end; i += stride) {
        struct item item = item_get(graph, list[i]);

        if (state_get(graph, item.vertex) == UNDECIDED && waits_for_none(graph, list[i], item)) {
            state_set(graph, item.vertex, CHOSEN);
            has_chosen = 1;
        }
    }
    if (has_chosen) {
        state_set(graph, graph->vertex_count, round);
    }
}

/* Most neighbours of a vertex in the set have more such neighbours: a load tells more cheaply than a store.
 * */
static void exclude_around(private const struct graph *graph, struct item item)
{
    for (uint arc = item.first; arc < item.end; arc++) {
        uint head = (uint)graph->arcs[arc];

        if (head != item.vertex && state_get(graph, head) != EXCLUDED) {
            state_set(graph, head, EXCLUDED);
        }
    }
}

/* A list that is being filled. */
struct list {
    global uint *items;
    global struct count *count;
};

/* The items that a work-item has not yet appended, so that one atomic addition serves many. */
#define BATCH_CAPACITY 16
struct batch {
    uint items[BATCH_CAPACITY];
    uint size;
};

static void batch_append(private struct batch *batch, struct list out)
{
    uint place;

    if (batch->size > 0) {
        place = atomic_fetch_add_explicit(&out.count->value, batch->size, memory_order_relaxed,
                                          memory_scope_device);
        for (uint i = 0; i < batch->size; i++) {
            out.items[place + i] = batch->items[i];
        }
        batch->size = 0;
    }
}

/* Items that are still undecided are the next round's list. */
static void exclude(private const struct graph *graph, global const uint *in, uint first, uint end,
                    uint stride, struct list out)
{
    struct batch batch;

    batch.size = 0;
    for (uint i = first; i < end; i += stride) {
        struct item item = item_get(graph, in[i]);
        uint state = state_get(graph, item.vertex);

        if (state == CHOSEN) {
            exclude_around(graph, item);
        } else if (state == UNDECIDED) {
            batch.items[batch.size] = in[i];
            batch.size++;
            if (batch.size == BATCH_CAPACITY) {
                batch_append(&batch, out);
            }
        }
    }
    batch_append(&batch, out);
}

/* arcs       of an undirected graph; loops and duplicates do no harm.
 * ranks      each vertex's place in the order.
 * bookmarks  for each item; its first arc before the launch.
 * states     out: CHOSEN or EXCLUDED, and behind them the last round, from 1, in which a vertex was chosen;
 *            UNDECIDED and 0 before the launch.
 * first      the list of all items; `second` is as long.
 * slice      items that a work-group visits between two resizing barriers.
 * counts     of the lists of even and of odd rounds, which take turns; before the launch the first list's,
 *            and 0. */
coop_kernel void mis(global const uint *rows, global const int *arcs, global const uint *ranks,
                     global const struct piece *pieces, global struct hub *hubs, uint vertex_count,
                     global uint *bookmarks, global atomic_uint *states, global uint *first,
                     global uint *second, uint slice, global struct count *counts)
{
    transmit uint round = 0;
    transmit uint size = count_get(&counts[0]);
    transmit uint begin = 0;
    transmit global uint *in = first;
    transmit global uint *out = second;

    while (size > 0) {
        do {
            struct graph graph = {rows, arcs, ranks, pieces, hubs, vertex_count, bookmarks, states};
            uint end = min(begin + slice * (uint)get_num_groups(0), size);

            choose(&graph, in, begin + (uint)get_global_id(0), end, (uint)get_global_size(0), round + 1);
            /* By all: PoCL 3.1 miscompiles loops around a branch of one (docs/devices.md). */
            count_clear(&counts[(round + 1) % 2]);
            begin = end;
            resizing_global_barrier();
        } while (begin < size);
        begin = 0;
        do {
            struct graph graph = {rows, arcs, ranks, pieces, hubs, vertex_count, bookmarks, states};
            struct list next = {out, &counts[(round + 1) % 2]};
            uint end = min(begin + slice * (uint)get_num_groups(0), size);

            exclude(&graph, in, begin + (uint)get_global_id(0), end, (uint)get_global_size(0), next);
            begin = end;
            resizing_global_barrier();
        } while (begin < size);
        begin = 0;
        round++;
        size = count_get(&counts[round % 2]);

        global uint *swap = in;
        in = out;
        out = swap;
    }
}
