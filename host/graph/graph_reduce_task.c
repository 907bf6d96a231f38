/* Reductions on queues. What each block comes to is computed where it lies, copied to device 0, and joined
 * there in one order (reduce.cl); the result is copied to all devices, as every scalar that is written.
 *
 * A copy to device d is a command of d's queue: so it is behind those that read the value before, and in
 * front of those that read it afterwards. The task ends with a barrier on device 0's queue behind all
 * copies: so the next one that writes the scalar there does not overtake them. */
#include "host/graph/graph_reduce_task.h"

#include "host/graph/cut.h"
#include "host/graph/graph_fail.h"
#include "host/graph/graph_reduce.h"
#include "host/graph/graph_staging.h"
#include "host/graph/view.h"

#define DOING "running a graph"
#define LOCAL_ITEMS_MAX 64u

/* What such a task waits for, between its stages. */
enum {
    STAGE_GATHER = 1, /* values of blocks of other domains */
    STAGE_SPREAD      /* scalars that it has written, for devices of other domains */
};

/* Enough work-items for half of the cells: each joins two. */
static size_t local_items(uint32_t cells)
{
    size_t items = 1;

    while (items < LOCAL_ITEMS_MAX && 2 * items < cells) {
        items *= 2;
    }
    return items;
}

static void pass_item(struct coop_graph_call *call, const struct coop_element *element,
                      const struct coop_view *view, const struct coop_graph_reduction *reduction)
{
    struct coop_item_steps steps = coop_item_steps(element, view, reduction->member, reduction->item);
    cl_ulong column = steps.column;
    cl_ulong row = steps.row;
    cl_ulong plane = (view->extent[1] + 2 * (uint64_t)coop_view_padding(view, 1)) * steps.row;
    cl_ulong first = steps.first + coop_view_row(view, 0, 0) * row + coop_view_padding(view, 0) * column;

    coop_graph_pass(call, sizeof first, &first);
    coop_graph_pass(call, sizeof column, &column);
    coop_graph_pass(call, sizeof row, &row);
    coop_graph_pass(call, sizeof plane, &plane);
}

coop_status coop_graph_give_pieces(struct coop_graph_object *graph, uint32_t number,
                                   const struct coop_graph_place *place)
{
    const struct coop_plan_task *task = &graph->plan.tasks[number];
    const struct coop_plan_node *node = &graph->plan.nodes[task->node];
    struct coop_graph_reduction *reduction = graph->items[node->item].reduction;
    const struct coop_tensor_object *tensor = coop_graph_tensor_of(graph, node->accesses[0].storage);
    const struct coop_block *block = &tensor->blocks[task->block];
    cl_mem to = reduction->there[task->block];
    cl_ulong offset = to != NULL ? 0 : reduction->begins[task->block];
    uint32_t domain = graph->domains_of[place->device];
    struct coop_graph_call call = {.kernel = reduction->cells[domain]};
    cl_uint rows = block->view.extent[1];
    size_t local[2] = {local_items(reduction->longest), 1};
    size_t global[2];
    uint32_t place_in_cut[3];
    cl_uint first;
    cl_uint count;

    coop_cut_place(&tensor->cut, task->block, place_in_cut);
    first = reduction->part_firsts[place_in_cut[0]];
    count = reduction->part_counts[place_in_cut[0]];
    global[0] = count * local[0];
    global[1] = (size_t)rows * block->view.extent[2];
    to = to != NULL ? to : reduction->values;
    coop_graph_pass(&call, sizeof block->memory, &block->memory);
    pass_item(&call, tensor->element, &block->view, reduction);
    coop_graph_pass(&call, sizeof rows, &rows);
    coop_graph_pass(&call, sizeof(cl_mem), &reduction->segments[domain]);
    coop_graph_pass(&call, sizeof first, &first);
    coop_graph_pass(&call, sizeof count, &count);
    coop_graph_pass(&call, sizeof reduction->how, &reduction->how);
    coop_graph_pass(&call, sizeof offset, &offset);
    coop_graph_pass(&call, sizeof to, &to);
    return coop_graph_enqueue(graph, &call, place, 2, global, local);
}

/* Brings what the other devices have. The first command waits for all that the task waits for. */
static coop_status gather(struct coop_graph_object *graph, const struct coop_graph_reduction *reduction,
                          struct coop_graph_place *place)
{
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < reduction->block_count && status == COOP_OK; ++i) {
        uint64_t values = reduction->begins[i + 1] - reduction->begins[i];
        const struct coop_graph_bytes bytes = {reduction->there[i], reduction->values,
                                               (size_t)(reduction->begins[i] * reduction->value_bytes),
                                               (size_t)(values * reduction->value_bytes)};

        if (reduction->there[i] == NULL) {
            continue;
        }
        if (reduction->stagings[i] != NULL) {
            status = coop_graph_receive(graph, reduction->stagings[i], reduction->values,
                                        reduction->begins[i] * reduction->value_bytes, place);
            continue;
        }
        status = coop_graph_copy_bytes(graph, place, &bytes);
        place->wait_count = 0;
    }
    return status;
}

