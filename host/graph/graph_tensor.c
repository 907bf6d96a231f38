/* Tensors and scalars that join a graph. */
#include "host/graph/graph_tensor.h"

#include "host/graph/graph_device.h"
#include "host/graph/graph_fail.h"
#include "host/graph/plan.h"
#include <stdlib.h>
#include <string.h>

#define DOING "adding to a graph"
#define HOLDING "using the tensors of a graph"

static coop_status out_of_memory(const struct coop_graph_object *graph)
{
    return coop_graph_fail(graph, COOP_OUT_OF_MEMORY, DOING, "the host has no memory left for a graph");
}

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
        status = out_of_memory(graph);
    }
    if (status != COOP_OK) {
        return status;
    }
    taken = &graph->tensors[*number];
    *taken = (struct coop_graph_tensor){.object = tensor};
    status = coop_graph_tensor_open(graph, taken);
    storage = describe(tensor);
    if (status == COOP_OK && coop_plan_storage(&graph->plan, &storage) != COOP_OK) {
        status = out_of_memory(graph);
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
        status = out_of_memory(graph);
    }
    if (status != COOP_OK) {
        return status;
    }
    coop_object_keep(&scalar->base);
    graph->tensors[*number] = (struct coop_graph_tensor){.scalar = scalar};
    graph->memory[*number] = *number;
    return COOP_OK;
}

coop_status coop_graph_check_scalar(const struct coop_graph_object *graph, const char *kernel_name,
                                    cl_kernel kernel, cl_uint parameter,
                                    const struct coop_scalar_object *scalar, int writes)
{
    cl_kernel_arg_type_qualifier qualifier = 0;
    const char *wanted = coop_scalar_type_name(scalar->type);
    char type[256] = "";
    char name[64] = "";

    if (clGetKernelArgInfo(kernel, parameter, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, NULL) !=
            CL_SUCCESS ||
        clGetKernelArgInfo(kernel, parameter, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifier, &qualifier,
                           NULL) != CL_SUCCESS) {
        return COOP_OK;
    }
    (void)clGetKernelArgInfo(kernel, parameter, CL_KERNEL_ARG_NAME, sizeof name, name, NULL);
    if (strchr(type, '*') == NULL || strncmp(type, wanted, strlen(wanted)) != 0 ||
        (type[strlen(wanted)] != '*' && type[strlen(wanted)] != ' ')) {
        return coop_graph_fail(graph, COOP_SIGNATURE_MISMATCH, DOING,
                               "the parameter '%s' of '%s' is of the type '%.60s', and the scalar '%s' is of "
                               "%s, for which there is coop_scalar(%s, %s)",
                               name, kernel_name, type, scalar->name, wanted, wanted, name);
    }
    if (writes == !(qualifier & CL_KERNEL_ARG_TYPE_CONST)) {
        return COOP_OK;
    }
    return coop_graph_fail(graph, COOP_SIGNATURE_MISMATCH, DOING,
                           writes ? "the parameter '%s' of '%s' is read only, and the node writes the scalar "
                                    "'%s'; make it coop_scalar_out"
                                  : "the parameter '%s' of '%s' may be written, and the node only reads the "
                                    "scalar '%s'; make it coop_scalar",
                           name, kernel_name, scalar->name);
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
