/* Unbalanced tree search (Olivier et al., LCPC 2006). Each work-item makes children of the task's node; only
 * children that have children become tasks. With UTS_LANES it makes eight at once, one in each lane of a
 * vector. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"

#include "tools/workqueue/tally.h"
#ifdef UTS_LANES
#include "uts_lanes.h"
#endif
#include "uts_tasks.h"

/* Returns 1 for a leaf. */
static uint take_child(struct sha1_digest state, uint height, local struct coop_work *work,
                       struct uts_rule rule, global const uint *table)
{
    struct make_children child;

    child.state = state;
    child.height = height;
    child.first = 0;
    child.count = uts_child_count(rule, table, child.height, uts_draw(child.state));
    if (child.count == 0) {
        return 1;
    }
    coop_push_make_children(work, child);
    return 0;
}

#ifdef UTS_LANES
#define UTS_AT_ONCE BOTH_LANES
#else
#define UTS_AT_ONCE 1
#endif

/* Makes the children i to end-1, at most UTS_AT_ONCE; returns how many are leaves. */
static uint make_some(struct make_children task, uint i, uint end, local struct coop_work *work,
                      struct uts_rule rule, global const uint *table)
{
#ifdef UTS_LANES
    struct uts_states states = uts_children(task.state, task.first + i);
    uint leaves = 0;

    for (uint lane = 0; lane < end - i; lane++) {
        leaves += take_child(uts_state_in_lane(states, lane), task.height + 1, work, rule, table);
    }
    return leaves;
#else
    return take_child(uts_child(task.state, task.first + i), task.height + 1, work, rule, table);
#endif
}

/* Splits a root's very many children: two tasks with half of them each. */
static void halve(struct make_children task, local struct coop_work *work)
{
    struct make_children part = task;

    part.count = task.count / 2;
    coop_push_make_children(work, part);
    part.first += part.count;
    part.count = task.count - part.count;
    coop_push_make_children(work, part);
}

static void make_children(const local struct make_children *parameters, local struct coop_work *work,
                          struct uts_rule rule, global const uint *table, global struct tally *tallies)
{
    struct make_children task = *parameters;
    global struct tally *tally = tally_own(tallies);
    uint stride = (uint)get_local_size(0) * UTS_AT_ONCE;
    uint nodes = 0;
    uint leaves = 0;
    uint i;

    if (task.count > UTS_TASK_CHILDREN) {
        if (get_local_id(0) == 0) {
            halve(task, work);
        }
        return;
    }
    for (i = (uint)get_local_id(0) * UTS_AT_ONCE; i < task.count; i += stride) {
        uint end = min(i + UTS_AT_ONCE, task.count);
        nodes += end - i;
        leaves += make_some(task, i, end, work, rule, table);
    }
    if (nodes > 0) {
        tally->counts[UTS_NODES] += nodes;
        tally->counts[UTS_LEAVES] += leaves;
        tally->counts[UTS_DEPTH] = max(tally->counts[UTS_DEPTH], (ulong)task.height + 1);
    }
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
        coop_work_run((make_children), &work,
                      (struct uts_rule){0, 0, table_heights, binomial_end, binomial_children}, table,
                      tallies);
        tally_busy(tallies, began);
    }
}
