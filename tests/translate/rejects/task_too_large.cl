#include "coop/kernel.clh"
#include "coop/workqueue.clh"

struct large { uint words[13]; };
coop_tasks(large);

coop_kernel void k(global struct coop_workqueue *queue)
{
    local struct coop_work work;
    coop_work_begin(&work, queue);
    offer_kill();
    coop_work_next(&work);
}
