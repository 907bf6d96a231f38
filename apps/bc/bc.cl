/* Betweenness centrality: over a number of sources, the sum of each vertex's dependencies, that is of the
 * parts of the shortest paths from a source to every other vertex that lead through the vertex.
 *
 * Source: Brandes, "A Faster Algorithm for Betweenness Centrality" (J. Math. Sociol. 25, 2001); from some
 * sources instead of all: Brandes, Pich, "Centrality Estimation in Large Networks" (Int. J. Bifurcation and
 * Chaos 17, 2007). Here both sweeps pull. Going forward, a vertex adds up the numbers of paths to its
 * predecessors, and claims the vertices of the next level; going backward, it adds up what its successors
 * depend on. Only the vertex itself writes its sums, without atomics and in the order of its arcs, so that
 * a result does not depend on who was faster.
 *
 * A vertex of many arcs, a hub, is cut into pieces of about PIECE arcs, which all work-items share; a pass
 * behind that adds the pieces' sums up in order. Of a wide hub, which has more than BLOCK pieces, a pass
 * between adds up those of each block, so that no work-item has many times the work of another. Levels
 * without hubs do without these passes.
 *
 * The passes: CLEAR, for each source; FORWARD, a level; FORWARD_PIECES and FORWARD_HUBS, where it has hubs,
 * and FORWARD_BLOCKS between, where one is wide; and the same BACKWARD. Resizing barriers: the one behind
 * each pass. Within large passes work-groups come and go between shares (offer_kill, request_fork;
 * tools/kernel/shares.clh). Transmitted: the pass, its stage, the caller's share.
 *
 *   B1  the vertices of level l are those of `order` from starts[l] to starts[l + 1]. A vertex enters once,
 *       since one compare-exchange of its level succeeds; so `order` has room for all.
 *   B2  a turn is CLEAR or a level with its hubs, in either direction. Turn t adds to found[(t + 1) % 3],
 *       pieces[t % 3] and wide[t % 3], and clears found[(t + 2) % 3], pieces[(t + 1) % 3] and
 *       wide[(t + 1) % 3], which were read for the last time before the turn's first barrier but one. So a
 *       count that is read does not change.
 *   B3  a sum is read only behind a barrier that follows its last change. */
#include "coop/kernel.clh"
#include "tools/kernel/list.clh"
#include "tools/kernel/shares.clh"

#if !defined(cl_khr_fp64) && !defined(__opencl_c_fp64)
#error "bc needs double precision (cl_khr_fp64), which this device does not have"
#endif

#define PIECE 64
#define PIECES_MAX 1024 /* of a hub */
#define BLOCK 32        /* pieces whose sums one work-item adds up; PIECES_MAX has as many blocks */

enum phase {
    CLEAR,
    FORWARD,
    FORWARD_PIECES,
    FORWARD_BLOCKS,
    FORWARD_HUBS,
    BACKWARD,
    BACKWARD_PIECES,
    BACKWARD_BLOCKS,
    BACKWARD_HUBS,
    DONE
};

/* A number of paths: mantissa * 2^(512 * exponent), below 2^512 times that. From corner to corner of a grid
 * of 1000 x 1000 there are some 2^1993, which no double holds. */
struct paths {
    double mantissa;
    int exponent;
};

/* Part of a hub: the `index`-th of `count`. Those of a hub follow each other. */
struct piece {
    uint vertex;
    uint index;
    uint count;
    uint pad;
    struct paths sum;
};

struct counts {
    struct count found[3];
    struct count pieces[3];
    struct count wide[3]; /* hubs */
};

/* What one launch works on. The in-arcs of an undirected graph are its arcs. */
struct task {
    global const uint *rows;
    global const int *arcs;
    global const uint *in_rows;
    global const int *in_arcs;
    global atomic_int *levels; /* -1: not reached */
    global struct paths *paths;
    global double *dependencies;
    global double *sums;
    global float *result;
    global uint *order;
    global uint *starts;
    global struct counts *counts;
    global struct piece *pieces;
};

struct stage {
    uint phase;
    uint turn;
    uint source; /* index of the source */
    uint level;
    uint begin; /* the level's vertices in `order` */
    uint end;
    uint pieces; /* of its hubs */
};

/* Arcs from `first` on, in front of `end`. */
struct arcs {
    uint first;
    uint end;
};

