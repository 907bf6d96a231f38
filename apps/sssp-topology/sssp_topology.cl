/* Shortest paths from one source, topology-driven: every round looks at all arcs.
 *
 * Source: the relaxations of Bellman ("On a Routing Problem", Quart. Appl. Math. 16, 1958) and Ford as a
 * product of matrix and vector in which min stands for the sum and + for the product, x <- min(x, A x), as
 * in Pannotia (Che, Beckmann, Reinhardt, Skadron, IISWC 2013), whose kernel keeps the product in a second
 * vector and waits three times in each round: for the product, the comparison and the copy. Here the
 * product is taken in place (chaotic relaxation: Bertsekas, "Distributed Asynchronous Computation of Fixed
 * Points", Math. Program. 27, 1983), which needs one barrier, and fewer rounds.
 *
 * A unit is a piece of the arcs (tools/kernel/pieces.clh), taken by the vertices that they lead to: a work-
 * item takes the least of a row, or of its part of one, and lowers the vertex's distance to it.
 *
 * Resizing barriers: the one behind each round. Within large rounds work-groups come and go between shares
 * (offer_kill, request_fork; tools/kernel/shares.clh). Transmitted: the pass, which is the round, and the
 * end of the caller's share.
 *
 *   S1  a distance is that of some path, or UNREACHED, and only falls. A sum beyond UNREACHED - 1 counts as
 *       UNREACHED.
 *   S2  `last_change` is the last round, from 1 on, in which a distance fell. A round begins only if one
 *       fell in the round before; so `last_change >= round`, asked behind the round's barrier, has one
 *       answer for all, also when others are a round ahead.
 *   S3  in a round without a change every arc was compared with the final distances of both its ends. */
#include "coop/kernel.clh"
#include "tools/kernel/pieces.clh"
#include "tools/kernel/shares.clh"

#define UNREACHED 0xffffffffu

/* Relaxed: an old value was right when it was written (S1), and in the last round there are no old values
 * (S3). */
static uint distance_of(global atomic_uint *distances, uint vertex)
{
    return atomic_load_explicit(&distances[vertex], memory_order_relaxed, memory_scope_device);
}

/* Returns whether the distance fell. Mostly it does not, which a load tells more cheaply. */
static uint lower(global atomic_uint *distances, uint vertex, uint distance)
{
    return distance_of(distances, vertex) > distance &&
           atomic_fetch_min_explicit(&distances[vertex], distance, memory_order_relaxed,
                                     memory_scope_device) > distance;
}

/* Returns whether a distance fell. */
static uint relax_piece(global const uint *rows, global const int *tails, global const uint *weights,
                        uint vertex_count, uint arc_count, global atomic_uint *distances, uint piece)
{
    uint arc = piece * PIECE_ARCS;
    uint end = min(arc + PIECE_ARCS, arc_count);
    uint vertex = 0;
    uint has_changed = 0;

    while (arc < end) {
        uint least = UNREACHED;

        vertex = row_of(rows, vertex_count, arc, vertex);
        uint row_end = min(rows[vertex + 1], end);

        for (; arc < row_end; arc++) {
            least = min(least, add_sat(distance_of(distances, (uint)tails[arc]), weights[arc]));
        }
        has_changed |= lower(distances, vertex, least);
    }
    return has_changed;
}

/* All that store in a round store the same number. */
static void relax_pieces(global const uint *rows, global const int *tails, global const uint *weights,
                         uint vertex_count, uint arc_count, global atomic_uint *distances,
                         global atomic_uint *last_change, uint round, struct share share)
{
    uint has_changed = 0;
    uint piece;

    for (piece = share.first; piece < share.end; piece += share.stride) {
        has_changed |= relax_piece(rows, tails, weights, vertex_count, arc_count, distances, piece);
    }
    if (has_changed) {
        atomic_store_explicit(last_change, round, memory_order_relaxed, memory_scope_device);
    }
}

/* rows, tails, weights  the arcs by the vertices that they lead to: where they come from, what they weigh.
 * distances             0 of the source, UNREACHED of all others.
 * last_change           0.
 * at_once               units that are not worth a draw. */
coop_kernel void sssp_topology(global const uint *rows, global const int *tails, global const uint *weights,
                               uint vertex_count, uint arc_count, global atomic_uint *distances,
                               global atomic_uint *last_change, global struct shares *shares, uint at_once)
{
    transmit struct pass pass = pass_begin(1, pieces_of(arc_count), SHARE_UNITS, at_once);
    transmit uint end = 0;
    local uint drawn;
    uint round;

    do {
        do {
            struct share share = pass_next(pass, shares, &drawn);

            end = share.end;
            relax_pieces(rows, tails, weights, vertex_count, arc_count, distances, last_change, pass.number,
                         share);
            if (pass.is_large) {
                offer_kill();
                request_fork();
            }
        } while (end < pass.count);
        pass_clear_next(pass, shares);
        resizing_global_barrier();
        round = pass.number;
        pass = pass_begin(round + 1, pass.count, SHARE_UNITS, at_once);
    } while (atomic_load_explicit(last_change, memory_order_relaxed, memory_scope_device) >= round);
}
