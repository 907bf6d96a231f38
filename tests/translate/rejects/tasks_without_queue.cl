#include "coop/kernel.clh"
#include "coop/workqueue.clh"

struct visit {
    uint node;
};
struct prune {
    uint node;
};
coop_tasks(visit, prune);

static void visit(const local struct visit *task, local struct coop_work *work)
{
    coop_push_prune(work, (struct prune){task->node});
}

coop_kernel void explore(global uint *nodes)
{
    offer_kill();
    nodes[0] = 1;
}
