#include "host/graph/graph_launch.h"

#include "host/graph/graph_command.h"
#include "host/graph/graph_fail.h"
#include "host/graph/graph_runs.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DOING "adding to a graph"
#define PARAMETERS_MAX (2 * COOP_GRAPH_ARGUMENTS_MAX + 1) /* one more than a node can have */

struct coop_graph_launch {
    struct coop_kernel_report kernel;
    struct coop_launch_options options;
    uint32_t parameter_count;
    struct coop_parameter_report parameters[PARAMETERS_MAX];
    uint32_t firsts[COOP_GRAPH_ARGUMENTS_MAX]; /* of each argument its first parameter */
    unsigned char args[];                      /* packed; the values are there when the node is added */
};

/* ---- adding ---- */

static coop_status find_kernel(struct coop_graph_object *graph, const char *name,
                               struct coop_kernel_report *kernel, uint32_t *index)
{
    coop_module *module = graph->runs->modules[0];
    coop_status status;

    for (*index = 0; (status = coop_module_kernel(module, *index, kernel)) == COOP_OK; ++*index) {
        if (strcmp(kernel->name, name) == 0) {
            return COOP_OK;
        }
    }
    return status != COOP_UNKNOWN_KERNEL
               ? status
               : coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING, "the module has no kernel '%s'", name);
}

static coop_status check_options(const struct coop_graph_object *graph, const struct coop_graph_node *node)
{
    const struct coop_launch_options *options = node->launch;
    int waits = 0;

    for (uint32_t i = 0; options != NULL && i < COOP_LAUNCH_AFTER_MAX; ++i) {
        waits |= options->after[i] != NULL;
    }
    return options == NULL || (!waits && !options->repeats && options->timeout_ns == 0)
               ? COOP_OK
               : coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING,
                                 "the launch options of '%s' have after, repeats or timeout_ns; what a node "
                                 "waits for is the graph's",
                                 node->kernel);
}

coop_status coop_graph_launch_open(struct coop_graph_object *graph, const struct coop_graph_node *node,
                                   struct coop_graph_item *item, uint32_t *parameter_count)
{
    struct coop_kernel_report kernel;
    struct coop_graph_launch *launch;
    uint32_t index;
    coop_status status = check_options(graph, node);

    status = status == COOP_OK ? find_kernel(graph, node->kernel, &kernel, &index) : status;
    if (status != COOP_OK) {
        return status;
    }
    launch = calloc(1, sizeof *launch + kernel.args_bytes + 8);
    if (launch == NULL) {
        return coop_graph_no_memory(graph, DOING);
    }
    launch->kernel = kernel;
    if (node->launch != NULL) {
        launch->options = *node->launch;
    }
    while (launch->parameter_count < PARAMETERS_MAX &&
           coop_module_parameter(graph->runs->modules[0], index, launch->parameter_count,
                                 &launch->parameters[launch->parameter_count]) == COOP_OK) {
        launch->parameter_count++;
    }
    item->launch = launch;
    *parameter_count = launch->parameter_count;
    return COOP_OK;
}

/* Whether the type that the source gives the parameter has the word. */
static int has_word(const char *type, const char *word)
{
    size_t length = strlen(word);

    for (const char *at = type; (at = strstr(at, word)) != NULL; at += length) {
        if ((at == type || at[-1] == ' ') && (at[length] == ' ' || at[length] == '*' || at[length] == '\0')) {
            return 1;
        }
    }
    return 0;
}

static coop_status differs(const struct coop_graph_object *graph, const struct coop_graph_launch *launch,
                           uint32_t parameter, const char *what)
{
    const struct coop_parameter_report *own = &launch->parameters[parameter];

    return coop_graph_fail(graph, COOP_SIGNATURE_MISMATCH, DOING,
                           "the parameter '%s' of '%s' is '%s', and the node gives it %s", own->name,
                           launch->kernel.name, own->type, what);
}

static coop_status check_tensor(const struct coop_graph_object *graph, const struct coop_graph_launch *launch,
                                uint32_t parameter, const struct coop_tensor_object *tensor)
{
    const struct coop_parameter_report *own = &launch->parameters[parameter];
    char what[320];
    char type[256];

    coop_tensor_name_type(tensor, type, sizeof type);
    if (own->kind == COOP_PARAMETER_POINTER && has_word(own->type, type) &&
        own[1].kind == COOP_PARAMETER_VALUE && own[1].bytes == sizeof tensor->view) {
        return COOP_OK;
    }
    snprintf(what, sizeof what, "a tensor of %s", type);
    return differs(graph, launch, parameter, what);
}

static coop_status check_scalar(const struct coop_graph_object *graph, const struct coop_graph_launch *launch,
                                uint32_t parameter, const struct coop_scalar_object *scalar, int writes)
{
    const struct coop_parameter_report *own = &launch->parameters[parameter];
    char what[128];

    if (own->kind == COOP_PARAMETER_POINTER && has_word(own->type, coop_scalar_type_name(scalar->type)) &&
        has_word(own->type, "const") == !writes) {
        return COOP_OK;
    }
    snprintf(what, sizeof what, "the scalar '%s' of %s, which it %s", scalar->name,
             coop_scalar_type_name(scalar->type), writes ? "writes" : "only reads");
    return differs(graph, launch, parameter, what);
}