/* The values of all pieces of all rows, in their order. */
static coop_status collect(struct coop_graph_object *graph, const struct coop_graph_reduction *reduction,
                           struct coop_graph_place *place)
{
    const struct coop_tensor_object *tensor = reduction->tensor;
    struct coop_graph_call call = {.kernel = reduction->collect};
    const size_t global[3] = {reduction->piece_count, tensor->view.whole[1], tensor->view.whole[2]};
    cl_ulong rows = tensor->view.whole[1];
    cl_ulong planes = tensor->view.whole[2];
    coop_status status;

    coop_graph_pass(&call, sizeof(cl_mem), &reduction->values);
    coop_graph_pass(&call, sizeof(cl_mem), &reduction->segments[0]);
    coop_graph_pass(&call, sizeof(cl_mem), &reduction->firsts);
    coop_graph_pass(&call, sizeof(cl_mem), &reduction->counts);
    coop_graph_pass(&call, sizeof(cl_mem), &reduction->block_begins);
    coop_graph_pass(&call, sizeof rows, &rows);
    coop_graph_pass(&call, sizeof planes, &planes);
    for (uint32_t i = 0; i < 3; ++i) {
        coop_graph_pass(&call, sizeof(cl_uint), &tensor->cut.parts[i]);
    }
    coop_graph_pass(&call, sizeof reduction->how, &reduction->how);
    coop_graph_pass(&call, sizeof(cl_mem), &reduction->levels[0]);
    status = coop_graph_enqueue(graph, &call, place, 3, global, NULL);
    place->wait_count = 0;
    return status;
}

/* 1024 to one, again and again; the last one is the scalar. */
static coop_status join_pieces(struct coop_graph_object *graph, const struct coop_graph_reduction *reduction,
                               struct coop_graph_place *place, cl_event *done)
{
    const struct coop_tensor_object *tensor = reduction->tensor;
    cl_ulong count = (cl_ulong)reduction->piece_count * tensor->view.whole[1] * tensor->view.whole[2];
    cl_mem result = reduction->scalar->memory[0];
    unsigned level = 0;
    coop_status status = COOP_OK;

    for (cl_ulong groups = 0; groups != 1 && status == COOP_OK; count = groups, level ^= 1) {
        struct coop_graph_call call = {.kernel = reduction->tree};
        size_t local = local_items(count < COOP_PIECE_CELLS ? (uint32_t)count : COOP_PIECE_CELLS);
        size_t global;

        groups = (count - 1) / COOP_PIECE_CELLS + 1;
        global = (size_t)groups * local;
        coop_graph_pass(&call, sizeof(cl_mem), &reduction->levels[level]);
        coop_graph_pass(&call, sizeof count, &count);
        coop_graph_pass(&call, sizeof reduction->how, &reduction->how);
        coop_graph_pass(&call, sizeof(cl_mem), groups == 1 ? &result : &reduction->levels[level ^ 1]);
        place->event = groups == 1 ? done : NULL;
        status = coop_graph_enqueue(graph, &call, place, 1, &global, &local);
    }
    return status;
}

static coop_status combine(struct coop_graph_object *graph, uint32_t number, struct coop_graph_place *place)
{
    const struct coop_plan_node *node = &graph->plan.nodes[graph->plan.tasks[number].node];
    const struct coop_graph_reduction *reduction = graph->items[node->item].reduction;
    cl_event done = NULL;
    cl_event *end = graph->queue_count > 1 ? &done : graph->steps_ahead == 1 ? &graph->events[number] : NULL;
    coop_status status;

    place->event = NULL;
    status = gather(graph, reduction, place);
    status = status == COOP_OK ? collect(graph, reduction, place) : status;
    status = status == COOP_OK ? join_pieces(graph, reduction, place, end) : status;
    return status == COOP_OK && graph->queue_count > 1 ? coop_graph_spread(graph, number, done) : status;
}

coop_status coop_graph_give_combine(struct coop_graph_object *graph, uint32_t number,
                                    struct coop_graph_place *place)
{
    const struct coop_plan_node *node = &graph->plan.nodes[graph->plan.tasks[number].node];
    const struct coop_graph_reduction *reduction = graph->items[node->item].reduction;
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < reduction->block_count && status == COOP_OK; ++i) {
        if (reduction->stagings[i] != NULL) {
            graph->stages[number] = STAGE_GATHER;
            status = coop_graph_send(graph, reduction->stagings[i], reduction->there[i]);
        }
    }
    return status != COOP_OK || graph->stages[number] == STAGE_GATHER ? status
                                                                      : combine(graph, number, place);
}

