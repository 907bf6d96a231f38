/* Sorting points into the cells of an octree, by whole work-groups: they count the points of each child of a
 * cell, find where each child's points begin, and move them there (Cederman and Tsigas, "On Dynamic Load
 * Balancing on Graphics Processors", Graphics Hardware 2008). Children of more than `threshold` points are
 * tasks; the points of others are at their final place.
 *
 * A work-group splits a small cell alone. The points of a large one are counted, then moved in shares, by as
 * many work-groups as there are: otherwise most would wait for the few that have the first cells, and those
 * few would hold their work-groups for as long. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"

#include "octree_tasks.h"
#include "tools/workqueue/tally.h"

/* What a work-group does with points of a cell. */
enum cell_part_kind {
    CELL_SPLIT,   /* all: it has the cell alone */
    CELL_COUNTED, /* those of some shares are counted */
    CELL_MOVED    /* the same are moved to the children */
};

/* What the work-groups that share a cell know of it. */
struct shared_cell {
    atomic_uint counts[OCTREE_CHILDREN]; /* the points of each child */
    atomic_uint places[OCTREE_CHILDREN]; /* of each child's next point */
    atomic_uint left;                    /* shares that are not counted yet; then, that are not moved yet */
    uint kind;                           /* CELL_COUNTED or CELL_MOVED */
    uint count;                          /* of the cell's points */
    uint pad0[13];
};
COOP_SIZE_IS(struct shared_cell, OCTREE_SHARED_BYTES);

/* What the work-group does now: some points of a cell, and how many each child has of them. */
struct cell_part {
    struct split_cell cell;
    uint share;  /* points of a whole share */
    uint kind;   /* enum cell_part_kind */
    uint shares; /* of the cell, that it has */
    uint first;  /* of its points */
    uint end;
    atomic_uint counts[OCTREE_CHILDREN];
    atomic_uint places[OCTREE_CHILDREN]; /* of each child's next point */
    uint totals[OCTREE_CHILDREN];        /* of the whole cell */
    uint goes_on[OCTREE_CHILDREN];       /* is split itself */
};

/* Cells that are shared at the same time have different places, since each has a whole share of points. A
 * child may have its parent's when nobody looks at the parent any more: that its shares are moved is the last
 * thing that a work-group says of it. */
static global struct shared_cell *shared_of(global struct shared_cell *cells,
                                            const local struct cell_part *part)
{
    return &cells[part->cell.first / part->share];
}

static uint load_own(local atomic_uint *word)
{
    return atomic_load_explicit(word, memory_order_relaxed, memory_scope_work_group);
}

static void begin_points(local struct cell_part *part, uint kind, uint first, uint end)
{
    part->kind = kind;
    part->first = first;
    part->end = end;
    for (uint i = 0; i < OCTREE_CHILDREN; i++) {
        atomic_store_explicit(&part->counts[i], 0u, memory_order_relaxed, memory_scope_work_group);
    }
}

/* The work-group takes the shares from `from` to `to`, but gives others half of what it has as long as its
 * queue has room for that. The cell's last share has what does not fill another one. */
static void take_shares(local struct cell_part *part, local struct coop_work *work, uint kind, uint from,
                        uint to)
{
    struct split_cell cell = part->cell;
    uint end;

    while (to - from > 1) {
        uint middle = from + (to - from) / 2;

        if (!coop_try_push_cell_shares(work, (struct cell_shares){cell.first, cell.level, middle, to})) {
            break;
        }
        to = middle;
    }
    end = to == cell.count / part->share ? cell.count : to * part->share;
    part->shares = to - from;
    begin_points(part, kind, cell.first + from * part->share, cell.first + end);
}

/* Called by the leader: the cell's shares are to be counted, or to be moved. */
static void begin_shares(local struct cell_part *part, local struct coop_work *work,
                         global struct shared_cell *shared, uint kind)
{
    uint shares = part->cell.count / part->share;

    shared->kind = kind;
    shared->count = part->cell.count;
    atomic_store_explicit(&shared->left, shares, memory_order_relaxed, memory_scope_device);
    take_shares(part, work, kind, 0, shares);
}

