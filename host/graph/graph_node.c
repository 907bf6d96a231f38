#include "host/graph/graph_node.h"

#include "host/graph/graph_executor.h"
#include "host/graph/graph_fail.h"
#include "host/graph/graph_reduce.h"
#include "host/graph/graph_tensor.h"
#include <stdlib.h>
#include <string.h>

#define DOING "adding to a graph"

/* ---- nodes ---- */

void coop_graph_item_close(struct coop_graph_item *item)
{
    for (uint32_t i = 0; i < COOP_GRAPH_DEVICES_MAX && item->kernels[i] != NULL; ++i) {
        clReleaseKernel(item->kernels[i]);
    }
    coop_cl_mem_release(item->cells, COOP_GRAPH_DEVICES_MAX);
    free(item->launch);
    free(item->cell_bytes);
}

coop_status coop_graph_add_item(struct coop_graph_object *graph, struct coop_graph_item *item)
{
    struct coop_graph_item *items =
        realloc(graph->items, (graph->item_count + (size_t)1) * sizeof *graph->items);

    if (items == NULL) {
        coop_graph_item_close(item);
        return coop_graph_no_memory(graph, DOING);
    }
    graph->items = items;
    items[graph->item_count++] = *item;
    return COOP_OK;
}

/* The item is the graph's from here on, also when this fails. */
static coop_status add(struct coop_graph_object *graph, enum coop_plan_kind kind, const char *name,
                       struct coop_graph_item *item, enum coop_plan_where where,
                       const struct coop_plan_access *accesses, uint32_t access_count)
{
    coop_status status = coop_graph_add_item(graph, item);

    if (status != COOP_OK) {
        return status;
    }
    status = coop_plan_add(&graph->plan, kind, name, graph->item_count - 1, where, accesses, access_count);
    return status == COOP_OK ? COOP_OK : coop_graph_fail(graph, status, DOING, "%s", graph->plan.message);
}

static unsigned how_of(enum coop_access access)
{
    static const unsigned hows[] = {
        0,
        COOP_PLAN_READS,
        COOP_PLAN_WRITES,
        COOP_PLAN_READS | COOP_PLAN_WRITES,
        COOP_PLAN_READS | COOP_PLAN_PADDED,
        COOP_PLAN_READS | COOP_PLAN_WRITES | COOP_PLAN_PADDED | COOP_PLAN_EXCLUSIVE,
        COOP_PLAN_READS | COOP_PLAN_FILLS,
    };

    return (unsigned)access < sizeof hows / sizeof hows[0] ? hows[access] : 0;
}

struct parameters {
    struct coop_graph_item item;
    struct coop_plan_access accesses[COOP_GRAPH_ARGUMENTS_MAX];
    uint32_t access_count;
    struct coop_plan_access scalars[COOP_GRAPH_ARGUMENTS_MAX]; /* which come behind the tensors */
    uint32_t scalar_arguments[COOP_GRAPH_ARGUMENTS_MAX];
    uint32_t scalar_count;
    uint32_t count; /* the kernel's */
};

static coop_status read_scalar(struct coop_graph_object *graph, const struct coop_graph_node *node,
                               uint32_t i, struct parameters *parameters)
{
    const struct coop_graph_argument *argument = &node->arguments[i];
    unsigned how = how_of(argument->access);
    coop_status status;
    uint32_t number = 0;

    if (how == 0 || how > (COOP_PLAN_READS | COOP_PLAN_WRITES)) {
        return coop_graph_fail(
            graph, COOP_INVALID_ARGUMENT, DOING,
            "the access of argument %u of '%s' is %d; a scalar is read, written or updated", i, node->kernel,
            (int)argument->access);
    }
    status = coop_graph_take_scalar(graph, argument->scalar, &number);
    if (status == COOP_OK) {
        status = graph->executor->take_argument(graph, node, &parameters->item, i, parameters->count,
                                                &graph->tensors[number]);
    }
    parameters->scalar_arguments[parameters->scalar_count] = i;
    parameters->scalars[parameters->scalar_count++] = (struct coop_plan_access){number, how};
    parameters->count++;
    return status;
}

/* Only one work-item may write a scalar. */
static coop_status place_scalars(struct coop_graph_object *graph, const struct coop_graph_node *node,
                                 struct parameters *parameters)
{
    uint32_t tensors = parameters->access_count;

    for (uint32_t i = 0; i < parameters->scalar_count; ++i) {
        if (tensors > 0 && parameters->scalars[i].how & COOP_PLAN_WRITES) {
            return coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING,
                                   "'%s' has tensors, so that it runs for each cell, and writes the scalar "
                                   "'%s'; only a kernel without tensors may do that, or a reduction",
                                   node->kernel, graph->tensors[parameters->scalars[i].storage].scalar->name);
        }
        parameters->item.accesses[parameters->scalar_arguments[i]] = parameters->access_count;
        parameters->accesses[parameters->access_count++] = parameters->scalars[i];
    }
    return COOP_OK;
}

