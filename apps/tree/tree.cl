/* Walks a given tree level by level: node n's children are the nodes firsts[n] .. firsts[n + 1] - 1. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"

#include "tools/workqueue/tally.h"
#include "tree_tasks.h"

static void halve(struct visit_siblings task, local struct coop_work *work)
{
    struct visit_siblings part = task;

    part.count = task.count / 2;
    coop_push_visit_siblings(work, part);
    part.first += part.count;
    part.count = task.count - part.count;
    coop_push_visit_siblings(work, part);
}

static void visit(uint node, uint level, local struct coop_work *work, global const uint *firsts,
                  global struct tally *tally)
{
    struct visit_siblings children = {firsts[node], firsts[node + 1] - firsts[node], level + 1};

    tally->counts[TREE_NODES]++;
    if (children.count > 0) {
        coop_push_visit_siblings(work, children);
    } else {
        tally->counts[TREE_LEAVES]++;
    }
    if (children.count > tally->counts[TREE_WIDEST]) {
        tally->counts[TREE_WIDEST] = children.count;
    }
}

static void count_level(struct visit_siblings task, global struct level_tally *levels)
{
    levels = &levels[get_group_id(0)];
    levels->levels[task.level < TALLY_LEVELS ? task.level : TALLY_LEVELS - 1] += task.count;
    if (task.level > levels->depth) {
        levels->depth = task.level;
    }
}

static void visit_siblings(const local struct visit_siblings *parameters, local struct coop_work *work,
                           global const uint *firsts, global struct tally *tallies,
                           global struct level_tally *levels)
{
    struct visit_siblings task = *parameters;
    uint i;

    if (task.count > TREE_TASK_SIBLINGS) {
        if (get_local_id(0) == 0) {
            halve(task, work);
        }
        return;
    }
    if (get_local_id(0) == 0) {
        count_level(task, levels);
    }
    for (i = (uint)get_local_id(0); i < task.count; i += (uint)get_local_size(0)) {
        visit(task.first + i, task.level, work, firsts, tally_own(tallies));
    }
}

coop_kernel coop_kill_any void count_tree(global struct coop_workqueue *queue, global const uint *firsts,
                            global struct tally *tallies, global struct level_tally *levels)
{
    local struct coop_work work;

    coop_work_begin(&work, queue);
    for (;;) {
        offer_kill();
        request_fork();
        coop_work_next(&work);
        if (coop_work_is_done(&work)) {
            break;
        }
        ulong began = task_clock();
        coop_work_run((visit_siblings), &work, firsts, tallies, levels);
        tally_busy(tallies, began);
    }
}