static coop_status set_value(const struct coop_graph_object *graph, struct coop_graph_launch *launch,
                             uint32_t argument, uint32_t parameter, const struct coop_graph_argument *value)
{
    const struct coop_parameter_report *own = &launch->parameters[parameter];

    if (own->kind != COOP_PARAMETER_VALUE || own->bytes != value->bytes) {
        return coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING,
                               "the parameter '%s' of '%s' is '%s', and argument %u is a value of %llu bytes",
                               own->name, launch->kernel.name, own->type, argument,
                               (unsigned long long)value->bytes);
    }
    memcpy(launch->args + own->offset, value->value, value->bytes);
    return COOP_OK;
}

coop_status coop_graph_launch_take(struct coop_graph_object *graph, const struct coop_graph_node *node,
                                   struct coop_graph_item *item, uint32_t argument, uint32_t parameter,
                                   const struct coop_graph_tensor *given)
{
    const struct coop_graph_argument *own = &node->arguments[argument];

    item->launch->firsts[argument] = parameter;
    if (given == NULL) {
        return set_value(graph, item->launch, argument, parameter, own);
    }
    return given->object != NULL ? check_tensor(graph, item->launch, parameter, given->object)
                                 : check_scalar(graph, item->launch, parameter, given->scalar,
                                                own->access != COOP_ACCESS_READS);
}

int coop_graph_launch_is_cooperative(const struct coop_graph_object *graph, uint32_t task)
{
    const struct coop_plan_node *node = &graph->plan.nodes[graph->plan.tasks[task].node];
    const struct coop_graph_launch *launch =
        node->kind == COOP_PLAN_KERNEL ? graph->items[node->item].launch : NULL;

    return launch != NULL && launch->kernel.is_cooperative;
}

/* ---- posting ---- */

static void set_address(struct coop_graph_launch *launch, uint32_t parameter, coop_buffer *buffer)
{
    coop_address address = coop_buffer_address(buffer);

    memcpy(launch->args + launch->parameters[parameter].offset, &address, sizeof address);
}

/* Puts the block's tensors and the device's scalars into the arguments; the view of the first tensor, or
 * NULL. */
static const struct coop_view *set_arguments(struct coop_graph_object *graph, uint32_t number,
                                             uint32_t device)
{
    const struct coop_plan_task *task = &graph->plan.tasks[number];
    const struct coop_plan_node *node = &graph->plan.nodes[task->node];
    const struct coop_graph_item *item = &graph->items[node->item];
    struct coop_graph_launch *launch = item->launch;
    const struct coop_view *first = NULL;

    for (uint32_t i = 0; i < item->argument_count; ++i) {
        uint32_t parameter = launch->firsts[i];
        uint32_t storage;

        if (item->accesses[i] == COOP_PLAN_NONE) {
            continue;
        }
        storage = node->accesses[item->accesses[i]].storage;
        if (graph->tensors[storage].scalar != NULL) {
            set_address(launch, parameter, graph->tensors[storage].scalar->buffers[device]);
        } else {
            const struct coop_block *block = &coop_graph_tensor_of(graph, storage)->blocks[task->block];

            set_address(launch, parameter, block->buffer);
            memcpy(launch->args + launch->parameters[parameter + 1].offset, &block->view, sizeof block->view);
            first = first == NULL ? &block->view : first;
        }
    }
    return first;
}

static struct coop_ndrange range_of(const struct coop_graph_item *item, const struct coop_view *view)
{
    struct coop_ndrange range = {.dimensions = 1, .global_items = {1}, .local_items = {1}};

    for (uint32_t i = 0; view != NULL && i < view->dimensions; ++i) {
        uint64_t step = item->local_items[i] != 0 ? item->local_items[i] : 1;

        range.dimensions = view->dimensions;
        range.local_items[i] = item->local_items[i];
        range.global_items[i] = (view->extent[i] + step - 1) / step * step;
    }
    return range;
}

coop_status coop_graph_launch_post(struct coop_graph_object *graph, uint32_t number, coop_launch **posted)
{
    const struct coop_plan_node *node = &graph->plan.nodes[graph->plan.tasks[number].node];
    const struct coop_graph_item *item = &graph->items[node->item];
    const struct coop_graph_launch *launch = item->launch;
    uint32_t device = coop_graph_task_device(graph, number);
    const struct coop_kernel_id kernel = {launch->kernel.name, launch->kernel.args_hash};
    coop_run *run = graph->runs->runs[device];
    const struct coop_view *view = set_arguments(graph, number, device);
    struct coop_launch_options options = launch->options;
    struct coop_ndrange range = range_of(item, view);

    if (launch->kernel.is_cooperative) {
        return coop_launch_cooperative(run, &kernel, launch->args, launch->kernel.args_bytes, &options,
                                       posted);
    }
    options.groups = view == NULL ? 1 : options.groups;
    return coop_launch_regular(run, &kernel, launch->args, launch->kernel.args_bytes, &range, &options,
                               posted);
}