static coop_status read_argument(struct coop_graph_object *graph, const struct coop_graph_node *node,
                                 uint32_t i, struct parameters *parameters)
{
    const struct coop_graph_argument *argument = &node->arguments[i];
    coop_status status;
    uint32_t number;

    parameters->item.accesses[i] = COOP_PLAN_NONE;
    if (argument->scalar != NULL) {
        return read_scalar(graph, node, i, parameters);
    }
    if (argument->tensor == NULL) {
        return graph->executor->take_argument(graph, node, &parameters->item, i, parameters->count++, NULL);
    }
    if (how_of(argument->access) == 0) {
        return coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING,
                               "the access of argument %u of '%s' is %d, none of enum coop_access", i,
                               node->kernel, (int)argument->access);
    }
    status = coop_graph_take_tensor(graph, argument->tensor, &number);
    if (status == COOP_OK) {
        status = graph->executor->take_argument(graph, node, &parameters->item, i, parameters->count,
                                                &graph->tensors[number]);
    }
    parameters->item.accesses[i] = parameters->access_count;
    parameters->accesses[parameters->access_count++] =
        (struct coop_plan_access){number, how_of(argument->access)};
    parameters->count += 2;
    return status;
}

static coop_status read_arguments(struct coop_graph_object *graph, const struct coop_graph_node *node,
                                  struct parameters *parameters, uint32_t wanted)
{
    uint32_t i = 0;
    coop_status status = COOP_OK;

    for (; i < COOP_GRAPH_ARGUMENTS_MAX && status == COOP_OK; ++i) {
        const struct coop_graph_argument *argument = &node->arguments[i];

        if (argument->tensor == NULL && argument->scalar == NULL && argument->value == NULL) {
            break;
        }
        if (parameters->count + (argument->tensor != NULL && argument->scalar == NULL) >= wanted) {
            parameters->count = wanted + 1;
            break;
        }
        status = read_argument(graph, node, i, parameters);
    }
    parameters->item.argument_count = i;
    if (status == COOP_OK) {
        status = place_scalars(graph, node, parameters);
    }
    if (status == COOP_OK && (parameters->count != wanted || parameters->access_count == 0)) {
        status = coop_graph_fail(
            graph, COOP_INVALID_ARGUMENT, DOING,
            "the arguments are not the parameters of '%s', which are %u, two for each tensor; a "
            "node has one tensor or scalar or more",
            node->kernel, wanted);
    }
    return status;
}

/* What was left out in a struct that coopc has written is {0}. */
static coop_status check_parameters(const struct coop_graph_object *graph, const struct coop_graph_node *node)
{
    for (uint32_t i = 0; node->parameters != NULL && node->parameters[i].name != NULL; ++i) {
        const struct coop_graph_parameter *wanted = &node->parameters[i];
        const struct coop_graph_argument *given = &node->arguments[i];

        if (wanted->kind == COOP_TAKES_TENSOR && (given->tensor == NULL || given->scalar != NULL)) {
            return coop_graph_fail(
                graph, COOP_INVALID_ARGUMENT, DOING,
                "the parameter '%s' of '%s' is a tensor, and the node has none for it; it is "
                "given by an access, as in .%s = coop_reads(tensor)",
                wanted->name, node->kernel, wanted->name);
        }
        if (wanted->kind == COOP_TAKES_SCALAR && given->scalar == NULL) {
            return coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING,
                                   "the parameter '%s' of '%s' is a scalar, and the node has none for it",
                                   wanted->name, node->kernel);
        }
    }
    return COOP_OK;
}

coop_status coop_graph_add_kernel(struct coop_graph_object *graph, const struct coop_graph_node *node,
                                  enum coop_plan_where where)
{
    struct parameters parameters = {.count = 0};
    const char *name = node->name != NULL ? node->name : node->kernel;
    uint32_t wanted = 0;
    coop_status status;

    if (node->kernel == NULL) {
        return coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING, "the node's kernel is NULL");
    }
    status = check_parameters(graph, node);
    if (status != COOP_OK) {
        return status;
    }
    status = graph->executor->open_kernel(graph, node, &parameters.item, &wanted);
    memcpy(parameters.item.local_items, node->local_items, sizeof node->local_items);
    status = status == COOP_OK ? read_arguments(graph, node, &parameters, wanted) : status;
    if (status != COOP_OK) {
        coop_graph_item_close(&parameters.item);
        return status;
    }
    return add(graph, COOP_PLAN_KERNEL, name, &parameters.item, where, parameters.accesses,
               parameters.access_count);
}

