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
 * the arcs of a vertex of many are shared by many work-items, and no unit takes long.
 *
 * Resizing barriers: the one behind each pass. Within large passes work-groups come and go between shares
 * (offer_kill, request_fork; tools/kernel/shares.clh). Transmitted: the pass, its stage, the
 * end of the caller's share.
 *
 *   T1  sums hold, level by level, the sums of blocks of BLOCK numbers of the level before; once its block
 *       has been summed, a number is the sum of those before it in the block. So the place of a piece is
 *       the sum of what its block holds at each level.
 *   T2  the rows are sorted, so the lists of kept arcs are, too.
 *   T3  numbers of triangles are added to with atomics and are integers: the order makes no difference. A
 *       vertex has fewer triangles than the graph has edges, which fit a uint.
 *   T4  where a list begins and where it ends may be stored by two work-items at once, so they are two words:
 *       a compiler may store a member of a vector by loading and storing all of it. */
#include "coop/kernel.clh"
#include "tools/kernel/pieces.clh"
#include "tools/kernel/shares.clh"

#define BLOCK 64
#define COMPARE_UNITS 64 /* kept arcs of a share: they take longer than other units */

/* A list that is so much longer than the other one is searched, not gone through. */
#define MUCH_LONGER 16

enum phase { COUNT, SUM, KEEP, COMPARE, DONE };

/* A pass. */
struct stage {
    uint phase;
    uint base;  /* of SUM: where its numbers begin, */
    uint count; /* and how many there are */
};

/* The graph, symmetric, without loops and duplicates, its rows sorted; and what is made of it. */
struct lists {
    global const uint *rows;
    global const int *arcs;
    uint vertex_count;
    uint arc_count;
    global uint *sums;
    global uint *kept;  /* for each vertex two words: where its list of kept arcs begins, and where it ends */
    global uint *tails; /* the kept arcs' ends, in the order of the arcs */
    global uint *heads;
    global atomic_uint *triangles;
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

static void add_triangles(struct lists graph, uint vertex, uint count)
{
    if (count > 0) {
        atomic_fetch_add_explicit(&graph.triangles[vertex], count, memory_order_relaxed, memory_scope_device);
    }
}

/* Both lists in step; returns how many vertices they have in common. */
static uint merge(struct lists graph, uint2 first, uint2 second)
{
    uint found = 0;

    while (first.x < first.y && second.x < second.y) {
        uint one = graph.heads[first.x];
        uint other = graph.heads[second.x];

        if (one == other) {
            add_triangles(graph, one, 1);
            found++;
        }
        first.x += one <= other;
        second.x += other <= one;
    }
    return found;
}

/* Each vertex of the short list is searched for in the long one. */
static uint search(struct lists graph, uint2 few, uint2 many)
{
    uint found = 0;

    for (; few.x < few.y; few.x++) {
        uint vertex = graph.heads[few.x];
        uint begin = many.x;
        uint end = many.y;

        while (begin < end) {
            uint middle = begin + (end - begin) / 2;

            if (graph.heads[middle] < vertex) {
                begin = middle + 1;
            } else {
                end = middle;
            }
        }
        many.x = begin;
        if (begin < many.y && graph.heads[begin] == vertex) {
            add_triangles(graph, vertex, 1);
            found++;
        }
    }
    return found;
}

static void compare_ends(struct lists graph, uint arc)
{
    uint tail = graph.tails[arc];
    uint head = graph.heads[arc];
    uint2 few = vload2(tail, graph.kept);
    uint2 many = vload2(head, graph.kept);
    uint found;

    if (few.y - few.x > many.y - many.x) {
        uint2 swap = few;
        few = many;
        many = swap;
    }
    found = (many.y - many.x) / MUCH_LONGER > few.y - few.x ? search(graph, few, many)
                                                            : merge(graph, few, many);
    add_triangles(graph, tail, found);
    add_triangles(graph, head, found);
}

static void work(struct lists graph, struct stage stage, struct share share)
{
    uint unit;

    for (unit = share.first; unit < share.end; unit += share.stride) {
        switch (stage.phase) {
        case COUNT: count_piece(graph, unit); break;
        case SUM: sum_block(graph, stage.base, stage.count, unit); break;
        case KEEP: keep_piece(graph, unit); break;
        default: compare_ends(graph, unit);
        }
    }
}

static struct stage stage_after(struct stage stage, uint arc_count)
{
    if (stage.phase == COUNT) {
        stage.phase = SUM;
        stage.count = pieces_of(arc_count);
    } else if (stage.phase == SUM && stage.count > BLOCK) {
        stage.base += stage.count;
        stage.count = blocks_of(stage.count);
    } else {
        stage.phase++;
    }
    return stage;
}

static struct pass pass_of(struct stage stage, uint number, uint arc_count, uint at_once)
{
    switch (stage.phase) {
    case SUM: return pass_begin(number, blocks_of(stage.count), SHARE_UNITS, at_once);
    case COMPARE: return pass_begin(number, arc_count / 2, COMPARE_UNITS, at_once);
    default: return pass_begin(number, pieces_of(arc_count), SHARE_UNITS, at_once);
    }
}

/* arcs     symmetric and sorted; half of them are kept.
 * kept     zeros: vertices without arcs have empty lists.
 * sums     room for the pieces' numbers and all their sums (T1).
 * at_once  units that are not worth a draw. */
coop_kernel void triangles(global const uint *rows, global const int *arcs, uint vertex_count, uint arc_count,
                           global uint *sums, global uint *kept, global uint *tails, global uint *heads,
                           global atomic_uint *triangle_counts, global struct shares *shares, uint at_once)
{
    transmit struct stage stage = {COUNT, 0, 0};
    transmit struct pass pass = pass_of(stage, 0, arc_count, at_once);
    transmit uint end = 0;
    local uint drawn;

    while (stage.phase != DONE) {
        do {
            struct lists graph = {rows, arcs, vertex_count, arc_count, sums,
                                  kept, tails, heads, triangle_counts};
            struct share share = pass_next(pass, shares, &drawn);

            end = share.end;
            work(graph, stage, share);
            if (pass.is_large) {
                offer_kill();
                request_fork();
            }
        } while (end < pass.count);
        pass_clear_next(pass, shares);
        resizing_global_barrier();
        stage = stage_after(stage, arc_count);
        pass = pass_of(stage, pass.number + 1, arc_count, at_once);
    }
}
