/* The executor on queues of OpenCL: a node's kernels, one of each domain, and what they take. */
#include "host/graph/doubles.h"
#include "host/graph/graph_executor.h"
#include "host/graph/graph_fail.h"
#include "host/graph/graph_marks.h"
#include "host/graph/graph_queues.h"
#include "host/graph/graph_queues_step.h"
#include "host/graph/graph_reduce_queues.h"
#include "host/graph/graph_watch.h"
#include <string.h>

#define DOING "adding to a graph"

/* Of each domain; what was made before a failure is the item's, too. */
static coop_status open_kernel(struct coop_graph_object *graph, const struct coop_graph_node *node,
                               struct coop_graph_item *item, uint32_t *parameter_count)
{
    cl_int code = CL_SUCCESS;

    if (node->launch != NULL) {
        return coop_graph_fail(
            graph, COOP_INVALID_ARGUMENT, DOING,
            "'%s' has launch options, and the graph is executed on queues; make it with the "
            "executor COOP_IN_RUNS",
            node->kernel);
    }
    if (coop_text_marks(graph->text, node->kernel)) {
        return coop_graph_fail(
            graph, COOP_INVALID_ARGUMENT, DOING,
            "'%s' is a cooperative kernel, whose work-groups would all have to be resident "
            "on a queue; make the graph with the executor COOP_IN_RUNS",
            node->kernel);
    }
    for (uint32_t i = 0; i < graph->domain_count && code == CL_SUCCESS; ++i) {
        item->kernels[i] = clCreateKernel(graph->domains[i].program, node->kernel, &code);
    }
    if (code != CL_SUCCESS) {
        return coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING,
                               "the text has no kernel '%s': clCreateKernel failed with %d", node->kernel,
                               (int)code);
    }
    code =
        clGetKernelInfo(item->kernels[0], CL_KERNEL_NUM_ARGS, sizeof *parameter_count, parameter_count, NULL);
    return coop_graph_reached(graph, code, DOING, "clGetKernelInfo");
}

/* Compares the type of a kernel's parameter with the tensor's, where the driver tells it. */
static coop_status check_type(const struct coop_graph_object *graph, const struct coop_graph_node *node,
                              cl_kernel kernel, cl_uint parameter, const struct coop_tensor_object *tensor)
{
    char type[256] = "";
    char name[64] = "";
    char own[256];
    const char *begin = type;

    if (clGetKernelArgInfo(kernel, parameter, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, NULL) !=
            CL_SUCCESS ||
        strchr(type, '*') == NULL) {
        return COOP_OK;
    }
    (void)clGetKernelArgInfo(kernel, parameter, CL_KERNEL_ARG_NAME, sizeof name, name, NULL);
    begin += strncmp(begin, "struct ", 7) == 0 ? 7 : 0;
    type[(size_t)(begin - type) + strcspn(begin, " *")] = '\0';
    coop_tensor_name_type(tensor, own, sizeof own);
    if (strcmp(begin, own) == 0) {
        return COOP_OK;
    }
    return coop_graph_fail(
        graph, COOP_SIGNATURE_MISMATCH, DOING,
        "the parameter '%s' of '%s' was built for %s, and the tensor is %s; make the tensor in "
        "the kernel's layout, or set COOP_LAYOUT_<element> for the kernel",
        name, node->kernel, begin, own);
}

/* The same of a scalar. */
static coop_status check_scalar(const struct coop_graph_object *graph, const struct coop_graph_node *node,
                                cl_kernel kernel, cl_uint parameter, const struct coop_scalar_object *scalar,
                                int writes)
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
                               name, node->kernel, type, scalar->name, wanted, wanted, name);
    }
    if (writes == !(qualifier & CL_KERNEL_ARG_TYPE_CONST)) {
        return COOP_OK;
    }
    return coop_graph_fail(graph, COOP_SIGNATURE_MISMATCH, DOING,
                           writes ? "the parameter '%s' of '%s' is read only, and the node writes the scalar "
                                    "'%s'; make it coop_scalar_out"
                                  : "the parameter '%s' of '%s' may be written, and the node only reads the "
                                    "scalar '%s'; make it coop_scalar",
                           name, node->kernel, scalar->name);
}

static coop_status set_value(const struct coop_graph_object *graph, const struct coop_graph_node *node,
                             const struct coop_graph_item *item, uint32_t number, cl_uint parameter)
{
    const struct coop_graph_argument *argument = &node->arguments[number];
    cl_int code = CL_SUCCESS;

    for (uint32_t i = 0; i < graph->domain_count && code == CL_SUCCESS; ++i) {
        code = clSetKernelArg(item->kernels[i], parameter, argument->bytes, argument->value);
    }
    return code == CL_SUCCESS
               ? COOP_OK
               : coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING,
                                 "the kernel '%s' does not take argument %u, a value of %llu "
                                 "bytes: clSetKernelArg failed with %d",
                                 node->kernel, number, (unsigned long long)argument->bytes, (int)code);
}

static coop_status take_argument(struct coop_graph_object *graph, const struct coop_graph_node *node,
                                 struct coop_graph_item *item, uint32_t argument, uint32_t parameter,
                                 const struct coop_graph_tensor *given)
{
    if (given == NULL) {
        return set_value(graph, node, item, argument, parameter);
    }
    return given->object != NULL ? check_type(graph, node, item->kernels[0], parameter, given->object)
                                 : check_scalar(graph, node, item->kernels[0], parameter, given->scalar,
                                                node->arguments[argument].access != COOP_ACCESS_READS);
}

static coop_status take_cell(struct coop_graph_object *graph, const void *cell, size_t bytes,
                             struct coop_graph_item *item)
{
    return coop_graph_constants(graph, cell, bytes, item->cells);
}

static coop_status open_tensor(struct coop_graph_object *graph, struct coop_graph_tensor *tensor)
{
    const struct coop_tensor_object *object = tensor->object;
    coop_status status = coop_graph_constants(
        graph, tensor->list, tensor->component_count * sizeof *tensor->list, tensor->components);

    return status == COOP_OK ? coop_graph_constants(graph, object->border_cell, object->element->bytes,
                                                    tensor->border_cells)
                             : status;
}

static coop_run *run_of(const struct coop_graph_object *graph, uint32_t device)
{
    (void)graph, (void)device;
    return NULL;
}

const struct coop_graph_executor coop_graph_on_queues = {
    .open = coop_graph_queues_open,
    .close = coop_graph_queues_close,
    .run_of = run_of,
    .check = coop_graph_queues_check,
    .open_kernel = open_kernel,
    .take_argument = take_argument,
    .take_cell = take_cell,
    .open_tensor = open_tensor,
    .open_reduction = coop_graph_reduction_on_queues,
    .take_memory = coop_graph_queues_take_memory,
    .drop_memory = coop_graph_queues_drop_memory,
    .compare_clock = coop_graph_watch_compare,
    .begin = coop_graph_queues_begin,
    .go_on = coop_graph_queues_go_on,
};