coop_status coop_graph_add_copy(struct coop_graph_object *graph, const char *name, coop_tensor *from,
                                coop_tensor *to)
{
    struct coop_graph_item item = {.function = NULL};
    struct coop_plan_access accesses[2] = {{0, COOP_PLAN_READS}, {0, COOP_PLAN_WRITES}};
    coop_status status = coop_graph_take_tensor(graph, from, &accesses[0].storage);

    if (status == COOP_OK) {
        status = coop_graph_take_tensor(graph, to, &accesses[1].storage);
    }
    if (status == COOP_OK && graph->tensors[accesses[0].storage].object->element->hash !=
                                 graph->tensors[accesses[1].storage].object->element->hash) {
        status = coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING,
                                 "the copy '%s' is between tensors of different elements", name);
    }
    return status == COOP_OK ? add(graph, COOP_PLAN_COPY, name, &item, COOP_PLAN_THEN_BY_BLOCK, accesses, 2)
                             : status;
}

coop_status coop_graph_add_fill(struct coop_graph_object *graph, const char *name, coop_tensor *tensor,
                                const void *cell)
{
    struct coop_graph_item item = {.function = NULL};
    struct coop_plan_access access = {0, COOP_PLAN_WRITES};
    coop_status status = coop_graph_take_tensor(graph, tensor, &access.storage);

    if (status != COOP_OK) {
        return status;
    }
    status =
        graph->executor->take_cell(graph, cell, graph->tensors[access.storage].object->element->bytes, &item);
    if (status != COOP_OK) {
        coop_graph_item_close(&item);
        return status;
    }
    return add(graph, COOP_PLAN_FILL, name, &item, COOP_PLAN_THEN_BY_BLOCK, &access, 1);
}

coop_status coop_graph_add_function(struct coop_graph_object *graph, const char *name,
                                    coop_graph_function *function, void *data, enum coop_plan_where where)
{
    struct coop_graph_item item = {.function = function, .data = data};

    return add(graph, COOP_PLAN_HOST, name, &item, where, NULL, 0);
}

coop_status coop_graph_add_reduce(struct coop_graph_object *graph, const char *name, coop_tensor *tensor,
                                  const char *member, enum coop_operator operation, coop_scalar *scalar,
                                  enum coop_plan_where where)
{
    struct coop_graph_item item = {.function = NULL};
    uint32_t numbers[2];
    uint32_t items[2] = {graph->item_count, graph->item_count};
    coop_status status = coop_graph_take_tensor(graph, tensor, &numbers[0]);

    if (status == COOP_OK) {
        status = coop_graph_take_scalar(graph, scalar, &numbers[1]);
    }
    if (status == COOP_OK) {
        status = coop_graph_hold(graph);
    }
    if (status == COOP_OK) {
        status = coop_graph_reduction_open(graph, name, numbers, member, operation, &item.reduction);
        coop_graph_let(graph);
    }
    status = status == COOP_OK ? coop_graph_add_item(graph, &item) : status;
    if (status != COOP_OK) {
        return status;
    }
    status = coop_plan_reduce(&graph->plan, name, items, where, numbers[0], numbers[1]);
    return status == COOP_OK ? COOP_OK : coop_graph_fail(graph, status, DOING, "%s", graph->plan.message);
}

coop_status coop_graph_check_swap(const struct coop_graph_object *graph, uint32_t left, uint32_t right)
{
    struct coop_tensor_object *one = graph->tensors[left].object;
    struct coop_tensor_object *other = graph->tensors[right].object;
    const struct coop_view own = coop_tensor_look(one);
    const struct coop_view others = coop_tensor_look(other);

    if (one->element->hash == other->element->hash && memcmp(&own, &others, sizeof own) == 0 &&
        memcmp(&one->cut, &other->cut, sizeof one->cut) == 0 &&
        memcmp(&one->border, &other->border, sizeof one->border) == 0 &&
        memcmp(one->border_cell, other->border_cell, one->element->bytes) == 0) {
        return COOP_OK;
    }
    return coop_graph_fail(
        graph, COOP_INVALID_ARGUMENT, DOING,
        "tensors that are swapped have one element, layout, cut, padding and border; these differ: one of "
        "'%s' has %u x %u x %u cells, the other one of '%s' %u x %u x %u",
        one->element->name, own.whole[0], own.whole[1], own.whole[2], other->element->name, others.whole[0],
        others.whole[1], others.whole[2]);
}

coop_status coop_graph_add_swap(struct coop_graph_object *graph, coop_tensor *left, coop_tensor *right)
{
    uint32_t numbers[2];
    coop_status status = coop_graph_take_tensor(graph, left, &numbers[0]);

    if (status == COOP_OK) {
        status = coop_graph_take_tensor(graph, right, &numbers[1]);
    }
    if (status == COOP_OK) {
        status = coop_graph_check_swap(graph, numbers[0], numbers[1]);
    }
    if (status == COOP_OK && coop_plan_swap(&graph->plan, numbers[0], numbers[1]) != COOP_OK) {
        status = coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING, "%s", graph->plan.message);
    }
    return status;
}
