#include "coop/kernel.clh"
#include "coop/workqueue.clh"
coop_kernel void k(global struct coop_workqueue *queue, local struct coop_work *work) { offer_kill(); }
