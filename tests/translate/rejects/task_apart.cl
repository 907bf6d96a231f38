#include "coop/kernel.clh"
#include "coop/spawn.clh"

coop_apart(n < 2) void plain(uint n)
{
}

coop_task coop_apart(n < 2) void sometimes(uint n);
coop_task coop_apart(n < 3) void sometimes(uint n)
{
}

coop_task coop_apart() void always(uint n)
{
}

coop_task coop_apart(n < 2) void behind(uint n);
coop_task void behind(uint n)
{
}

coop_kernel coop_kill_any void tasks(global struct coop_flowgraph *graph)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_tasks_run(&flow);
    }
}
