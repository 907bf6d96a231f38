/* Shortest paths over ranks: vertices lie in blocks over the ranks, and each rank has a list of those whose
 * distances have become shorter. A launch is a round: it relaxes the arcs that leave the listed vertices. A
 * head of the own rank is improved at once, by all work-items; for one of another rank the handler `relax`
 * is called there, and does the same. Who improves a vertex adds it to its rank's list for the next round.
 *
 * Source: Bellman, "On a Routing Problem" (Quart. Appl. Math. 16, 1958), with lists.
 *
 *   S1  a distance is the length of a path, and only becomes smaller.
 *   S2  a vertex is in a list once: who stores the list's number in SSSP_LISTED first adds it. So a list has
 *       room for every vertex.
 *   S3  the distance is stored before the vertex is listed, and a round reads it behind that, however many
 *       improvements come together; an improvement that this round does not see lists the vertex for
 *       the next.
 *   S4  round r reads list r, and adds to list r + 1, in turns the same two places: the host empties list r
 *       behind the rank's own launch, and enters the next round behind a reduction, by which all calls of
 *       round r have run.
 * So behind a round in which nobody had a list all distances are the shortest, and there are no more rounds
 * than vertices, and one. */
#include "coop/kernel.clh"
#include "coop/message.clh"

#include "sssp_calls.h"
#include "sssp_improve.clh"

static struct own own_of(global struct coop_network *net)
{
    struct coop_array_part lists = coop_array_own(net, SSSP_LISTS);

    return (struct own){coop_array_own(net, SSSP_DISTANCES).elements,
                        coop_array_own(net, SSSP_LISTED).elements, lists.elements, lists.count / 2,
                        coop_array_own(net, SSSP_LENGTHS).elements};
}

static void relax(local struct coop_messages *in, const struct relax *call)
{
    struct own own = own_of(coop_messages_net(in));

    improve(&own, call->place, call->distance, call->round + 1);
}

/* There is a path of this length to the vertex. */
static void reach(local struct coop_messages *out, uint vertex, ulong distance, uint round)
{
    global struct coop_network *net = coop_messages_net(out);
    uint home = coop_array_home(net, SSSP_DISTANCES, vertex);
    uint place = vertex % (uint)net->arrays[SSSP_DISTANCES].block;

    if (home == coop_messages_rank(out)) {
        struct own own = own_of(net);

        improve(&own, place, distance, round + 1);
    } else {
        coop_send_relax(out, home, (struct relax){distance, place, round});
    }
}

/* round    from 0.
 * size     vertices of this round's list.
 * chunk    of them that a work-group draws at once.
 * rows     of own vertices, and one more: where their arcs begin; rows[0] is the first of all.
 * heads, weights  of these arcs.
 * next     0: the first place of the list that no work-group has drawn. */
coop_kernel coop_kill_any void sssp_round(global struct coop_network *net, uint round, uint size, uint chunk,
                                          global const uint *rows, global const uint *heads,
                                          global const uint *weights, global atomic_uint *next)
{
    local struct coop_messages out;
    local uint first;

    coop_messages_begin(&out, net);
    for (;;) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            first = atomic_fetch_add_explicit(next, chunk, memory_order_relaxed, memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (first >= size) {
            break;
        }
        global atomic_ulong *distances = coop_array_own(net, SSSP_DISTANCES).elements;
        struct coop_array_part lists = coop_array_own(net, SSSP_LISTS);
        global const uint *list = (global const uint *)lists.elements + round % 2 * (lists.count / 2);

        for (uint i = first + (uint)get_local_id(0); i < min(first + chunk, size);
             i += (uint)get_local_size(0)) {
            uint place = list[i];
            ulong distance =
                atomic_load_explicit(&distances[place], memory_order_relaxed, memory_scope_device);

            for (uint arc = rows[place] - rows[0]; arc < rows[place + 1] - rows[0]; arc++) {
                reach(&out, heads[arc], distance + weights[arc], round);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    do {
        offer_kill();
        coop_messages_quiet(&out);
    } while (!coop_messages_are_quiet(&out));
}