/* What is 2^-512 of the sum, or less, is nothing to a double. */
static struct paths paths_add(struct paths sum, struct paths more)
{
    if (sum.exponent < more.exponent) {
        struct paths swap = sum;
        sum = more;
        more = swap;
    }
    if (sum.exponent - more.exponent < 2) {
        sum.mantissa += sum.exponent == more.exponent ? more.mantissa : more.mantissa * 0x1p-512;
    }
    if (sum.mantissa >= 0x1p512) {
        sum.mantissa *= 0x1p-512;
        sum.exponent++;
    }
    return sum;
}

/* part / all, where part is no more than all. */
static double paths_ratio(struct paths part, struct paths all)
{
    double ratio = part.mantissa / all.mantissa;

    return part.exponent == all.exponent ? ratio : all.exponent - part.exponent == 1 ? ratio * 0x1p-512 : 0.0;
}

static int level_of(struct task task, uint vertex)
{
    return atomic_load_explicit(&task.levels[vertex], memory_order_relaxed, memory_scope_device);
}

static struct arcs arcs_of(global const uint *rows, uint vertex)
{
    struct arcs arcs = {rows[vertex], rows[vertex + 1]};

    return arcs;
}

static struct arcs part_of(struct arcs arcs, uint index, uint count)
{
    ulong length = arcs.end - arcs.first;
    struct arcs part = {arcs.first + (uint)(length * index / count),
                        arcs.first + (uint)(length * (index + 1) / count)};

    return part;
}

/* Where the next level's vertices are appended. */
static struct list next_level(struct task task, struct stage stage)
{
    struct list list = {task.order + stage.end, &task.counts->found[(stage.turn + 1) % 3]};

    return list;
}

/* Claims the heads of arcs for the next level. */
static void claim(struct task task, struct stage stage, struct arcs arcs, private struct batch *batch)
{
    uint arc;

    for (arc = arcs.first; arc < arcs.end; arc++) {
        uint head = (uint)task.arcs[arc];
        int unreached = -1;

        if (level_of(task, head) < 0 &&
            atomic_compare_exchange_strong_explicit(&task.levels[head], &unreached, (int)stage.level + 1,
                                                    memory_order_relaxed, memory_order_relaxed,
                                                    memory_scope_device)) {
            batch_add(batch, head, next_level(task, stage));
        }
    }
}

/* The paths over in-arcs from the level before. */
static struct paths pull_paths(struct task task, struct stage stage, struct arcs arcs)
{
    struct paths sum = {0.0, 0};
    uint arc;

    for (arc = arcs.first; arc < arcs.end; arc++) {
        uint tail = (uint)task.in_arcs[arc];

        if (level_of(task, tail) == (int)stage.level - 1) {
            sum = paths_add(sum, task.paths[tail]);
        }
    }
    return sum;
}

/* The dependencies over arcs to the level behind. */
static double pull_dependencies(struct task task, struct stage stage, uint vertex, struct arcs arcs)
{
    struct paths own = task.paths[vertex];
    double sum = 0.0;
    uint arc;

    for (arc = arcs.first; arc < arcs.end; arc++) {
        uint head = (uint)task.arcs[arc];

        if (level_of(task, head) == (int)stage.level + 1) {
            sum += paths_ratio(own, task.paths[head]) * (1.0 + task.dependencies[head]);
        }
    }
    return sum;
}

static void depend(struct task task, uint vertex, double dependency)
{
    double sum = task.sums[vertex] + dependency;

    task.dependencies[vertex] = dependency;
    task.sums[vertex] = sum;
    task.result[vertex] = (float)sum;
}

/* Returns 0 if the vertex is no hub. */
static int cut_hub(struct task task, struct stage stage, uint vertex)
{
    struct arcs out = arcs_of(task.rows, vertex);
    struct arcs in = arcs_of(task.in_rows, vertex);
    uint degree = max(out.end - out.first, in.end - in.first);
    uint count = min(degree / PIECE + 1, (uint)PIECES_MAX);
    uint place, i;

    if (degree <= PIECE) {
        return 0;
    }
    place = count_add(&task.counts->pieces[stage.turn % 3], count);
    if (count > BLOCK) {
        count_add(&task.counts->wide[stage.turn % 3], 1u);
    }
    for (i = 0; i < count; i++) {
        task.pieces[place + i].vertex = vertex;
        task.pieces[place + i].index = i;
        task.pieces[place + i].count = count;
    }
    return 1;
}

