#include "grid_graph.h"

#include "tools/measure/clock.h"

#include <stdio.h>

coop_status grid_graph_run(coop_graph *graph, double timeout_s, double *ms)
{
    coop_status status = coop_graph_finish(graph);
    uint64_t begin_ns = clock_now_ns();

    status = status == COOP_OK ? coop_graph_start(graph) : status;
    if (status == COOP_OK) {
        status = coop_graph_wait(graph, (uint64_t)(timeout_s * 1e9));
    }
    *ms += (double)(clock_now_ns() - begin_ns) / (double)NS_PER_MS;
    return status;
}

void grid_graph_print(double ms, uint64_t cells, uint64_t steps)
{
    if (steps > 0 && ms > 0) {
        printf("Took      %.3f ms, %.2f us a step, %.1f million cells a second\n", ms,
               1e3 * ms / (double)steps, 1e-3 * (double)cells * (double)steps / ms);
    }
}

void grid_graph_print_verified(int is_same)
{
    printf("%s\n", is_same ? "Verified  every bit equals that of a sequential program"
                           : "WRONG     some bits differ from those of a sequential program");
}
