/* fib(n) by tasks that wait for their children, and the same tree by a work queue, whose tasks wait for
 * nobody and have no results. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"
#include "apps/fib/fib_by_hand.clh"
#include "tasks_twigs.h"

coop_kernel coop_kill_any void fib_by_closures(global struct coop_flowgraph *graph)
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
        coop_flow_run((fib, fib_sum), &flow);
    }
}

static void number(const local struct number *task, local struct coop_work *work)
{
    if (get_local_id(0) == 0 && task->n >= 2) {
        coop_push_number(work, (struct number){task->n - 1});
        coop_push_number(work, (struct number){task->n - 2});
    }
}

coop_kernel coop_kill_any void fib_by_queue(global struct coop_workqueue *queue)
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
        coop_work_run((number), &work);
    }
}
