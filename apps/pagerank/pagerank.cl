/* PageRank: how often a walk is at each vertex that goes on along an arc with a given probability, the
 * damping, and else, or where no arc leaves, begins again anywhere.
 *
 * Source: Page, Brin, Motwani, Winograd, "The PageRank Citation Ranking" (Stanford, 1999): power iteration,
 * in the pull form of Pannotia: Che, Beckmann, Reinhardt, Skadron, "Pannotia" (IISWC 2013). Every vertex
 * adds up what the tails of its arcs give. A blocking kernel with a barrier at the end of each iteration,
 * where it may shrink and grow. Transmitted are the iteration, and how far it has come.
 *
 * Numbers are whole: a probability p is p * 2^62. Sums of whole numbers do not depend on their order, so the
 * result is the same for every number of work-groups, and the same on every device.
 *
 * A hub, a vertex of many arcs, is visited in pieces, which all work-items share; and an iteration is cut
 * into slices with a resizing barrier behind each. So there is no long way to the next place where
 * work-groups leave and join.
 *
 *   G1  iteration i reads given[i % 2] and writes given[(i + 1) % 2]; who writes a vertex's rank and what it
 *       gives is the one work-item that visits it, or that finishes its last piece, and sees what all pieces
 *       added.
 *   G2  iteration i adds to sums[i % 3], reads the dangling vertices' part of sums[(i + 2) % 3], those of the
 *       iteration before, and clears sums[(i + 1) % 3], which was read for the last time in iteration i - 1.
 *   G3  whether there is another iteration follows from sums[i % 3], asked behind the iteration's last
 *       barrier: it is cleared two iterations later, so all work-groups get one answer.
 *   G4  what a vertex gives is rounded down to a multiple of 2^-62, and nothing else is rounded but the
 *       share of beginning again: so a rank falls short by less than an arc's 2^-62 times 1 / (1 - damping),
 *       summed over the arcs by which it is reached. */
#include "coop/kernel.clh"
#include "tools/kernel/items.clh"

struct hub {
    uint vertex;
    uint piece_count;
    atomic_uint unfinished; /* pieces; piece_count between two iterations */
    uint pad;
    atomic_ulong sum; /* of the finished ones; 0 between two iterations */
};

/* Sums over all vertices. Each has several places, so that work-items do not wait for each other. */
#define PLACES 16
struct sums {
    struct {
        atomic_ulong change;   /* of ranks, without sign */
        atomic_ulong dangling; /* the ranks of vertices that no arc leaves */
        ulong pad[6];
    } places[PLACES];
};

struct walk {
    struct sums sums[3];
};

/* What the iterations do not change. */
struct rule {
    ulong threshold;
    ulong damping;   /* times 2^64 */
    ulong begin;     /* (1 - damping) / vertex_count */
    uint iterations; /* the most */
    uint slice;      /* items that a work-group visits between two resizing barriers */
};

/* The graph, and one iteration. */
struct graph {
    global const uint *rows;
    global const int *arcs;
    global const struct piece *pieces;
    global struct hub *hubs;
    uint vertex_count;
    uint hub_arcs;
    global const ulong *shares;
    global ulong *ranks;
    global const ulong *given;
    global ulong *next_given;
    ulong begin; /* the part of a rank that comes from beginning again */
};

/* What a work-item has found. */
struct found {
    ulong change;
    ulong dangling;
};

static ulong change_of(global struct sums *sums)
{
    ulong change = 0;

    for (uint i = 0; i < PLACES; i++) {
        change += atomic_load_explicit(&sums->places[i].change, memory_order_relaxed, memory_scope_device);
    }
    return change;
}

static ulong dangling_of(global struct sums *sums)
{
    ulong dangling = 0;

    for (uint i = 0; i < PLACES; i++) {
        dangling +=
            atomic_load_explicit(&sums->places[i].dangling, memory_order_relaxed, memory_scope_device);
    }
    return dangling;
}

static void sums_add(global struct sums *sums, struct found found, uint id)
{
    if (found.change > 0) {
        atomic_fetch_add_explicit(&sums->places[id % PLACES].change, found.change, memory_order_relaxed,
                                  memory_scope_device);
    }
    if (found.dangling > 0) {
        atomic_fetch_add_explicit(&sums->places[id % PLACES].dangling, found.dangling, memory_order_relaxed,
                                  memory_scope_device);
    }
}

static void sums_clear(global struct sums *sums, uint first, uint stride)
{
    for (uint i = first; i < PLACES; i += stride) {
        atomic_store_explicit(&sums->places[i].change, 0ul, memory_order_relaxed, memory_scope_device);
        atomic_store_explicit(&sums->places[i].dangling, 0ul, memory_order_relaxed, memory_scope_device);
    }
}

