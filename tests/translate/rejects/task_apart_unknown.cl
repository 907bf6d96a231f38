#include "coop/kernel.clh"
#include "coop/spawn.clh"

coop_task coop_apart(m < 2) void fill(uint n, coop_common global uint *numbers, coop_common local uint *part)
{
    numbers[n] = n;
}

coop_kernel coop_kill_any void tasks(global struct coop_flowgraph *graph, global uint *numbers)
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
        coop_tasks_run(&flow, numbers, part);
    }
}
