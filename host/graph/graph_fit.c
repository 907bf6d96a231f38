#include "host/graph/graph_fit.h"

#include "host/graph/graph_executor.h"
#include "host/graph/graph_fail.h"
#include "host/graph/graph_node.h"
#include "host/graph/graph_reduce.h"
#include "host/graph/graph_tensor.h"
#include "host/graph/plan.h"
#include <stdlib.h>
#include <string.h>

#define DOING "finishing a graph"

void coop_graph_let_ended(struct coop_graph_object *graph)
{
    if (!graph->is_running && graph->under_way == 0) {
        coop_graph_let(graph);
    }
}

/* Whether a tensor was resized since the graph was finished. */
static int is_outdated(const struct coop_graph_object *graph)
{
    for (uint32_t i = 0; i < graph->plan.storage_count; ++i) {
        const struct coop_tensor_object *tensor = graph->tensors[i].object;

        if (tensor != NULL && tensor->resizes != graph->tensors[i].resizes) {
            return 1;
        }
    }
    return 0;
}

static void see_sizes(struct coop_graph_object *graph)
{
    for (uint32_t i = 0; i < graph->plan.storage_count; ++i) {
        const struct coop_tensor_object *tensor = graph->tensors[i].object;

        if (tensor != NULL) {
            memcpy(graph->plan.storages[i].cells, tensor->view.whole, sizeof tensor->view.whole);
            graph->tensors[i].resizes = tensor->resizes;
        }
    }
}

static coop_status check_swaps(const struct coop_graph_object *graph)
{
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < graph->plan.word_count && status == COOP_OK; ++i) {
        const struct coop_plan_word *word = &graph->plan.words[i];

        if (word->verb == COOP_PLAN_SWAP) {
            status = coop_graph_check_swap(graph, word->accesses[0].storage, word->accesses[1].storage);
        }
    }
    return status;
}

coop_status coop_graph_fit(struct coop_graph_object *graph)
{
    coop_status status;

    if (graph->order != NULL && !is_outdated(graph)) {
        return COOP_OK;
    }
    graph->executor->drop_memory(graph);
    free(graph->order);
    graph->order = NULL;
    see_sizes(graph);
    status = coop_plan_check_cuts(&graph->plan);
    if (status != COOP_OK) {
        return coop_graph_fail(graph, status, DOING, "%s", graph->plan.message);
    }
    status = check_swaps(graph);
    for (uint32_t i = 0; i < graph->item_count && status == COOP_OK; ++i) {
        if (graph->items[i].reduction != NULL) {
            status = coop_graph_reduction_fit(graph, graph->items[i].reduction);
        }
    }
    return status;
}
