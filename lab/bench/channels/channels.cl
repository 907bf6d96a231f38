/* The same tree by a flow graph, by a work queue, and by one ring for all work-groups. */
#include "coop/kernel.clh"
#include "coop/channel.clh"
#include "coop/workqueue.clh"

#include "channels_items.h"
#include "lab/bench/base/central.clh"

static void branch(struct branch item, local struct coop_flow *flow)
{
    if (item.depth > 0) {
        struct branch next = {item.depth - 1, {0, 0, 0}};
        coop_emit_branch(flow, next);
        coop_emit_branch(flow, next);
    }
}

coop_kernel coop_kill_any void tree_by_channel(global struct coop_flowgraph *graph)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        request_fork();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_flow_run((branch), &flow);
    }
}

static void twig(const local struct twig *task, local struct coop_work *work)
{
    if (get_local_id(0) == 0 && task->depth > 0) {
        struct twig next = {task->depth - 1, {0, 0, 0}};
        coop_push_twig(work, next);
        coop_push_twig(work, next);
    }
}

coop_kernel coop_kill_any void tree_by_tasks(global struct coop_workqueue *queue)
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
        coop_work_run((twig), &work);
    }
}

/* The leader takes one item at a time. */
coop_kernel coop_kill_any void tree_by_ring(global struct central_queue *queue)
{
    local struct central_task unused;
    local uint is_done;

    for (;;) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            uint outcome = central_take(queue, &unused);
            is_done = outcome == CENTRAL_DONE;
            if (outcome == CENTRAL_TASK && unused.height > 0) {
                struct central_task next = unused;
                next.height -= 1;
                central_push(queue, next);
                central_push(queue, next);
            }
            if (outcome == CENTRAL_TASK) {
                atomic_fetch_sub_explicit(&queue->outstanding, 1u, memory_order_release, memory_scope_device);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (is_done) {
            break;
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
}