/* Called by the leader. */
static void begin_part(local struct cell_part *part, local struct coop_work *work,
                       global struct shared_cell *cells, uint share)
{
    part->share = share;
    if (coop_work_tag(work) == coop_tag_cell_shares) {
        struct cell_shares task = *coop_task_parameters(work, cell_shares);
        const global struct shared_cell *shared = &cells[task.cell / part->share];

        part->cell = (struct split_cell){task.cell, shared->count, task.level};
        take_shares(part, work, shared->kind, task.from, task.to);
        return;
    }
    part->cell = *coop_task_parameters(work, split_cell);
    if (part->cell.count / part->share > 1) {
        global struct shared_cell *shared = shared_of(cells, part);

        for (uint i = 0; i < OCTREE_CHILDREN; i++) {
            atomic_store_explicit(&shared->counts[i], 0u, memory_order_relaxed, memory_scope_device);
        }
        begin_shares(part, work, shared, CELL_COUNTED);
    } else {
        begin_points(part, CELL_SPLIT, part->cell.first, part->cell.first + part->cell.count);
    }
}

/* A work-item's part of them. */
struct points_part {
    uint first;
    uint end;
};

static struct points_part own_part(const local struct cell_part *part)
{
    uint piece = (part->end - part->first) / (uint)get_local_size(0) + 1;
    struct points_part own;

    own.first = part->first + piece * (uint)get_local_id(0);
    own.end = own.first + piece < part->end ? own.first + piece : part->end;
    return own;
}

static void count_children(local struct cell_part *part, global const ulong *from)
{
    struct points_part own = own_part(part);
    uint counts[OCTREE_CHILDREN] = {0, 0, 0, 0, 0, 0, 0, 0};
    uint i;

    for (i = own.first; i < own.end; i++) {
        counts[octree_child(from[i], part->cell.level)]++;
    }
    for (i = 0; i < OCTREE_CHILDREN; i++) {
        if (counts[i] > 0) {
            atomic_fetch_add_explicit(&part->counts[i], counts[i], memory_order_relaxed,
                                      memory_scope_work_group);
        }
    }
}

static void add_counts(local struct cell_part *part, global struct shared_cell *shared)
{
    for (uint i = (uint)get_local_id(0); i < OCTREE_CHILDREN; i += (uint)get_local_size(0)) {
        atomic_fetch_add_explicit(&shared->counts[i], load_own(&part->counts[i]), memory_order_relaxed,
                                  memory_scope_device);
    }
}

/* Called by the leader: has it done the last of the cell's shares? What other work-groups have written for
 * theirs is visible then. */
static int is_last(const local struct cell_part *part, global struct shared_cell *shared)
{
    return part->shares ==
           atomic_fetch_sub_explicit(&shared->left, part->shares, memory_order_acq_rel, memory_scope_device);
}

/* Called by the leader: all points of the cell have been counted, and may be moved. */
static void begin_moving(local struct cell_part *part, local struct coop_work *work,
                         global struct shared_cell *shared)
{
    uint place = part->cell.first;

    for (uint i = 0; i < OCTREE_CHILDREN; i++) {
        atomic_store_explicit(&shared->places[i], place, memory_order_relaxed, memory_scope_device);
        place += atomic_load_explicit(&shared->counts[i], memory_order_relaxed, memory_scope_device);
    }
    begin_shares(part, work, shared, CELL_MOVED);
}

/* Finds where the work-group's points of each child begin. */
static void place_children(local struct cell_part *part, global struct shared_cell *shared, uint threshold)
{
    for (uint i = (uint)get_local_id(0); i < OCTREE_CHILDREN; i += (uint)get_local_size(0)) {
        uint total = load_own(&part->counts[i]);
        uint place = part->cell.first;

        if (part->kind == CELL_SPLIT) {
            for (uint before = 0; before < i; before++) {
                place += load_own(&part->counts[before]);
            }
        } else {
            place = atomic_fetch_add_explicit(&shared->places[i], total, memory_order_relaxed,
                                              memory_scope_device);
            total = atomic_load_explicit(&shared->counts[i], memory_order_relaxed, memory_scope_device);
        }
        part->totals[i] = total;
        part->goes_on[i] = total > threshold && part->cell.level + 1 < OCTREE_LEVELS;
        atomic_store_explicit(&part->places[i], place, memory_order_relaxed, memory_scope_work_group);
    }
}

