/* Shortest paths over ranks: vertices lie in blocks over the ranks. A phase is of the distances below a
 * bound. Each rank has a queue of its vertices whose distances are below the bound and have become shorter,
 * and a list of others, the far ones. A launch is a round: step by step it takes all that the queue has,
 * and relaxes the arcs that leave these vertices, until the queue is empty. A head of the own rank is
 * improved at once, by all work-items; for one of another rank the handler `relax` is called there, and
 * does the same. When no rank has anything in its queue, the bound rises, and the far vertices that are
 * below it come to the queues.
 *
 * Source: Meyer, Sanders, "Delta-stepping: a parallelizable shortest path algorithm" (J. Algorithms 49,
 * 2003), with two lists in place of buckets.
 *
 *   S1  a distance is the length of a path, and only becomes smaller.
 *   S2  a vertex is once in the queue, and once in the list of far ones: who sets its bit in SSSP_STATES,
 *       which was clear, adds it; who takes it clears the bit first. A step takes what was there when it
 *       began, so behind its first place there are at most the vertices of the step and each vertex once
 *       more: the queue has room for that.
 *   S3  the distance is stored before the bit is set, and read behind where that is cleared, both by
 *       operations that acquire and release: an improvement either is seen by who takes the vertex, or adds
 *       it again.
 *   S4  a step begins when all work-groups have ended the last one. The host enters the next round behind a
 *       reduction, by which all calls of the round have run; what they have added is in the queue.
 *   S5  a far vertex that has fallen below the bound is in the queue, too, or has been: it is left out when
 *       the bound rises. The bound changes while no call is under way, and no rank begins a round before it
 *       has changed at all.
 * So behind a round after which no rank has a vertex in its queue or list all distances are the shortest. */
#include "coop/kernel.clh"
#include "coop/message.clh"

#include "sssp_calls.h"
#include "sssp_improve.clh"

static struct own own_of(global struct coop_network *net)
{
    struct coop_array_part queue = coop_array_own(net, SSSP_QUEUE);

    return (struct own){coop_array_own(net, SSSP_DISTANCES).elements,
                        coop_array_own(net, SSSP_STATES).elements,
                        queue.elements,
                        coop_array_own(net, SSSP_FAR_LISTS).elements,
                        queue.count,
                        coop_array_own(net, SSSP_LIST_WORDS).elements};
}

static void relax(local struct coop_messages *in, const struct relax *call)
{
    struct own own = own_of(coop_messages_net(in));

    improve(&own, call->place, call->distance);
}

/* There is a path of this length to the vertex. */
static void reach(local struct coop_messages *out, uint vertex, ulong distance)
{
    global struct coop_network *net = coop_messages_net(out);
    uint home = coop_array_home(net, SSSP_DISTANCES, vertex);
    uint place = vertex % (uint)net->arrays[SSSP_DISTANCES].block;

    if (home == coop_messages_rank(out)) {
        struct own own = own_of(net);

        improve(&own, place, distance);
    } else {
        coop_send_relax(out, home, (struct relax){distance, place, 0});
    }
}

static void store_word(private const struct own *own, uint word, ulong value)
{
    atomic_store_explicit(&own->words[word], value, memory_order_relaxed, memory_scope_device);
}

/* The next step takes what has come since the last one began. One work-item calls it, between barriers. */
static void begin_step(private const struct own *own)
{
    ulong to = load_word(own, SSSP_TO);

    store_word(own, SSSP_FROM, to);
    store_word(own, SSSP_NEXT, to);
    store_word(own, SSSP_TO, load_word(own, SSSP_TAIL));
}

/* chunk    vertices that a work-group draws at once.
 * rows     of own vertices, and one more: where their arcs begin; rows[0] is the first of all.
 * heads, weights  of these arcs. */
coop_kernel void sssp_round(global struct coop_network *net, uint chunk, global const uint *rows,
                            global const uint *heads, global const uint *weights)
{
    local struct coop_messages out;
    local ulong first;

    coop_messages_begin(&out, net);
    for (;;) {
        if (get_global_id(0) == 0) {
            struct own own = own_of(net);

            begin_step(&own);
        }
        resizing_global_barrier();
        struct own part = own_of(net);
        ulong end = load_word(&part, SSSP_TO);

        if (load_word(&part, SSSP_FROM) == end) {
            break;
        }
        for (;;) {
            if (get_local_id(0) == 0) {
                first = add_word(&part, SSSP_NEXT, chunk);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            if (first >= end) {
                break;
            }
            for (ulong i = first + get_local_id(0); i < min(first + chunk, end); i += get_local_size(0)) {
                ulong distance;
                uint place = take(&part, i, &distance);

                for (uint arc = rows[place] - rows[0]; arc < rows[place + 1] - rows[0]; arc++) {
                    reach(&out, heads[arc], distance + weights[arc]);
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        resizing_global_barrier();
    }
    do {
        offer_kill();
        coop_messages_quiet(&out);
    } while (!coop_messages_are_quiet(&out));
}

/* A work-item for each of the `count` vertices of the list that was filled so far. before: the last phase's
 * bound. */
kernel void sssp_sort(global struct coop_network *net, ulong count, ulong before)
{
    struct own own = own_of(net);

    if (get_global_id(0) < count) {
        sort_far(&own, get_global_id(0), before);
    }
}
