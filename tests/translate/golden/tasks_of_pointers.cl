// No host function for a task whose arguments hold a pointer, and a function for each kernel that runs tasks.
#include "coop/kernel.clh"
#include "coop/spawn.clh"

struct part {
    global uint *words;
    uint count;
};

coop_task uint sum(struct part part)
{
    uint x, y;

    if (part.count == 1) {
        return part.words[0];
    }
    x = coop_spawn sum((struct part){part.words, part.count / 2});
    y = coop_spawn sum((struct part){part.words + part.count / 2, part.count - part.count / 2});
    coop_sync();
    return x + y;
}

coop_task uint first(ulong at, uint count, coop_common global uint *words)
{
    uint x;

    if (count == 0) {
        return 0;
    }
    x = coop_spawn sum((struct part){words + at, count});
    coop_sync();
    return x;
}

coop_kernel coop_kill_any void one(global struct coop_flowgraph *graph, global uint *words)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_tasks_run(&flow, words);
    }
}

coop_kernel coop_kill_any void other(global struct coop_flowgraph *graph, global uint *words)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_tasks_run(&flow, words);
    }
}
