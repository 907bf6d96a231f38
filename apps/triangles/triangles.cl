/* Triangles: for each vertex of an undirected graph the number of triangles that it belongs to.
 *
 * Source: the forward algorithm (Schank, Wagner, "Finding, Counting and Listing all Triangles in Large
 * Graphs", WEA 2005; compact-forward: Latapy, Theor. Comput. Sci. 407, 2008). Vertices are ordered by
 * degree, then by number. Of each edge only the arc to the later vertex is kept, so that no vertex keeps
 * more than the root of twice the number of edges, whatever its degree. Every triangle is found once: at
 * the arc of its two earliest vertices, whose kept neighbours have the third one in common.
 *
 * Why barriers: where a piece of the arcs puts those that it keeps is known only when all the pieces before
 * it have counted theirs, and two lists may be compared only when both have been written. Host loops that
 * start a kernel for each phase wait at the same places.
 *
 * The passes: COUNT, for each piece of the arcs the number that is kept; SUM, some of them, sums of those
 * numbers in blocks, of the blocks' sums, and so on; KEEP, the kept arcs; COMPARE, for each of them the
 * lists of its ends. A unit is a piece of the arcs (tools/kernel/pieces.clh), a block, or a kept arc; so
 * the arcs of a vertex of many are shared by many work-items. Where a kept arc's lists may be long, each
 * work-group compares its arcs as a team (triangles_team.clh), so that no unit takes long.
 *
 * Resizing barriers: the one behind each pass. Within large passes work-groups come and go between shares
 * (offer_kill, request_fork; tools/kernel/shares.clh). Transmitted: the pass, its stage, the
 * caller's share.
 *
 *   T1  sums hold, level by level, the sums of blocks of BLOCK numbers of the level before; once its block
 *       has been summed, a number is the sum of those before it in the block. So the place of a piece is
 *       the sum of what its block holds at each level.
 *   T2, T3, T5 in triangles_lists.clh; T6, T7 in triangles_team.clh.
 *   T4  where a list begins and where it ends may be stored by two work-items at once, so they are two words:
 *       a compiler may store a member of a vector by loading and storing all of it. */
#include "coop/kernel.clh"
#include "tools/kernel/pieces.clh"
#include "tools/kernel/shares.clh"
#include "apps/triangles/triangles_lists.clh"
#include "apps/triangles/triangles_team.clh"

#define BLOCK 64

/* Kept arcs of a share that work-items compare: a processor's are larger (tools/kernel/shares.clh). */
#if defined(__x86_64__) || defined(__aarch64__)
#define COMPARED(arcs) (4u * (arcs))
#else
#define COMPARED(arcs) (arcs)
#endif

/* COMPARE is done by work-items, TEAM the same by work-groups. */
enum phase { COUNT, SUM, KEEP, COMPARE, TEAM, DONE };

/* A pass. */
struct stage {
    uint phase;
    uint base;  /* of SUM: where its numbers begin, */
    uint count; /* and how many there are */
};

static uint blocks_of(uint count)
{
    return count / BLOCK + (count % BLOCK != 0);
}

/* Is arc (tail, head) kept? */
static int is_kept(struct lists graph, uint tail, uint head)
{
    uint tail_degree = graph.rows[tail + 1] - graph.rows[tail];
    uint head_degree = graph.rows[head + 1] - graph.rows[head];

    return tail_degree < head_degree || (tail_degree == head_degree && tail < head);
}

static void count_piece(struct lists graph, uint piece)
{
    uint end = min((piece + 1) * PIECE_ARCS, graph.arc_count);
    uint tail = 0;
    uint count = 0;
    uint arc;

    for (arc = piece * PIECE_ARCS; arc < end; arc++) {
        tail = row_of(graph.rows, graph.vertex_count, arc, tail);
        count += is_kept(graph, tail, (uint)graph.arcs[arc]);
    }
    graph.sums[piece] = count;
}

/* Of the `count` numbers that begin at `base`; the blocks' sums follow them (T1). */
static void sum_block(struct lists graph, uint base, uint count, uint block)
{
    uint end = min((block + 1) * BLOCK, count);
    uint sum = 0;
    uint i;

    for (i = block * BLOCK; i < end; i++) {
        uint number = graph.sums[base + i];

        graph.sums[base + i] = sum;
        sum += number;
    }
    graph.sums[base + count + block] = sum;
}

static uint place_of(struct lists graph, uint piece)
{
    uint base = 0;
    uint count = pieces_of(graph.arc_count);
    uint place = graph.sums[piece];

    while (count > BLOCK) {
        base += count;
        count = blocks_of(count);
        piece /= BLOCK;
        place += graph.sums[base + piece];
    }
    return place;
}

