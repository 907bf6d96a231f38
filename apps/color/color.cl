/* Graph colouring: every vertex gets the least colour that no neighbour in front of it, in a given order,
 * has.
 *
 * Source: Jones, Plassmann, "A Parallel Graph Coloring Heuristic" (SIAM J. Sci. Comput. 14, 1993), in rounds
 * of two phases, as Pannotia has it: Che, Beckmann, Reinhardt, Skadron, "Pannotia" (IISWC 2013). A blocking
 * kernel, which may shrink and grow at the barrier behind each phase. The vertices that have no colour yet
 * are a list, which shrinks from round to round. Transmitted are the round, the list and the next one,
 * the list's size, and how far the phase has come.
 *
 * A hub, a vertex of many arcs, is not in the list, but its pieces are, so that all work-items share its
 * arcs; and a phase over a long list is cut into slices with a resizing barrier behind each. So there is no
 * long way to the next place where work-groups leave and join.
 *
 *   K1  a bookmark only rises. The neighbours in front of it that come earlier in the order have colours.
 *   K2  colours change in the second phase alone, and a vertex's only once. No two neighbours get theirs in
 *       the same one: the later one's bookmark stands at the earlier one or before it. So nobody reads a
 *       colour that is being written, and the neighbours that have a colour when a vertex gets its own are
 *       those earlier in the order: the colours are those of the sequential algorithm in that order.
 *   K3  of the neighbours of a hub's finished piece those that have a colour, or will get one before the hub,
 *       are the earlier ones. Whoever finishes a hub's last piece sees the colours that all its pieces found.
 *   K4  in each round the first vertex without a colour gets one, so the list shrinks. */
#include "coop/kernel.clh"
#include "tools/kernel/items.clh"
#include "tools/kernel/list.clh"

#define NONE 0xffffffffu

struct hub {
    uint vertex;
    atomic_uint unfinished; /* pieces */
    uint first_word;        /* of `used`: a bit for each colour below 32 * word_count */
    uint word_count;        /* enough for as many colours as there are arcs */
};

/* The graph, and how far its colouring is. */
struct graph {
    global const uint *rows;
    global const int *arcs;
    global const uint *ranks;
    global const struct piece *pieces;
    global struct hub *hubs;
    uint vertex_count;
    global uint *bookmarks;
    global uint *colors;
    global atomic_uint *used;
};

static struct item item_get(private const struct graph *graph, uint index)
{
    struct piece piece;

    if (index < graph->vertex_count) {
        return item_of_vertex(graph->rows, index);
    }
    piece = graph->pieces[index - graph->vertex_count];
    return item_of_piece(piece, graph->hubs[piece.hub].vertex);
}

/* Moves the bookmark up to the next neighbour that comes earlier and has no colour. */
static void look(private const struct graph *graph, uint index)
{
    struct item item = item_get(graph, index);
    uint rank = graph->ranks[item.vertex];
    uint arc = graph->bookmarks[index];

    while (arc < item.end &&
           (graph->colors[graph->arcs[arc]] != NONE || graph->ranks[graph->arcs[arc]] >= rank)) {
        arc++;
    }
    graph->bookmarks[index] = arc;
}

static void look_at_list(private const struct graph *graph, global const uint *list, struct places places)
{
    for (uint i = places.first; i < places.end; i += places.stride) {
        look(graph, list[i]);
    }
}

/* The place of the lowest 0. */
static uint lowest_free(ulong used)
{
    return (uint)popcount((~used & (used + 1)) - 1);
}

/* The colours below 64 of the neighbours. The arcs of a vertex that is no hub are fewer than that. */
static ulong colors_around(private const struct graph *graph, struct item item)
{
    ulong used = 0;

    for (uint arc = item.first; arc < item.end; arc++) {
        uint color = graph->colors[graph->arcs[arc]];

        used |= color < 64 ? 1ul << color : 0;
    }
    return used;
}

static void use_bits(global atomic_uint *word, uint bits)
{
    if ((atomic_load_explicit(word, memory_order_relaxed, memory_scope_device) & bits) != bits) {
        atomic_fetch_or_explicit(word, bits, memory_order_relaxed, memory_scope_device);
    }
}

