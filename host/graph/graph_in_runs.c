/* The executor in runs: kernels are launches, and the host does the rest. */
#include "host/graph/graph_cells.h"
#include "host/graph/graph_executor.h"
#include "host/graph/graph_fail.h"
#include "host/graph/graph_launch.h"
#include "host/graph/graph_reduce.h"
#include "host/graph/graph_runs_step.h"
#include "host/graph/graph_watch.h"
#include <stdlib.h>
#include <string.h>

static coop_status take_cell(struct coop_graph_object *graph, const void *cell, size_t bytes,
                             struct coop_graph_item *item)
{
    item->cell_bytes = malloc(bytes);
    if (item->cell_bytes == NULL) {
        return coop_graph_no_memory(graph, "adding to a graph");
    }
    memcpy(item->cell_bytes, cell, bytes);
    return COOP_OK;
}

static coop_status open_reduction(struct coop_graph_object *graph, struct coop_graph_reduction *reduction)
{
    uint64_t values = reduction->begins[reduction->block_count] + reduction->piece_total;

    reduction->numbers = calloc(values, sizeof *reduction->numbers);
    return reduction->numbers != NULL ? COOP_OK
                                      : coop_graph_no_memory(graph, "adding a reduction to a graph");
}

const struct coop_graph_executor coop_graph_in_runs = {
    .open = coop_graph_runs_open,
    .close = coop_graph_runs_close,
    .run_of = coop_graph_runs_get,
    .check = coop_graph_runs_check,
    .open_kernel = coop_graph_launch_open,
    .take_argument = coop_graph_launch_take,
    .take_cell = take_cell,
    .open_tensor = coop_graph_check_cells,
    .open_reduction = open_reduction,
    .take_memory = coop_graph_runs_take_memory,
    .drop_memory = coop_graph_runs_drop_memory,
    .compare_clock = coop_graph_watch_renew,
    .begin = coop_graph_runs_begin,
    .go_on = coop_graph_runs_go_on,
};
