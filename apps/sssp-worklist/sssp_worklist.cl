/* Shortest paths from one source, data-driven: a round looks at the vertices alone whose distance fell.
 *
 * Source: the worklist algorithm of LonestarGPU (Burtscher, Nasre, Pingali, "A Quantitative Study of
 * Irregular Programs on GPUs", IISWC 2012), with the near-far order of Davidson, Baxter, Garland and Owens
 * ("Work-Efficient Parallel GPU Methods for Single-Source Shortest Paths", IPDPS 2014): vertices below a
 * threshold are expanded at once, the others wait in a far list until nothing is near. Then the threshold
 * rises, and the far list is split.
 *
 * A vertex of many arcs, a hub, is cut into pieces, which all work-items share behind the round's barrier.
 *
 * The passes: NEAR, the near vertices; PIECES, where some were hubs; SPLIT, the far list, in a round in
 * which nothing is near. Resizing barriers: the one behind each pass. Within large passes work-groups come
 * and go between shares (offer_kill, request_fork; tools/kernel/shares.clh). Transmitted: the pass, its
 * stage, the caller's share.
 *
 *   L1  a distance is that of some path, or UNREACHED, and only falls. A sum beyond UNREACHED - 1 counts as
 *       UNREACHED.
 *   L2  a vertex whose distance fell since it was last expanded is in the list of the next near vertices,
 *       or its distance is not below the threshold and it is in the far list. What is found in the far list
 *       below the threshold of the split before has been near meanwhile.
 *   L3  a vertex is in a list once: who changes its mark appends it. So lists have room for all vertices,
 *       and a hub is cut once in a round.
 *   L4  round r counts in near[(r + 1) % 3] and pieces[r % 3], and clears near[(r + 2) % 3] and pieces[(r +
 *       1) % 3], which were read for the last time before the round began. The n-th split reads far[n % 3],
 *       adds to far[(n + 1) % 3] and clears far[(n + 2) % 3]; meanwhile nobody is near who would add to the
 *       first. */
#include "coop/kernel.clh"
#include "tools/kernel/list.clh"
#include "tools/kernel/shares.clh"

#define UNREACHED 0xffffffffu

enum phase { NEAR, PIECES, SPLIT, DONE };

struct counts {
    struct count near[3];
    struct count pieces[3];
    struct count far[3];
    struct count far_least[3]; /* the least distance that was appended to a far list; at first UNREACHED */
};

/* Arcs of a hub. */
struct piece {
    uint vertex;
    uint first;
    uint end;
};

/* What one launch works on. */
struct task {
    global const uint *rows;
    global const int *arcs;
    global const uint *weights;
    global atomic_uint *distances;
    global atomic_uint *is_near; /* the round that expands the vertex next, or did so last */
    global atomic_uint *is_far;
    global const uint *near_in; /* this round's */
    global uint *near_out;      /* the next one's */
    global const uint *far_in;  /* of a split */
    global uint *far_out;       /* where far vertices are appended */
    global struct piece *pieces;
    global struct counts *counts;
    uint hub_arcs;
};

struct stage {
    uint phase;
    uint round;
    uint splits; /* before this one */
    uint low;    /* the threshold of the split before */
    uint threshold;
    uint count; /* units */
};

/* The number of the far list that is appended to: the splits before it. */
static uint far_list_of(struct stage stage)
{
    return stage.splits + (stage.phase == SPLIT);
}

/* A work-item's additions to the next near vertices and to the far list. */
struct additions {
    struct batch near;
    struct batch far;
    uint far_least; /* distance */
    uint far_list;  /* its number: the splits before it */
};

static struct list next_near(struct task task, struct stage stage)
{
    struct list list = {task.near_out, &task.counts->near[(stage.round + 1) % 3]};

    return list;
}

