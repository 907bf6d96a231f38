/* Tensors and scalars that join a graph. */
#include "host/graph/graph_tensor.h"

#include "host/graph/doubles.h"
#include "host/graph/graph_executor.h"
#include "host/graph/graph_fail.h"
#include "host/graph/plan.h"
#include <stdlib.h>
#include <string.h>

#define DOING "adding to a graph"
#define HOLDING "using the tensors of a graph"

static int grow_tensors(struct coop_graph_object *graph)
{
    size_t count = graph->plan.storage_count + 1;
    struct coop_graph_tensor *tensors = realloc(graph->tensors, count * sizeof *tensors);
    uint32_t *memory;

    graph->tensors = tensors != NULL ? tensors : graph->tensors;
    memory = realloc(graph->memory, count * sizeof *memory);
    graph->memory = memory != NULL ? memory : graph->memory;
    if (tensors == NULL || memory == NULL) {
        return 0;
    }
    memory = realloc(graph->next_memory, count * sizeof *memory);
    graph->next_memory = memory != NULL ? memory : graph->next_memory;
    return memory != NULL;
}

static struct coop_plan_storage describe(struct coop_tensor_object *tensor)
{
    const struct coop_view view = coop_tensor_look(tensor);
    struct coop_plan_storage storage = {
        .cut = tensor->cut, .dimensions = view.dimensions, .padding = view.padding};

    for (uint32_t i = 0; i < view.dimensions; ++i) {
        storage.rings |= tensor->border.kinds[i] == COOP_BORDER_PERIODIC ? 1u << i : 0;
        storage.owned |= tensor->border.kinds[i] == COOP_BORDER_OWN ? 1u << i : 0;
    }
    memcpy(storage.cells, view.whole, sizeof storage.cells);
    return storage;
}

void coop_graph_tensor_close(struct coop_graph_tensor *tensor)
{
    coop_cl_mem_release(tensor->components, COOP_GRAPH_DEVICES_MAX);
    coop_cl_mem_release(tensor->border_cells, COOP_GRAPH_DEVICES_MAX);
    free(tensor->list);
}

static coop_status open_tensor(struct coop_graph_object *graph, struct coop_graph_tensor *tensor)
{
    tensor->component_count = coop_components_list(tensor->object->element, NULL);
    tensor->list = calloc(tensor->component_count, sizeof *tensor->list);
    if (tensor->list == NULL) {
        return coop_graph_no_memory(graph, "making a graph");
    }
    (void)coop_components_list(tensor->object->element, tensor->list);
    return graph->executor->open_tensor(graph, tensor);
}

coop_status coop_graph_take_tensor(struct coop_graph_object *graph, coop_tensor *handle, uint32_t *number)
{
    struct coop_tensor_object *tensor = coop_tensor_get(handle, DOING);
    coop_status status;

    if (tensor == NULL) {
        return COOP_INVALID_HANDLE;
    }
    status = coop_graph_join_tensor(graph, tensor, number);
    coop_object_release(&tensor->base);
    return status;
}

coop_status coop_graph_join_tensor(struct coop_graph_object *graph, struct coop_tensor_object *tensor,
                                   uint32_t *number)
{
    struct coop_graph_tensor *taken;
    struct coop_plan_storage storage;
    coop_status status = COOP_OK;

    for (*number = 0; *number < graph->plan.storage_count; ++*number) {
        if (graph->tensors[*number].object == tensor) {
            storage = describe(tensor); /* it may have been resized since */
            memcpy(graph->plan.storages[*number].cells, storage.cells, sizeof storage.cells);
            return COOP_OK;
        }
    }
    if (tensor->devices != graph->devices) {
        status = coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING, "the tensor is of other devices");
    } else if (!grow_tensors(graph)) {
        status = coop_graph_no_memory(graph, DOING);
    }
    if (status != COOP_OK) {
        return status;
    }
    taken = &graph->tensors[*number];
    *taken = (struct coop_graph_tensor){.object = tensor};
    status = open_tensor(graph, taken);
    storage = describe(tensor);
    if (status == COOP_OK && coop_plan_storage(&graph->plan, &storage) != COOP_OK) {
        status = coop_graph_no_memory(graph, DOING);
    }
    if (status != COOP_OK) {
        coop_graph_tensor_close(taken);
        return status;
    }
    coop_object_keep(&tensor->base);
    graph->memory[*number] = *number;
    return COOP_OK;
}

/* ---- scalars ---- */

coop_status coop_graph_take_scalar(struct coop_graph_object *graph, coop_scalar *handle, uint32_t *number)
{
    struct coop_scalar_object *scalar = coop_scalar_get(handle, DOING);
    coop_status status;

    if (scalar == NULL) {
        return COOP_INVALID_HANDLE;
    }
    status = coop_graph_join_scalar(graph, scalar, number);
    coop_object_release(&scalar->base);
    return status;
}

coop_status coop_graph_join_scalar(struct coop_graph_object *graph, struct coop_scalar_object *scalar,
                                   uint32_t *number)
{
    coop_status status = COOP_OK;

    for (*number = 0; *number < graph->plan.storage_count; ++*number) {
        if (graph->tensors[*number].scalar == scalar) {
            return COOP_OK;
        }
    }
    if (scalar->devices != graph->devices) {
        status = coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING, "the scalar is of other devices");
    } else if (!grow_tensors(graph) || coop_plan_scalar(&graph->plan, scalar->name) != COOP_OK) {
        status = coop_graph_no_memory(graph, DOING);
    }
    if (status != COOP_OK) {
        return status;
    }
    coop_object_keep(&scalar->base);
    graph->tensors[*number] = (struct coop_graph_tensor){.scalar = scalar};
    graph->memory[*number] = *number;
    return COOP_OK;
}

/* ---- sizes ---- */

coop_status coop_graph_hold(struct coop_graph_object *graph)
{
    coop_status status = COOP_OK;

    while (graph->held < graph->plan.storage_count && status == COOP_OK) {
        struct coop_tensor_object *tensor = graph->tensors[graph->held].object;

        status = tensor != NULL ? coop_tensor_hold(tensor, HOLDING) : COOP_OK;
        graph->held += status == COOP_OK;
    }
    if (status != COOP_OK) {
        coop_graph_let(graph);
    }
    return status;
}

void coop_graph_let(struct coop_graph_object *graph)
{
    for (; graph->held > 0; --graph->held) {
        if (graph->tensors[graph->held - 1].object != NULL) {
            coop_tensor_let(graph->tensors[graph->held - 1].object);
        }
    }
}
