/* Queens that do not attack each other, by tasks that wait: a placement below the cut-off spawns one for
 * each square of the next row, and adds up their solutions; from the cut-off on a task searches everything
 * below its placement. As C (coop/spawn.h) the task is its elision. */
#ifdef __OPENCL_C_VERSION__
#include "coop/kernel.clh"
#include "coop/spawn.clh"
#include "tools/workqueue/tally.h"
#endif

#include "apps/queens/queens.h"

coop_task uint place(struct queens_placement at, coop_common uint n, coop_common uint cutoff)
{
    uint solutions[QUEENS_N_MAX];
    uint count = 0;
    uint sum = 0;

    if (at.row >= cutoff || at.row == n) {
        return (uint)queens_search(at, n).solutions;
    }
    for (uint squares = queens_free(at, n); squares != 0; squares &= squares - 1) {
        solutions[count++] = coop_spawn place(queens_put(at, squares & (0u - squares)), n, cutoff);
    }
    coop_sync();
    for (uint i = 0; i < count; i++) {
        sum += solutions[i];
    }
    return sum;
}

#ifdef __OPENCL_C_VERSION__
coop_kernel coop_kill_any void queens_by_tasks(global struct coop_flowgraph *graph, uint n, uint cutoff,
                                               global struct tally *tallies)
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
        tally_lanes(tallies, &flow);
        coop_tasks_run(&flow, n, cutoff);
    }
}
#endif