static void clear_vertex(struct task task, uint source, uint vertex)
{
    struct paths one = {1.0, 0};

    atomic_store_explicit(&task.levels[vertex], vertex == source ? 0 : -1, memory_order_relaxed,
                          memory_scope_device);
    task.dependencies[vertex] = 0.0;
    if (vertex == source) {
        task.paths[vertex] = one;
        task.order[0] = vertex;
        task.starts[0] = 0;
        task.starts[1] = 1;
    }
}

static void go_forward(struct task task, struct stage stage, uint vertex, private struct batch *batch)
{
    if (!cut_hub(task, stage, vertex)) {
        if (stage.level > 0) {
            task.paths[vertex] = pull_paths(task, stage, arcs_of(task.in_rows, vertex));
        }
        claim(task, stage, arcs_of(task.rows, vertex), batch);
    }
}

static void go_backward(struct task task, struct stage stage, uint vertex)
{
    if (!cut_hub(task, stage, vertex)) {
        depend(task, vertex, pull_dependencies(task, stage, vertex, arcs_of(task.rows, vertex)));
    }
}

static void do_piece(struct task task, struct stage stage, global struct piece *piece,
                     private struct batch *batch)
{
    struct arcs out = part_of(arcs_of(task.rows, piece->vertex), piece->index, piece->count);
    struct arcs in = part_of(arcs_of(task.in_rows, piece->vertex), piece->index, piece->count);

    if (stage.phase == FORWARD_PIECES) {
        piece->sum = pull_paths(task, stage, in);
        claim(task, stage, out, batch);
    } else {
        piece->sum.mantissa = pull_dependencies(task, stage, piece->vertex, out);
    }
}

/* The sum of every `stride`-th piece in front of the `count`-th, in order. It is read member by member: of a
 * structure in the megakernel's memory NVIDIA's compiler, which does not see its alignment, loads byte by
 * byte (580.159). Going backward a sum is its mantissa. */
static struct paths sum_of(struct stage stage, global const struct piece *piece, uint count, uint stride)
{
    struct paths all = {0.0, 0};
    uint i;

    for (i = 0; i < count; i += stride) {
        struct paths sum = {piece[i].sum.mantissa, 0};

        if (stage.phase < BACKWARD) {
            sum.exponent = piece[i].sum.exponent;
            all = paths_add(all, sum);
        } else {
            all.mantissa += sum.mantissa;
        }
    }
    return all;
}

/* The first piece of a block stands for it. */
static void do_block(struct stage stage, global struct piece *piece)
{
    if (piece->count > BLOCK && piece->index % BLOCK == 0) {
        struct paths sum = sum_of(stage, piece, min(piece->count - piece->index, (uint)BLOCK), 1);

        piece->sum.mantissa = sum.mantissa;
        piece->sum.exponent = sum.exponent;
    }
}

/* The first piece stands for the hub. */
static void do_hub(struct task task, struct stage stage, global struct piece *piece)
{
    uint count = piece->index == 0 ? piece->count : 0;
    struct paths sum = sum_of(stage, piece, count, count > BLOCK ? BLOCK : 1);

    if (count > 0 && stage.phase == BACKWARD_HUBS) {
        depend(task, piece->vertex, sum.mantissa);
    } else if (count > 0 && stage.level > 0) {
        task.paths[piece->vertex] = sum;
    }
}

static void work(struct task task, struct stage stage, uint source, struct share share)
{
    struct batch batch;
    uint unit;

    batch.size = 0;
    for (unit = share.first; unit < share.end; unit += share.stride) {
        switch (stage.phase) {
        case CLEAR: clear_vertex(task, source, unit); break;
        case FORWARD: go_forward(task, stage, task.order[stage.begin + unit], &batch); break;
        case BACKWARD: go_backward(task, stage, task.order[stage.begin + unit]); break;
        case FORWARD_PIECES:
        case BACKWARD_PIECES: do_piece(task, stage, &task.pieces[unit], &batch); break;
        case FORWARD_BLOCKS:
        case BACKWARD_BLOCKS: do_block(stage, &task.pieces[unit]); break;
        default: do_hub(task, stage, &task.pieces[unit]);
        }
    }
    batch_append(&batch, next_level(task, stage));
}

