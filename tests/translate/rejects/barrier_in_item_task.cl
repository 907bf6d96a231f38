#include "coop/kernel.clh"
#include "coop/workqueue.clh"

struct visit {
    uint node;
};
struct prune {
    uint node;
};
coop_tasks(prune);
coop_item_tasks(visit);

static void visit(struct visit task, local struct coop_work *work)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    if (task.node > 0) {
        coop_push_visit(work, (struct visit){task.node - 1});
        coop_push_prune(work, (struct prune){task.node - 1});
    }
}
static void prune(const local struct prune *task, local struct coop_work *work)
{
}

coop_kernel void explore(global struct coop_workqueue *queue)
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
        if (coop_work_is_for_each(&work)) {
            coop_work_run_each((visit), &work);
        } else {
            coop_work_run((prune), &work);
        }
    }
}