static void append_far(struct task task, private struct additions *additions)
{
    struct list out = {task.far_out, &task.counts->far[additions->far_list % 3]};

    if (additions->far.size > 0) {
        atomic_fetch_min_explicit(&task.counts->far_least[additions->far_list % 3].value,
                                  additions->far_least, memory_order_relaxed, memory_scope_device);
    }
    batch_append(&additions->far, out);
}

static void add_near(struct task task, struct stage stage, private struct additions *additions, uint vertex)
{
    if (atomic_exchange_explicit(&task.is_near[vertex], stage.round + 1, memory_order_relaxed,
                                 memory_scope_device) != stage.round + 1) {
        batch_add(&additions->near, vertex, next_near(task, stage));
    }
}

static void add_far(struct task task, private struct additions *additions, uint vertex, uint distance)
{
    additions->far_least = min(additions->far_least, distance);
    additions->far.items[additions->far.size] = vertex;
    additions->far.size++;
    if (additions->far.size == BATCH_CAPACITY) {
        append_far(task, additions);
    }
}

static uint distance_of(struct task task, uint vertex)
{
    return atomic_load_explicit(&task.distances[vertex], memory_order_relaxed, memory_scope_device);
}

/* Most arcs lead to vertices that are no farther: a load tells them apart more cheaply than a change. */
static void relax(struct task task, struct stage stage, private struct additions *additions, uint head,
                  uint distance)
{
    if (distance_of(task, head) > distance &&
        atomic_fetch_min_explicit(&task.distances[head], distance, memory_order_relaxed,
                                  memory_scope_device) > distance) {
        if (distance < stage.threshold) {
            add_near(task, stage, additions, head);
        } else if (atomic_exchange_explicit(&task.is_far[head], 1u, memory_order_relaxed,
                                            memory_scope_device) == 0) {
            add_far(task, additions, head, distance);
        }
    }
}

static void expand(struct task task, struct stage stage, private struct additions *additions,
                   struct piece piece)
{
    uint distance = distance_of(task, piece.vertex);
    uint arc;

    for (arc = piece.first; arc < piece.end; arc++) {
        relax(task, stage, additions, (uint)task.arcs[arc], add_sat(distance, task.weights[arc]));
    }
}

/* Cuts a hub's arcs into pieces of hub_arcs, the last of which may be shorter. */
static void cut_hub(struct task task, struct stage stage, struct piece hub)
{
    uint count = (hub.end - hub.first - 1) / task.hub_arcs + 1;
    global struct piece *next = task.pieces + count_add(&task.counts->pieces[stage.round % 3], count);

    for (; hub.end - hub.first > task.hub_arcs; hub.first += task.hub_arcs) {
        next->vertex = hub.vertex;
        next->first = hub.first;
        next->end = hub.first + task.hub_arcs;
        next++;
    }
    *next = hub;
}

static void expand_near(struct task task, struct stage stage, private struct additions *additions,
                        uint vertex)
{
    struct piece all = {vertex, task.rows[vertex], task.rows[vertex + 1]};

    if (all.end - all.first > task.hub_arcs) {
        cut_hub(task, stage, all);
    } else {
        expand(task, stage, additions, all);
    }
}

/* Where a vertex of the far list goes. */
static void split(struct task task, struct stage stage, private struct additions *additions, uint vertex)
{
    uint distance = distance_of(task, vertex);

    if (distance >= stage.threshold) {
        add_far(task, additions, vertex, distance);
        return;
    }
    atomic_store_explicit(&task.is_far[vertex], 0u, memory_order_relaxed, memory_scope_device);
    if (distance >= stage.low) {
        add_near(task, stage, additions, vertex);
    }
}

static void work(struct task task, struct stage stage, struct share share)
{
    struct additions additions;
    uint unit;

    additions.near.size = 0;
    additions.far.size = 0;
    additions.far_least = UNREACHED;
    additions.far_list = far_list_of(stage);
    for (unit = share.first; unit < share.end; unit += share.stride) {
        switch (stage.phase) {
        case NEAR: expand_near(task, stage, &additions, task.near_in[unit]); break;
        case PIECES: expand(task, stage, &additions, task.pieces[unit]); break;
        default: split(task, stage, &additions, task.far_in[unit]);
        }
    }
    batch_append(&additions.near, next_near(task, stage));
    append_far(task, &additions);
}