static void keep_piece(struct lists graph, uint piece)
{
    uint end = min((piece + 1) * PIECE_ARCS, graph.arc_count);
    uint place = place_of(graph, piece);
    uint tail = 0;
    uint arc;

    for (arc = piece * PIECE_ARCS; arc < end; arc++) {
        uint head = (uint)graph.arcs[arc];

        tail = row_of(graph.rows, graph.vertex_count, arc, tail);
        if (graph.rows[tail] == arc) {
            graph.kept[2 * (ulong)tail] = place;
        }
        if (is_kept(graph, tail, head)) {
            graph.tails[place] = tail;
            graph.heads[place] = head;
            place++;
        }
        if (graph.rows[tail + 1] == arc + 1) {
            graph.kept[2 * (ulong)tail + 1] = place;
        }
    }
}

static void work(struct lists graph, struct stage stage, struct share share)
{
    uint unit;

    for (unit = share.first; unit < share.end; unit += share.stride) {
        switch (stage.phase) {
        case COUNT: count_piece(graph, unit); break;
        case SUM: sum_block(graph, stage.base, stage.count, unit); break;
        case KEEP: keep_piece(graph, unit); break;
        default: compare(graph, unit, pair_of(graph, unit));
        }
    }
}

static struct stage stage_after(struct stage stage, uint arc_count, uint longest)
{
    if (stage.phase == COUNT) {
        stage.phase = SUM;
        stage.count = pieces_of(arc_count);
    } else if (stage.phase == SUM && stage.count > BLOCK) {
        stage.base += stage.count;
        stage.count = blocks_of(stage.count);
    } else if (stage.phase == KEEP) {
        stage.phase = longest == NO_TEAM ? COMPARE : TEAM;
    } else if (stage.phase == COMPARE || stage.phase == TEAM) {
        stage.phase = DONE;
    } else {
        stage.phase++;
    }
    return stage;
}

/* compared  kept arcs of a share. A team always draws shares, so that they fit its pool; they may have fewer
 *           arcs than it has work-items. */
static struct pass pass_of(struct stage stage, uint number, uint arc_count, uint compared, uint at_once)
{
    struct pass pass;

    switch (stage.phase) {
    case SUM: return pass_begin_pieces(number, blocks_of(stage.count), at_once);
    case COMPARE: return pass_begin(number, arc_count / 2, COMPARED(compared), at_once);
    case TEAM:
        pass = pass_begin(number, arc_count / 2, compared, 0);
        pass.size = compared;
        return pass;
    default: return pass_begin_pieces(number, pieces_of(arc_count), at_once);
    }
}

/* arcs     symmetric and sorted; half of them are kept.
 * kept     zeros: vertices without arcs have empty lists.
 * sums     room for the pieces' numbers and all their sums (T1).
 * compared  kept arcs of a share.
 * longest   stretches of the longest pair that a work-item compares by itself, or NO_TEAM.
 * at_once  units that are not worth a draw. */
coop_kernel void triangles(global const uint *rows, global const int *arcs, uint vertex_count, uint arc_count,
                           global uint *sums, global uint *kept, global uint *tails, global uint *heads,
                           global atomic_uint *triangle_counts, global struct shares *shares, uint compared,
                           uint longest, uint at_once)
{
    transmit struct stage stage = {COUNT, 0, 0};
    transmit struct pass pass = pass_of(stage, 0, arc_count, compared, at_once);
    transmit struct share share = {0, 0, 0, 0};
    local uint drawn[2];
    local struct pool pool;

    while (stage.phase != DONE) {
        do {
            pool_clear(&pool);
            pass_next(&pass, &share, shares, drawn);
            if (stage.phase == TEAM) {
                {
                    /* Here and below, so that it need not live across a barrier. */
                    struct lists graph = {rows, arcs, vertex_count, arc_count, sums,
                                          kept, tails, heads, triangle_counts};

                    compare_short(graph, share, longest, &pool);
                }
                barrier(CLK_LOCAL_MEM_FENCE);
                struct lists graph = {rows, arcs, vertex_count, arc_count, sums,
                                      kept, tails, heads, triangle_counts};

                compare_pool(graph, &pool);
                barrier(CLK_LOCAL_MEM_FENCE);
            } else {
                struct lists graph = {rows, arcs, vertex_count, arc_count, sums,
                                      kept, tails, heads, triangle_counts};

                work(graph, stage, share);
            }
            if (pass.is_large) {
                offer_kill();
                request_fork();
            }
        } while (share.end < pass.count);
        pass_clear_next(pass, shares);
        resizing_global_barrier();
        stage = stage_after(stage, arc_count, longest);
        pass = pass_of(stage, pass.number + 1, arc_count, compared, at_once);
    }
}
