// What is dangerous in tasks, and beside it what is not.
#include "coop/kernel.clh"
#include "coop/spawn.clh"

struct holder {
    global uint *where;
};

coop_task void fill(uint n, coop_common global uint *numbers)
{
    numbers[n] = n;
}

/* Nobody: these spawn one another. */
coop_task void lost(uint n, global uint *where);

coop_task void astray(struct holder holder, uint n)
{
    coop_spawn lost(n, holder.where);
}

coop_task void lost(uint n, global uint *where)
{
    struct holder holder = {where};

    coop_spawn astray(holder, n);
}

/* `found` spawns it. */
coop_task void reached(uint n, global uint *where)
{
    where[n] = n;
}

coop_task uint found(uint n, coop_common global uint *numbers)
{
    uint last, seen, set_before, other = 0, k = 0, array[4], inner, behind;

    set_before = n;
    for (uint i = 0; i < n; i++) {
        if (i > 2) {
            k += seen;
        }
        coop_spawn fill(i, numbers);
        last = i;
        seen = i + 1;
        set_before = i;
        other = i;
        array[i % 4] = i;
        inner = i;
        k += inner;
    }
    coop_sync();
    behind = k;
    coop_spawn reached(n, numbers);
    coop_sync();
    do {
        coop_spawn fill(n, numbers);
        if (n % 3 == 0) {
            k = n;
            break;
        }
    } while (n-- > 0);
    coop_sync();
    return last + set_before + other + array[0] + k + behind;
}

coop_kernel coop_kill_any void tasks(global struct coop_flowgraph *graph, global uint *numbers)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_tasks_run(&flow, numbers);
    }
}
