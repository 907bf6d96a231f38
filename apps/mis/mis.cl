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
#include "tools/kernel/items.clh"
#include "tools/kernel/list.clh"

#define UNDECIDED 0u
#define CHOSEN 1u
#define EXCLUDED 2u

struct hub {
    uint vertex;
    atomic_uint unfinished; /* pieces */
};

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

static struct item item_get(private const struct graph *graph, uint index)
{
    struct piece piece;

    if (index < graph->vertex_count) {
        return item_of_vertex(graph->rows, index);
    }
    piece = graph->pieces[index - graph->vertex_count];
    return item_of_piece(piece, graph->hubs[piece.hub].vertex);
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
static void choose(private const struct graph *graph, global const uint *list, struct places places,
                   uint round)
{
    uint has_chosen = 0;

    for (uint i = places.first; i < places.end; i += places.stride) {
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

/* Items that are still undecided are the next round's list. */
static void exclude(private const struct graph *graph, global const uint *in, struct places places,
                    struct list out, private struct batch *batch)
{
    batch->size = 0;
    for (uint i = places.first; i < places.end; i += places.stride) {
        struct item item = item_get(graph, in[i]);
        uint state = state_get(graph, item.vertex);

        if (state == CHOSEN) {
            exclude_around(graph, item);
        } else if (state == UNDECIDED) {
            batch_add(batch, in[i], out);
        }
    }
}

/* arcs       of an undirected graph; loops and duplicates do no harm.
 * ranks      each vertex's place in the order.
 * bookmarks  for each item; its first arc before the launch.
 * states     out: CHOSEN or EXCLUDED, and behind them the last round, from 1, in which a vertex was chosen;
 *            UNDECIDED and 0 before the launch.
 * first      the list of all items; `second` is as long.
 * slice      items that a work-group visits between two resizing barriers.
 * together   whether work-groups append together, or TOGETHER_BY_DEVICE.
 * counts     of the lists of even and of odd rounds, which take turns; before the launch the first list's,
 *            and 0. */
coop_kernel void mis(global const uint *rows, global const int *arcs, global const uint *ranks,
                     global const struct piece *pieces, global struct hub *hubs, uint vertex_count,
                     global uint *bookmarks, global atomic_uint *states, global uint *first,
                     global uint *second, uint slice, global struct count *counts, uint together)
{
    transmit uint round = 0;
    transmit uint size = count_get(&counts[0]);
    transmit uint begin = 0;
    transmit global uint *in = first;
    transmit global uint *out = second;
    local struct tally tally;

    while (size > 0) {
        do {
            struct graph graph = {rows, arcs, ranks, pieces, hubs, vertex_count, bookmarks, states};
            uint end = min(begin + slice * (uint)get_num_groups(0), size);

            choose(&graph, in, places_of_group(begin, end), round + 1);
            /* By all: PoCL 3.1 miscompiles loops around a branch of one (docs/devices.md). */
            count_clear(&counts[(round + 1) % 2]);
            begin = end;
            resizing_global_barrier();
        } while (begin < size);
        begin = 0;
        do {
            uint end = min(begin + slice * (uint)get_num_groups(0), size);

            if (append_together(together)) {
                struct batch batch;
                struct list next = {out, &counts[(round + 1) % 2]};

                tally_begin(&tally);
                struct graph graph = {rows, arcs, ranks, pieces, hubs, vertex_count, bookmarks, states};

                exclude(&graph, in, places_of_group(begin, end), next, &batch);
                batch_append_by_group(&batch, next, &tally);
            } else {
                struct graph graph = {rows, arcs, ranks, pieces, hubs, vertex_count, bookmarks, states};
                struct list next = {out, &counts[(round + 1) % 2]};
                struct batch batch;

                exclude(&graph, in, places_of_group(begin, end), next, &batch);
                batch_append(&batch, next);
            }
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
