#include "host/graph/graph_border.h"

#include "host/graph/plan_border.h"

struct coop_border_way coop_border_way(const struct coop_graph_object *graph, uint32_t number, int side)
{
    const struct coop_plan_task *task = &graph->plan.tasks[number];
    const struct coop_plan_node *node = &graph->plan.nodes[task->node];
    uint32_t storage = node->accesses[0].storage;
    const struct coop_plan_storage *shape = &graph->plan.storages[storage];
    const struct coop_tensor_object *tensor = graph->tensors[graph->memory[storage]].object;
    uint32_t beside = coop_plan_beside(shape, task->block, node->dimension, side);
    struct coop_border_way way = {.to = &tensor->blocks[task->block], .cells = 1};
    int32_t padding = way.to->view.padding;

    way.from = beside != COOP_PLAN_NONE ? &tensor->blocks[beside] : NULL;
    for (uint32_t i = 0; i < 3; ++i) {
        int32_t around = i < node->dimension ? padding : 0;

        way.to_box.first[i] = -around;
        way.to_box.cells[i] = way.to->view.extent[i] + 2 * (uint32_t)around;
        if (i == node->dimension) {
            way.to_box.first[i] = side ? (int32_t)way.to->view.extent[i] : -padding;
            way.to_box.cells[i] = (uint32_t)padding;
        }
        way.from_box.first[i] = way.to_box.first[i];
        way.from_box.cells[i] = way.to_box.cells[i];
        way.cells *= way.to_box.cells[i];
    }
    if (way.from != NULL) {
        way.from_box.first[node->dimension] =
            side ? 0 : (int32_t)way.from->view.extent[node->dimension] - padding;
    }
    way.bytes = way.cells * tensor->element->packed_bytes;
    return way;
}
