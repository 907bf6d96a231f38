/* Shortest paths from one source, topology-driven: every round looks at all arcs.
 *
 * Source: the relaxations of Bellman ("On a Routing Problem", Quart. Appl. Math. 16, 1958) and Ford as a
 * product of matrix and vector in which min stands for the sum and + for the product, x <- min(x, A x), as
 * in Pannotia (Che, Beckmann, Reinhardt, Skadron, IISWC 2013), whose kernel keeps the product in a second
 * vector and waits three times in each round: for the product, the comparison and the copy. Here the
 * product is taken in place (chaotic relaxation: Bertsekas, "Distributed Asynchronous Computation of Fixed
 * Points", Math. Program. 27, 1983), which needs one barrier, and fewer rounds.
 *
 * Arcs are taken by the vertices that they lead to. A unit is a run of vertices, whose work-item takes the
 * least of each one's row; or, of a hub, a vertex of many arcs, a piece of them, so that no unit is much
 * longer than another. Within a run a distance goes from vertex to vertex in one round; runs of one vertex
 * let neighbouring work-items read neighbouring rows, and have work for all where vertices are few.
 *
 * Resizing barriers: the one behind each round. Within large rounds work-groups come and go between shares
 * (offer_kill, request_fork; tools/kernel/shares.clh). Transmitted: the pass, which is the round, and the
 * caller's share.
 *
 *   S1  a distance is that of some path, or UNREACHED, and only falls. A sum beyond UNREACHED - 1 counts as
 *       UNREACHED.
 *   S2  `last_change` is the last round, from 1 on, in which a distance fell. A round begins only if one
 *       fell in the round before; so `last_change >= round`, asked behind the round's barrier, has one
 *       answer for all, also when others are a round ahead.
 *   S3  in a round without a change every arc was compared with the final distances of both its ends.
 *   S4  in a round one work-item alone writes the distance of a vertex that is no hub. */
#include "coop/kernel.clh"
#include "tools/kernel/items.clh"
#include "tools/kernel/shares.clh"

#define UNREACHED 0xffffffffu

/* Units of a share, where they are single vertices: rows are short. */
#define VERTEX_UNITS 2048

/* What all rounds have in common. */
struct task {
    global const uint *rows;
    global const int *tails;
    global const uint *weights;
    uint vertex_count;
    uint hub_arcs;
    global const struct piece *pieces;
    global const uint *hubs;
    uint piece_count;
    uint run; /* vertices of a unit */
    global atomic_uint *distances;
    global atomic_uint *last_change;
};

/* Of vertices; those of pieces follow. */
static uint runs_of(uint vertex_count, uint run)
{
    return vertex_count / run + (vertex_count % run != 0);
}

/* Relaxed: an old value was right when it was written (S1), and in the last round there are no old values
 * (S3). */
static uint distance_of(struct task task, uint vertex)
{
    return atomic_load_explicit(&task.distances[vertex], memory_order_relaxed, memory_scope_device);
}

/* The least distance by way of its arcs. */
static uint least_of(struct task task, struct item item)
{
    uint least = UNREACHED;

    for (uint arc = item.first; arc < item.end; arc++) {
        least = min(least, add_sat(distance_of(task, (uint)task.tails[arc]), task.weights[arc]));
    }
    return least;
}

/* Returns whether the distance fell. Mostly it does not, which a load tells more cheaply than a change. */
static uint relax_vertex(struct task task, uint vertex)
{
    struct item item = item_of_vertex(task.rows, vertex);
    uint least = UNREACHED;

    if (item.end - item.first <= task.hub_arcs) {
        least = least_of(task, item);
    }
    if (least >= distance_of(task, vertex)) {
        return 0;
    }
    atomic_store_explicit(&task.distances[vertex], least, memory_order_relaxed, memory_scope_device); /* S4 */
    return 1;
}

static uint relax_run(struct task task, uint unit)
{
    uint end = min((unit + 1) * task.run, task.vertex_count);
    uint has_changed = 0;

    for (uint vertex = unit * task.run; vertex < end; vertex++) {
        has_changed |= relax_vertex(task, vertex);
    }
    return has_changed;
}

static uint relax_piece(struct task task, struct piece piece)
{
    uint vertex = task.hubs[piece.hub];
    uint least = least_of(task, item_of_piece(piece, vertex));

    return distance_of(task, vertex) > least &&
           atomic_fetch_min_explicit(&task.distances[vertex], least, memory_order_relaxed,
                                     memory_scope_device) > least;
}

/* All that store in a round store the same number. */
static void relax_units(struct task task, uint round, struct share share)
{
    uint runs = runs_of(task.vertex_count, task.run);
    uint has_changed = 0;

    for (uint unit = share.first; unit < share.end; unit += share.stride) {
        has_changed |=
            unit < runs ? relax_run(task, unit) : relax_piece(task, task.pieces[unit - runs]);
    }
    if (has_changed) {
        atomic_store_explicit(task.last_change, round, memory_order_relaxed, memory_scope_device);
    }
}

/* rows, tails, weights  the arcs by the vertices that they lead to: where they come from, what they weigh.
 * hub_arcs              a vertex of more arcs is a hub; its pieces are units of their own.
 * hubs                  the hubs' vertices.
 * run                   vertices of a unit, at least 1.
 * distances             0 of the source, UNREACHED of all others.
 * last_change           0.
 * at_once               units that are not worth a draw. */
coop_kernel void sssp_topology(global const uint *rows, global const int *tails, global const uint *weights,
                               uint vertex_count, uint hub_arcs, global const struct piece *pieces,
                               global const uint *hubs, uint piece_count, uint run,
                               global atomic_uint *distances, global atomic_uint *last_change,
                               global struct shares *shares, uint at_once)
{
    transmit struct pass pass = pass_begin(1, runs_of(vertex_count, run) + piece_count,
                                           run > 1 ? SHARE_UNITS : VERTEX_UNITS, at_once);
    transmit struct share share = {0, 0, 0, 0};
    local uint drawn[2];
    uint round;

    do {
        do {
            pass_next(&pass, &share, shares, drawn);

            /* Behind that call, so that it need not live across its barrier. */
            struct task task = {rows, tails, weights, vertex_count, hub_arcs, pieces, hubs, piece_count,
                                run, distances, last_change};

            relax_units(task, pass.number, share);
            if (pass.is_large) {
                offer_kill();
                request_fork();
            }
        } while (share.end < pass.count);
        pass_clear_next(pass, shares);
        resizing_global_barrier();
        round = pass.number;
        pass = pass_begin(round + 1, pass.count, run > 1 ? SHARE_UNITS : VERTEX_UNITS, at_once);
    } while (atomic_load_explicit(last_change, memory_order_relaxed, memory_scope_device) >= round);
}