/* Counts the points again rather than keep the counts of each work-item. */
static void move_points(local struct cell_part *part, global const ulong *from, global ulong *to,
                        global ulong *sorted)
{
    struct points_part own = own_part(part);
    uint places[OCTREE_CHILDREN] = {0, 0, 0, 0, 0, 0, 0, 0};
    uint i;

    for (i = own.first; i < own.end; i++) {
        places[octree_child(from[i], part->cell.level)]++;
    }
    for (i = 0; i < OCTREE_CHILDREN; i++) {
        if (places[i] > 0) {
            places[i] = atomic_fetch_add_explicit(&part->places[i], places[i], memory_order_relaxed,
                                                  memory_scope_work_group);
        }
    }
    for (i = own.first; i < own.end; i++) {
        uint child = octree_child(from[i], part->cell.level);

        if (part->goes_on[child]) {
            to[places[child]] = from[i];
        } else {
            sorted[places[child]] = from[i];
        }
        places[child]++;
    }
}

/* Called by the leader, once all points of the cell are with its children: records what is known of these,
 * and makes their tasks. */
static void make_children(const local struct cell_part *part, local struct coop_work *work,
                          global struct level_tally *levels)
{
    uint place = part->cell.first;
    uint level = part->cell.level + 1;

    levels = &levels[get_group_id(0)];
    levels->inner_nodes++;
    for (uint i = 0; i < OCTREE_CHILDREN; i++) {
        uint count = part->totals[i];

        if (part->goes_on[i]) {
            coop_push_split_cell(work, (struct split_cell){place, count, level});
        }
        if (count > 0) {
            levels->levels[level]++;
            levels->leaves += !part->goes_on[i];
            levels->depth = level > levels->depth ? level : levels->depth;
        }
        place += count;
    }
}

/* even, odd  the points of cells that are to be split, by the cells' levels.
 * sorted     out: the points by leaves.
 * share      work-groups share cells of at least twice as many points.
 * cells      for those: octree_shared_bytes. */
coop_kernel coop_kill_any void octree(global struct coop_workqueue *queue, uint threshold, global ulong *even,
                        global ulong *odd, global ulong *sorted, uint share, global struct shared_cell *cells,
                        global struct level_tally *levels)
{
    local struct coop_work work;
    local struct cell_part part;

    coop_work_begin(&work, queue);
    for (;;) {
        offer_kill();
        request_fork();
        coop_work_next(&work);
        if (coop_work_is_done(&work)) {
            break;
        }
        if (coop_work_tag(&work) != COOP_TASK_NONE) {
            if (get_local_id(0) == 0) {
                begin_part(&part, &work, cells, share);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            if (part.kind == CELL_COUNTED) {
                count_children(&part, (part.cell.level & 1) == 0 ? even : odd);
                barrier(CLK_LOCAL_MEM_FENCE);
                add_counts(&part, shared_of(cells, &part));
                barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
                if (get_local_id(0) == 0 && is_last(&part, shared_of(cells, &part))) {
                    begin_moving(&part, &work, shared_of(cells, &part));
                }
                barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            }
            if (part.kind != CELL_COUNTED) {
                count_children(&part, (part.cell.level & 1) == 0 ? even : odd);
                barrier(CLK_LOCAL_MEM_FENCE);
                place_children(&part, shared_of(cells, &part), threshold);
                barrier(CLK_LOCAL_MEM_FENCE);
                move_points(&part, (part.cell.level & 1) == 0 ? even : odd,
                            (part.cell.level & 1) == 0 ? odd : even, sorted);
                barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
                if (get_local_id(0) == 0 &&
                    (part.kind == CELL_SPLIT || is_last(&part, shared_of(cells, &part)))) {
                    make_children(&part, &work, levels);
                }
            }
        }
    }
}
