#include "coop/kernel.clh"
#include "coop/workqueue.clh"

struct visit {
    uint node;
};
coop_tasks(visit);

static void visit(const local struct visit *task, local struct coop_work *work)
{
}

coop_kernel void explore(global struct coop_workqueue *queue)
{
    local struct coop_work work;

    coop_work_begin(&work, queue);
    coop_work_next(&work);
    coop_work_run(visit, &work);
}
