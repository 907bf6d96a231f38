// Tasks: results in scalars, members and elements, a loop that spawns, a return that waits, a common parameter.
#include "coop/kernel.clh"
#include "coop/spawn.clh"

struct pair {
    uint least;
    uint most;
};

coop_task void mark(uint at, coop_common global uint *marks);

coop_task ulong fib(uint n)
{
    ulong x, y;

    if (n < 2) {
        return n;
    }
    x = coop_spawn fib(n - 1);
    y = coop_spawn fib(n - 2);
    coop_sync();
    return x + y;
}

coop_task uint sum(uint from, struct pair bounds, coop_common global uint *marks)
{
    uint parts[12], k = 0, all = 0;
    struct pair inner;

    if (bounds.most - bounds.least < 12) {
        return bounds.least;
    }
    inner.most = bounds.most / 2;
    inner.least = coop_spawn sum(from, bounds, marks);
    for (uint i = from; i < bounds.most && k < 12; i += 12) {
        if (i % 5 == 0) {
            continue;
        }
        parts[k++] = coop_spawn sum(i, (struct pair){i, i + 1}, marks);
    }
    coop_sync();
    for (uint i = 0; i < k; i++) {
        all += parts[i];
    }
    coop_spawn mark(from, marks);
    return all + inner.least;
}

coop_task void mark(uint at, coop_common global uint *marks)
{
    marks[at] = 1;
}

coop_kernel coop_kill_any void tasks(global struct coop_flowgraph *graph, global uint *marks)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        request_fork();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_tasks_run(&flow, marks);
    }
}