/* Colours that the hub has no bit for are greater than its own will be. */
static void use_colors(private const struct graph *graph, struct item item, global const struct hub *hub)
{
    global atomic_uint *words = &graph->used[hub->first_word];

    for (uint arc = item.first; arc < item.end; arc++) {
        uint color = graph->colors[graph->arcs[arc]];

        if (color < 32 * hub->word_count) {
            use_bits(&words[color / 32], 1u << color % 32);
        }
    }
}

static uint lowest_free_of_hub(global atomic_uint *words, uint count)
{
    uint word = 0;
    uint used = 0xffffffffu;

    while (word < count && used == 0xffffffffu) {
        used = atomic_load_explicit(&words[word], memory_order_relaxed, memory_scope_device);
        word++;
    }
    return used == 0xffffffffu ? 32 * count : 32 * (word - 1) + lowest_free(used);
}

/* Who finishes the last piece gives the hub its colour (K3). */
static void finish_piece(private const struct graph *graph, struct item item, global struct hub *hub)
{
    use_colors(graph, item, hub);
    /* Releases this piece's bits and acquires the other pieces'. */
    if (atomic_fetch_sub_explicit(&hub->unfinished, 1u, memory_order_acq_rel, memory_scope_device) == 1) {
        graph->colors[item.vertex] = lowest_free_of_hub(&graph->used[hub->first_word], hub->word_count);
    }
}

/* What waits for nobody gets its colour, or is finished; the rest is the next round's list. */
static void color_list(private const struct graph *graph, global const uint *in, struct places places,
                       struct list out, private struct batch *batch)
{
    batch->size = 0;
    for (uint i = places.first; i < places.end; i += places.stride) {
        uint index = in[i];
        struct item item = item_get(graph, index);

        if (graph->bookmarks[index] < item.end) {
            batch_add(batch, index, out);
        } else if (index < graph->vertex_count) {
            graph->colors[item.vertex] = lowest_free(colors_around(graph, item));
        } else {
            finish_piece(graph, item, &graph->hubs[graph->pieces[index - graph->vertex_count].hub]);
        }
    }
}

/* arcs       of an undirected graph; loops and duplicates do no harm.
 * ranks      each vertex's place in the order.
 * bookmarks  for each item; its first arc before the launch.
 * colors     out, and the number of rounds behind them; NONE before the launch.
 * first      the list of all items; `second` is as long.
 * slice      items that a work-group visits between two resizing barriers.
 * together   whether work-groups append together, or TOGETHER_BY_DEVICE.
 * counts     of the lists of even and of odd rounds, which take turns; before the launch the first list's,
 *            and 0.
 * used       the hubs' bits; 0 before the launch. */
coop_kernel void color(global const uint *rows, global const int *arcs, global const uint *ranks,
                       global const struct piece *pieces, global struct hub *hubs, uint vertex_count,
                       global uint *bookmarks, global uint *colors, global uint *first, global uint *second,
                       uint slice, global struct count *counts, uint together, global atomic_uint *used)
{
    transmit uint round = 0;
    transmit uint size = count_get(&counts[0]);
    transmit uint begin = 0;
    transmit global uint *in = first;
    transmit global uint *out = second;
    local struct tally tally;

    while (size > 0) {
        do {
            struct graph graph = {rows, arcs, ranks, pieces, hubs, vertex_count, bookmarks, colors, used};
            uint end = min(begin + slice * (uint)get_num_groups(0), size);

            look_at_list(&graph, in, places_of_group(begin, end));
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
                struct graph graph = {rows, arcs, ranks, pieces, hubs, vertex_count, bookmarks, colors, used};

                color_list(&graph, in, places_of_group(begin, end), next, &batch);
                batch_append_by_group(&batch, next, &tally);
            } else {
                struct graph graph = {rows, arcs, ranks, pieces, hubs, vertex_count, bookmarks, colors, used};
                struct list next = {out, &counts[(round + 1) % 2]};
                struct batch batch;

                color_list(&graph, in, places_of_group(begin, end), next, &batch);
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
    if (get_global_id(0) == 0) {
        colors[vertex_count] = round;
    }
}
