#include "coop/kernel.clh"
#include "coop/workqueue.clh"

coop_kernel void two_sides(global struct coop_workqueue *queue)
{
    local struct coop_work work;
    local struct coop_work more;
    coop_work_begin(&work, queue);
    offer_kill();
}

coop_kernel void two_queues(global struct coop_workqueue *queue, global struct coop_workqueue *other)
{
    local struct coop_work work;
    coop_work_begin(&work, queue);
    offer_kill();
}

coop_kernel void no_queue(global uint *x)
{
    local struct coop_work work;
    coop_work_next(&work);
    offer_kill();
}

coop_kernel void not_local(global struct coop_workqueue *queue)
{
    struct coop_work work;
    offer_kill();
}

coop_kernel void no_side(global struct coop_workqueue *queue, local struct coop_work *work)
{
    coop_work_next(work);
    offer_kill();
}

coop_kernel void never_begun(global struct coop_workqueue *queue)
{
    local struct coop_work work;
    coop_work_next(&work);
    offer_kill();
}

coop_kernel void changed(global struct coop_workqueue *queue)
{
    local struct coop_work work;
    coop_work_begin(&work, queue);
    coop_work_next(&work);
    offer_kill();
    queue = 0;
}

kernel void regular(global struct coop_workqueue *queue)
{
    local struct coop_work work;
    coop_work_begin(&work, queue);
}

static void helper(local struct coop_work *work)
{
    coop_work_next(work);
}

coop_kernel void with_helper(global struct coop_workqueue *queue)
{
    local struct coop_work work;
    coop_work_begin(&work, queue);
    helper(&work);
    offer_kill();
}

struct holder {
    struct coop_work work;
    int more;
};

coop_kernel void of_a_struct(global struct coop_workqueue *queue)
{
    local struct coop_work work;
    local struct holder holder;
    coop_work_begin(&work, queue);
    coop_work_begin(&holder.work, queue);
    coop_work_next(&holder.work);
    offer_kill();
}

coop_kernel void of_an_array(global struct coop_workqueue *queue, int which)
{
    local struct coop_work work;
    coop_work_begin(&work, &queue[which]);
    coop_work_next(&work);
    offer_kill();
}