/* By one work-item, while the turn's pass runs (B2). */
static void prepare_turns(global struct counts *counts, global uint *starts, struct stage stage)
{
    count_clear(&counts->found[(stage.turn + 2) % 3]);
    count_clear(&counts->pieces[(stage.turn + 1) % 3]);
    count_clear(&counts->wide[(stage.turn + 1) % 3]);
    if (stage.phase == FORWARD) {
        starts[stage.level + 1] = stage.end;
    }
}

/* The level that follows, in either direction, or the next source's CLEAR. */
static struct stage next_turn(global struct counts *counts, global const uint *starts, struct stage stage,
                              uint source_count)
{
    uint found = count_get(&counts->found[(stage.turn + 1) % 3]);
    int is_forward = stage.phase == CLEAR || (stage.phase < BACKWARD && found > 0);

    stage.turn++;
    if (is_forward) {
        stage.level = stage.phase == CLEAR ? 0 : stage.level + 1;
        stage.begin = stage.phase == CLEAR ? 0 : stage.end;
        stage.end = stage.phase == CLEAR ? 1 : stage.end + found;
        stage.phase = FORWARD;
    } else if (stage.level > 1) {
        /* The vertices of the last level depend on nothing; the source's dependency does not count. */
        stage.level--;
        stage.begin = starts[stage.level];
        stage.end = starts[stage.level + 1];
        stage.phase = BACKWARD;
    } else {
        stage.source++;
        stage.phase = stage.source < source_count ? CLEAR : DONE;
    }
    return stage;
}

static struct stage stage_after(global struct counts *counts, global const uint *starts, struct stage stage,
                                uint source_count)
{
    if (stage.phase == FORWARD || stage.phase == BACKWARD) {
        stage.pieces = count_get(&counts->pieces[stage.turn % 3]);
        if (stage.pieces > 0) {
            stage.phase++;
            return stage;
        }
    } else if (stage.phase == FORWARD_PIECES || stage.phase == BACKWARD_PIECES) {
        stage.phase += count_get(&counts->wide[stage.turn % 3]) > 0 ? 1 : 2;
        return stage;
    } else if (stage.phase == FORWARD_BLOCKS || stage.phase == BACKWARD_BLOCKS) {
        stage.phase++;
        return stage;
    }
    return next_turn(counts, starts, stage, source_count);
}

static struct pass pass_of(struct stage stage, uint number, uint vertex_count, uint at_once)
{
    switch (stage.phase) {
    case CLEAR: return pass_begin_short(number, vertex_count, at_once);
    case FORWARD:
    case BACKWARD: return pass_begin_short(number, stage.end - stage.begin, at_once);
    default: return pass_begin_pieces(number, stage.pieces, at_once);
    }
}

/* sources  source_count of them, at least one.
 * sums     zeros, as are the result and the counts.
 * starts   one more than there may be levels, and one more again.
 * pieces   room for those of all hubs.
 * at_once  units that are not worth a draw. */
coop_kernel void bc(global const uint *rows, global const int *arcs, global const uint *in_rows,
                    global const int *in_arcs, global atomic_int *levels, global struct paths *paths,
                    global double *dependencies, global double *sums, global float *result,
                    global uint *order, global uint *starts, global struct counts *counts,
                    global struct piece *pieces, uint vertex_count, global const uint *sources,
                    uint source_count, global struct shares *shares, uint at_once)
{
    transmit struct stage stage = {CLEAR, 0, 0, 0, 0, 0, 0};
    transmit struct pass pass = pass_of(stage, 0, vertex_count, at_once);
    transmit struct share share = {0, 0, 0, 0};
    local uint drawn[2];

    while (stage.phase != DONE) {
        do {
            pass_next(&pass, &share, shares, drawn);

            /* Behind that call, so that it need not live across its barrier. */
            struct task task = {rows, arcs, in_rows, in_arcs, levels, paths, dependencies,
                                sums, result, order, starts, counts, pieces};

            work(task, stage, sources[stage.source], share);
            if (pass.is_large) {
                offer_kill();
                request_fork();
            }
        } while (share.end < pass.count);
        pass_clear_next(pass, shares);
        if (get_global_id(0) == 0) {
            prepare_turns(counts, starts, stage);
        }
        resizing_global_barrier();
        stage = stage_after(counts, starts, stage, source_count);
        pass = pass_of(stage, pass.number + 1, vertex_count, at_once);
    }
}