static ulong add_up(private const struct graph *graph, uint first, uint end)
{
    ulong sum = 0;

    for (uint arc = first; arc < end; arc++) {
        sum += graph->given[graph->arcs[arc]];
    }
    return sum;
}

/* The vertex's new rank, and what it gives along each arc. */
static void finish(private const struct graph *graph, uint vertex, ulong sum, private struct found *found)
{
    ulong rank = graph->begin + sum;
    ulong share = graph->shares[vertex];

    found->change += abs_diff(rank, graph->ranks[vertex]);
    found->dangling += share == 0 ? rank : 0;
    graph->ranks[vertex] = rank;
    graph->next_given[vertex] = mul_hi(rank, share);
}

/* Who finishes a hub's last piece finishes the hub, and makes it ready for the next iteration. */
static void visit_piece(private const struct graph *graph, struct piece piece, private struct found *found)
{
    global struct hub *hub = &graph->hubs[piece.hub];

    atomic_fetch_add_explicit(&hub->sum, add_up(graph, piece.first, piece.end), memory_order_relaxed,
                              memory_scope_device);
    /* Releases this piece's sum and acquires the other pieces'. */
    if (atomic_fetch_sub_explicit(&hub->unfinished, 1u, memory_order_acq_rel, memory_scope_device) == 1) {
        finish(graph, hub->vertex, atomic_load_explicit(&hub->sum, memory_order_relaxed, memory_scope_device),
               found);
        atomic_store_explicit(&hub->sum, 0ul, memory_order_relaxed, memory_scope_device);
        atomic_store_explicit(&hub->unfinished, hub->piece_count, memory_order_relaxed, memory_scope_device);
    }
}

/* Vertices that are no hubs, and the pieces behind them. */
static struct found visit(private const struct graph *graph, uint first, uint end, uint stride)
{
    struct found found = {0, 0};

    for (uint i = first; i < end; i += stride) {
        if (i >= graph->vertex_count) {
            visit_piece(graph, graph->pieces[i - graph->vertex_count], &found);
        } else if (graph->rows[i + 1] - graph->rows[i] <= graph->hub_arcs) {
            finish(graph, i, add_up(graph, graph->rows[i], graph->rows[i + 1]), &found);
        }
    }
    return found;
}

static void write(global const ulong *ranks, global float *result, uint first, uint end, uint stride)
{
    for (uint i = first; i < end; i += stride) {
        result[i] = (float)ranks[i] * 0x1p-62f;
    }
}

/* rows, arcs  for each vertex the tails of the arcs that lead to it.
 * shares      for each vertex damping / out-degree, times 2^64; 0 where no arc leaves.
 * ranks       before the launch what the walk begins with.
 * given       before the launch what the ranks give; `next` is as long.
 * rule        one.
 * walk        before the launch the dangling vertices' part is in sums[2], all else is 0.
 * result      out: the ranks, whose sum is 1, and behind them the bits of the number of iterations. */
coop_kernel void pagerank(global const uint *rows, global const int *arcs, global const struct piece *pieces,
                          global struct hub *hubs, uint vertex_count, uint piece_count, uint hub_arcs,
                          global const ulong *shares, global ulong *ranks, global ulong *given,
                          global ulong *next, global const struct rule *rule, global struct walk *walk,
                          global float *result)
{
    transmit uint iteration = 0;
    transmit uint begin = 0;
    transmit ulong change = rule->threshold;

    while (iteration < rule->iterations && change >= rule->threshold) {
        do {
            ulong dangling = dangling_of(&walk->sums[(iteration + 2) % 3]);
            struct graph graph = {rows, arcs, pieces, hubs, vertex_count, hub_arcs, shares, ranks,
                                  iteration % 2 == 0 ? given : next, iteration % 2 == 0 ? next : given,
                                  rule->begin + mul_hi(dangling, rule->damping) / vertex_count};
            uint end = min(begin + rule->slice * (uint)get_num_groups(0), vertex_count + piece_count);

            sums_add(&walk->sums[iteration % 3],
                     visit(&graph, begin + (uint)get_global_id(0), end, (uint)get_global_size(0)),
                     (uint)get_global_id(0));
            sums_clear(&walk->sums[(iteration + 1) % 3], (uint)get_global_id(0), (uint)get_global_size(0));
            begin = end;
            resizing_global_barrier();
        } while (begin < vertex_count + piece_count);
        begin = 0;
        change = change_of(&walk->sums[iteration % 3]);
        iteration++;
    }
    do {
        uint end = min(begin + rule->slice * (uint)get_num_groups(0), vertex_count);

        write(ranks, result, begin + (uint)get_global_id(0), end, (uint)get_global_size(0));
        begin = end;
        resizing_global_barrier();
    } while (begin < vertex_count);
    if (get_global_id(0) == 0) {
        result[vertex_count] = as_float(iteration);
    }
}
