/* Sorting points into the cells of an octree, a cell at a time by a whole work-group: it counts the points of
 * each child, finds where each child's points begin, and moves them there (Cederman and Tsigas, "On Dynamic
 * Load Balancing on Graphics Processors", Graphics Hardware 2008). Children of more than `threshold` points
 * are tasks; the points of others are at their final place. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"

#include "octree_tasks.h"
#include "tools/workqueue/tally.h"

/* The task's cell and its children: the number of points of each child, and the place of its next point. */
struct cell_split {
    struct split_cell cell;
    atomic_uint counts[OCTREE_CHILDREN];
    atomic_uint places[OCTREE_CHILDREN];
    uint goes_on[OCTREE_CHILDREN]; /* is split itself */
};

/* A work-item's part of the points. */
struct points_part {
    uint first;
    uint end;
};

static struct points_part own_part(const local struct cell_split *split)
{
    uint piece = split->cell.count / (uint)get_local_size(0) + 1;
    uint end = split->cell.first + split->cell.count;
    struct points_part part;

    part.first = split->cell.first + piece * (uint)get_local_id(0);
    part.end = part.first + piece < end ? part.first + piece : end;
    return part;
}

static void count_children(local struct cell_split *split, global const ulong *from)
{
    struct points_part part = own_part(split);
    uint counts[OCTREE_CHILDREN] = {0, 0, 0, 0, 0, 0, 0, 0};
    uint i;

    for (i = part.first; i < part.end; i++) {
        counts[octree_child(from[i], split->cell.level)]++;
    }
    for (i = 0; i < OCTREE_CHILDREN; i++) {
        if (counts[i] > 0) {
            atomic_fetch_add_explicit(&split->counts[i], counts[i], memory_order_relaxed,
                                      memory_scope_work_group);
        }
    }
}

/* Called by the leader: finds where each child's points begin, records what is known of the child by now,
 * and makes its task. */
static void place_children(local struct cell_split *split, local struct coop_work *work, uint threshold,
                           global struct level_tally *levels)
{
    uint place = split->cell.first;
    uint level = split->cell.level + 1;
    uint i;

    levels = &levels[get_group_id(0)];
    levels->inner_nodes++;
    for (i = 0; i < OCTREE_CHILDREN; i++) {
        uint count = atomic_load_explicit(&split->counts[i], memory_order_relaxed, memory_scope_work_group);

        split->goes_on[i] = count > threshold && level < OCTREE_LEVELS;
        atomic_store_explicit(&split->places[i], place, memory_order_relaxed, memory_scope_work_group);
        if (split->goes_on[i]) {
            coop_push_split_cell(work, (struct split_cell){place, count, level});
        }
        if (count > 0) {
            levels->levels[level]++;
            levels->leaves += !split->goes_on[i];
            levels->depth = level > levels->depth ? level : levels->depth;
        }
        place += count;
    }
}

/* Counts the points again rather than keep the counts of each work-item. */
static void move_points(local struct cell_split *split, global const ulong *from, global ulong *to,
                        global ulong *sorted)
{
    struct points_part part = own_part(split);
    uint places[OCTREE_CHILDREN] = {0, 0, 0, 0, 0, 0, 0, 0};
    uint i;

    for (i = part.first; i < part.end; i++) {
        places[octree_child(from[i], split->cell.level)]++;
    }
    for (i = 0; i < OCTREE_CHILDREN; i++) {
        if (places[i] > 0) {
            places[i] = atomic_fetch_add_explicit(&split->places[i], places[i], memory_order_relaxed,
                                                  memory_scope_work_group);
        }
    }
    for (i = part.first; i < part.end; i++) {
        uint child = octree_child(from[i], split->cell.level);

        if (split->goes_on[child]) {
            to[places[child]] = from[i];
        } else {
            sorted[places[child]] = from[i];
        }
        places[child]++;
    }
}

/* even, odd  the points of cells that are to be split, by the cells' levels.
 * sorted     out: the points by leaves. */
coop_kernel coop_kill_any void octree(global struct coop_workqueue *queue, uint threshold, global ulong *even,
                        global ulong *odd, global ulong *sorted, global struct level_tally *levels)
{
    local struct coop_work work;
    local struct cell_split split;

    coop_work_begin(&work, queue);
    for (;;) {
        offer_kill();
        request_fork();
        coop_work_next(&work);
        if (coop_work_is_done(&work)) {
            break;
        }
        if (coop_work_tag(&work) == coop_tag_split_cell) {
            if (get_local_id(0) == 0) {
                split.cell = *coop_task_parameters(&work, split_cell);
                for (uint i = 0; i < OCTREE_CHILDREN; i++) {
                    atomic_store_explicit(&split.counts[i], 0u, memory_order_relaxed,
                                          memory_scope_work_group);
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            count_children(&split, (split.cell.level & 1) == 0 ? even : odd);
            barrier(CLK_LOCAL_MEM_FENCE);
            if (get_local_id(0) == 0) {
                place_children(&split, &work, threshold, levels);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            move_points(&split, (split.cell.level & 1) == 0 ? even : odd,
                        (split.cell.level & 1) == 0 ? odd : even, sorted);
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        }
    }
}
