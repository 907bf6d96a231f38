#include "coop/kernel.clh"
#include "coop/spawn.clh"

#define GT coop_task coop_by_group
#define GROUP coop_by_group
#define KEYS coop_common global uint *keys
#define WORD uint

GT void both(uint n)
{
}

coop_task GROUP void one(uint n, coop_common global uint *keys);

coop_task coop_by_group void one(uint n, coop_common global uint *keys)
{
    keys[n] = n;
}

coop_task coop_by_group void parameter(WORD n, KEYS, coop_common local WORD *part)
{
    keys[n] = part[n];
}

coop_kernel coop_kill_any void tasks(global struct coop_flowgraph *graph, global uint *keys)
{
    local struct coop_flow flow;
    local uint part[64];

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_tasks_run(&flow, keys, part);
    }
}
