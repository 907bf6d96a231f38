/* Graph colouring over ranks: vertices lie in blocks over the ranks and have an order; each gets the least
 * colour that no neighbour in front of it has. What a vertex has got is put into its arc's place at the rank
 * of each neighbour behind it (tools/net/graph_part.h). A launch is a round; the host's reduction behind it
 * is the barrier over the ranks, and says how many vertices wait.
 *
 * Source: Jones, Plassmann, "A Parallel Graph Coloring Heuristic" (SIAM J. Sci. Comput. 14, 1993), whose
 * messages these are.
 *
 *   C1  a place is written once: 0 becomes the colour and 1. So who sees all places of a vertex written knows
 * the colours of all neighbours in front of it, and the colours are those of the sequential algorithm,
 * whether a message is seen in its own round or behind it. C2  in each round those vertices get a colour at
 * the latest whose neighbours in front had theirs before it: so there are no more rounds than vertices on the
 * longest path along which the order rises. */
#include "coop/kernel.clh"
#include "coop/message.clh"

struct progress {
    atomic_uint next;    /* the first place of the list that no work-group has drawn */
    atomic_uint waiting; /* vertices of the next list */
};

/* This rank's part of the graph. */
struct part {
    global const uint *in_rows;
    global const uint *out_rows;
    global const ulong *targets;
    global atomic_uint *places;
    global uint *bookmarks;
    global uint *colors;
};

static uint place_get(global atomic_uint *place)
{
    return atomic_load_explicit(place, memory_order_relaxed, memory_scope_device);
}

/* Moves the bookmark up to the next place that is not written. */
static uint look(private const struct part *part, uint vertex)
{
    uint place = part->bookmarks[vertex];
    uint end = part->in_rows[vertex + 1];

    while (place < end && place_get(&part->places[place]) != 0) {
        place++;
    }
    part->bookmarks[vertex] = place;
    return place == end;
}

/* The least colour in no place, 64 at a time. */
static uint lowest_free(private const struct part *part, uint vertex)
{
    for (uint base = 0;; base += 64) {
        ulong used = 0;

        for (uint place = part->in_rows[vertex]; place < part->in_rows[vertex + 1]; place++) {
            uint color = place_get(&part->places[place]) - 1;

            used |= color - base < 64 ? 1ul << (color - base) : 0;
        }
        if (used != ~0ul) {
            return base + (uint)popcount((~used & (used + 1)) - 1);
        }
    }
}

static void take(private const struct part *part, uint vertex, local struct coop_messages *out, uint array)
{
    uint color = lowest_free(part, vertex);

    part->colors[vertex] = color;
    for (uint arc = part->out_rows[vertex]; arc < part->out_rows[vertex + 1]; arc++) {
        coop_message_put(out, array, part->targets[arc], (ulong)color + 1);
    }
}

/* array      number of the array of places; zeros before the first round.
 * chunk      vertices that a work-group draws at once.
 * in_rows, out_rows, targets  as struct graph_part has them, of the arcs that rise in the order.
 * bookmarks  for each own vertex its first place that is not known to be written.
 * colors     out.
 * list       size own vertices that have no colour.
 * next_list  out: those that have none behind this round.
 * progress   zeros. */
coop_kernel coop_kill_any void color_round(global struct coop_network *net, uint array, uint size, uint chunk,
                                           global const uint *in_rows, global const uint *out_rows,
                                           global const ulong *targets, global uint *bookmarks,
                                           global uint *colors, global const uint *list,
                                           global uint *next_list, global struct progress *progress)
{
    local struct coop_messages messages;
    local uint first;

    coop_messages_begin(&messages, net);
    for (;;) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            first =
                atomic_fetch_add_explicit(&progress->next, chunk, memory_order_relaxed, memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (first >= size) {
            break;
        }
        struct part part = {in_rows,   out_rows,
                            targets,   (global atomic_uint *)coop_array_own(net, array).elements,
                            bookmarks, colors};

        for (uint i = first + (uint)get_local_id(0); i < min(first + chunk, size);
             i += (uint)get_local_size(0)) {
            if (look(&part, list[i])) {
                take(&part, list[i], &messages, array);
            } else {
                next_list[atomic_fetch_add_explicit(&progress->waiting, 1u, memory_order_relaxed,
                                                    memory_scope_device)] = list[i];
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    do {
        offer_kill();
        coop_messages_quiet(&messages);
    } while (!coop_messages_are_quiet(&messages));
}
