/* Unbalanced tree search: a task is a node, whose children the work-items of a work-group hash side by side. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"
#include "tally.h"
#include "uts_tasks.h"

static void uts_node(const local struct uts_node *node, local struct coop_work *work, global atomic_ulong *tallies,
                     struct uts_rule rule, global const uint *table)
{
    uint children = uts_child_count(rule, table, node->height, uts_draw(node->state));

    if (get_local_id(0) == 0) {
        tally_add(tallies, UTS_NODES, 1);
        tally_add(tallies, UTS_LEAVES, children == 0);
        tally_max(tallies, UTS_DEPTH, node->height);
    }
    for (uint i = (uint)get_local_id(0); i < children; i += (uint)get_local_size(0)) {
        coop_push_uts_node(work, (struct uts_node){uts_child(node->state, i), node->height + 1});
    }
}

coop_kernel void uts(global struct coop_workqueue *queue, global atomic_ulong *tallies, struct uts_rule rule,
                     global const uint *table)
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
        coop_work_run((uts_node), &work, tallies, rule, table);
    }
}