/* ---- scalars ---- */

static struct coop_graph_staging *const *stagings_of(const struct coop_graph_object *graph,
                                                     const struct coop_plan_access *access)
{
    return access->how & COOP_PLAN_WRITES ? graph->tensors[access->storage].stagings : NULL;
}

/* Within the first device's domain, behind graph->waits[0]; adds the copies' events to graph->waits. To
 * other domains it is sent. */
static coop_status copy_scalar(struct coop_graph_object *graph, uint32_t number,
                               const struct coop_graph_tensor *tensor, cl_uint *count)
{
    const struct coop_scalar_object *scalar = tensor->scalar;
    coop_status status = COOP_OK;

    for (uint32_t i = 1; i < graph->device_count && status == COOP_OK; ++i) {
        const struct coop_graph_bytes bytes = {scalar->memory[0], scalar->memory[i], 0,
                                               coop_scalar_bytes(scalar->type)};
        const struct coop_graph_place place = {
            .queue = i, .device = i, .wait_count = 1, .event = &graph->waits[*count]};

        if (tensor->stagings[i] != NULL) {
            graph->stages[number] = STAGE_SPREAD;
            status = coop_graph_send(graph, tensor->stagings[i], scalar->memory[0]);
            continue;
        }
        status = coop_graph_copy_bytes(graph, &place, &bytes);
        *count += status == COOP_OK;
    }
    return status;
}

coop_status coop_graph_spread(struct coop_graph_object *graph, uint32_t number, cl_event done)
{
    const struct coop_plan_node *node = &graph->plan.nodes[graph->plan.tasks[number].node];
    coop_status status = COOP_OK;
    cl_uint count = 1;

    graph->waits[0] = done;
    graph->stages[number] = COOP_GRAPH_GIVEN;
    for (uint32_t i = 0; i < node->access_count && status == COOP_OK; ++i) {
        if (node->accesses[i].how & COOP_PLAN_WRITES) {
            status = copy_scalar(graph, number, &graph->tensors[node->accesses[i].storage], &count);
        }
    }
    if (status == COOP_OK) {
        cl_int code =
            clEnqueueBarrierWithWaitList(graph->queues[0], count, graph->waits, &graph->events[number]);

        status = coop_graph_reached(graph, code, DOING, "clEnqueueBarrierWithWaitList");
    }
    for (cl_uint i = 0; i < count; ++i) {
        clReleaseEvent(graph->waits[i]);
    }
    return status;
}

/* ---- from domain to domain ---- */

int coop_graph_values_are_here(const struct coop_graph_object *graph, uint32_t number)
{
    const struct coop_plan_node *node = &graph->plan.nodes[graph->plan.tasks[number].node];
    const struct coop_graph_reduction *reduction = graph->items[node->item].reduction;
    int is_here = 1;

    if (graph->stages[number] == STAGE_GATHER) {
        for (uint32_t i = 0; i < reduction->block_count && is_here == 1; ++i) {
            is_here = coop_graph_staging_is_here(graph, reduction->stagings[i]);
        }
        return is_here;
    }
    for (uint32_t i = 0; i < node->access_count && is_here == 1; ++i) {
        struct coop_graph_staging *const *stagings = stagings_of(graph, &node->accesses[i]);

        for (uint32_t k = 1; k < graph->device_count && stagings != NULL && is_here == 1; ++k) {
            is_here = coop_graph_staging_is_here(graph, stagings[k]);
        }
    }
    return is_here;
}

coop_status coop_graph_go_on_with_values(struct coop_graph_object *graph, uint32_t number,
                                         struct coop_graph_place *place)
{
    const struct coop_plan_node *node = &graph->plan.nodes[graph->plan.tasks[number].node];
    coop_status status = COOP_OK;

    if (graph->stages[number] == STAGE_GATHER) {
        return combine(graph, number, place);
    }
    for (uint32_t i = 0; i < node->access_count && status == COOP_OK; ++i) {
        struct coop_graph_staging *const *stagings = stagings_of(graph, &node->accesses[i]);
        const struct coop_scalar_object *scalar = graph->tensors[node->accesses[i].storage].scalar;

        for (uint32_t k = 1; k < graph->device_count && stagings != NULL && status == COOP_OK; ++k) {
            struct coop_graph_place there = {.device = k};

            status = stagings[k] != NULL
                         ? coop_graph_receive(graph, stagings[k], scalar->memory[k], 0, &there)
                         : COOP_OK;
        }
    }
    graph->stages[number] = COOP_GRAPH_GIVEN;
    return status;
}
