/* As uts.cl, by item tasks: each work-item makes the children of a node of its own. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"

#include "tools/workqueue/tally.h"
#define UTS_EACH
#include "uts_tasks.h"

/* Returns 1 for a leaf. */
static uint make_child(struct make_children task, uint i, local struct coop_work *work, struct uts_rule rule,
                       global const uint *table)
{
    struct make_children child;

    child.state = uts_child(task.state, task.first + i);
    child.height = task.height + 1;
    child.first = 0;
    child.count = uts_child_count(rule, table, child.height, uts_draw(child.state));
    if (child.count == 0) {
        return 1;
    }
    coop_push_each_children(work, (struct each_children){child});
    return 0;
}

/* Splits more children than one work-item makes: two tasks with half of them each. */
static void halve(struct make_children task, local struct coop_work *work)
{
    struct make_children part = task;

    part.count = task.count / 2;
    coop_push_each_children(work, (struct each_children){part});
    part.first += part.count;
    part.count = task.count - part.count;
    coop_push_each_children(work, (struct each_children){part});
}

static void each_children(struct each_children parameters, local struct coop_work *work, struct uts_rule rule,
                          global const uint *table, global struct tally *tallies)
{
    struct make_children task = parameters.of;
    global struct tally *tally = tally_own(tallies);
    uint leaves = 0;

    if (task.count > UTS_EACH_CHILDREN) {
        halve(task, work);
        return;
    }
    for (uint i = 0; i < task.count; i++) {
        leaves += make_child(task, i, work, rule, table);
    }
    tally->counts[UTS_NODES] += task.count;
    tally->counts[UTS_LEAVES] += leaves;
    tally->counts[UTS_DEPTH] = max(tally->counts[UTS_DEPTH], (ulong)task.height + 1);
}

/* The host has made the root, and the first task if it has children. */
coop_kernel coop_kill_any void uts(global struct coop_workqueue *queue, global const uint *table,
                                   uint table_heights, uint binomial_end, uint binomial_children,
                                   global struct tally *tallies)
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
        coop_work_run_each((each_children), &work,
                           (struct uts_rule){0, 0, table_heights, binomial_end, binomial_children}, table,
                           tallies);
        tally_busy(tallies, began);
    }
}