/* By one work-item, while the pass runs (L4). */
static void prepare_counts(global struct counts *counts, struct stage stage)
{
    count_set(&counts->near[(stage.round + 2) % 3], 0);
    count_set(&counts->pieces[(stage.round + 1) % 3], 0);
    if (stage.phase == SPLIT) {
        count_set(&counts->far[(stage.splits + 2) % 3], 0);
        count_set(&counts->far_least[(stage.splits + 2) % 3], UNREACHED);
    }
}

/* Of a round that begins: the near vertices, or if there are none the far list, or nothing. */
static struct stage begin_round(global struct counts *counts, struct stage stage, uint delta)
{
    stage.phase = NEAR;
    stage.count = count_get(&counts->near[stage.round % 3]);
    if (stage.count == 0) {
        stage.count = count_get(&counts->far[stage.splits % 3]);
        stage.phase = stage.count > 0 ? SPLIT : DONE;
        stage.low = stage.threshold;
        stage.threshold = add_sat(count_get(&counts->far_least[stage.splits % 3]), delta);
    }
    return stage;
}

static struct stage stage_after(global struct counts *counts, struct stage stage, uint delta)
{
    if (stage.phase == NEAR) {
        stage.count = count_get(&counts->pieces[stage.round % 3]);
        if (stage.count > 0) {
            stage.phase = PIECES;
            return stage;
        }
    }
    stage.splits += stage.phase == SPLIT;
    stage.round++;
    return begin_round(counts, stage, delta);
}

static struct pass pass_of(struct stage stage, uint number, uint at_once)
{
    return stage.phase == PIECES ? pass_begin_pieces(number, stage.count, at_once)
                                 : pass_begin_short(number, stage.count, at_once);
}

/* distances  0 of the source, UNREACHED of all others.
 * near_0     the source; near[0] is 1, the other counts are as they are at first.
 * is_near    zeros, as is is_far.
 * pieces     holds those of all hubs.
 * hub_arcs   a vertex of more arcs is a hub, and a piece has so many.
 * delta      what the threshold rises by, at least 1.
 * at_once    units that are not worth a draw. */
coop_kernel void sssp_worklist(global const uint *rows, global const int *arcs, global const uint *weights,
                               global atomic_uint *distances, global atomic_uint *is_near,
                               global atomic_uint *is_far, global uint *near_0, global uint *near_1,
                               global uint *far_0, global uint *far_1, global struct piece *pieces,
                               global struct counts *counts, uint hub_arcs, uint delta,
                               global struct shares *shares, uint at_once)
{
    transmit struct stage stage = {NEAR, 0, 0, 0, delta, 1};
    transmit struct pass pass = pass_of(stage, 0, at_once);
    transmit struct share share = {0, 0, 0, 0};
    local uint drawn[2];

    while (stage.phase != DONE) {
        do {
            pass_next(&pass, &share, shares, drawn);

            /* Behind that call, so that it need not live across its barrier. */
            int is_odd = stage.round % 2;
            struct task task = {rows, arcs, weights, distances, is_near, is_far,
                                is_odd ? near_1 : near_0, is_odd ? near_0 : near_1,
                                stage.splits % 2 ? far_1 : far_0, far_list_of(stage) % 2 ? far_1 : far_0,
                                pieces, counts, hub_arcs};

            work(task, stage, share);
            if (pass.is_large) {
                offer_kill();
                request_fork();
            }
        } while (share.end < pass.count);
        pass_clear_next(pass, shares);
        if (get_global_id(0) == 0) {
            prepare_counts(counts, stage);
        }
        resizing_global_barrier();
        stage = stage_after(counts, stage, delta);
        pass = pass_of(stage, pass.number + 1, at_once);
    }
}
