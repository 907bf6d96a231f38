#include "coop/kernel.clh"

struct visit {
    uint node;
};
coop_tasks(visit);

coop_kernel void explore(global struct coop_workqueue *queue)
{
    local struct coop_work work;

    coop_work_begin(&work, queue);
    coop_work_next(&work);
}
