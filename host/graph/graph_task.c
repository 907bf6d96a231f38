/* Giving tasks to queues: borders, copies and the user's kernels; graph_reduce_task.c has reductions. */
#include "host/graph/graph_task.h"

#include "host/graph/graph_border.h"
#include "host/graph/graph_carry.h"
#include "host/graph/graph_command.h"
#include "host/graph/graph_fail.h"
#include "host/graph/graph_overlap.h"
#include "host/graph/graph_reduce_task.h"
#include "host/graph/range.h"
#include "host/graph/view.h"
#include <string.h>

#define DOING "running a graph"

/* A side of a copy: a block, or a piece. */
struct side {
    cl_mem memory;
    struct coop_view view;
    struct coop_cells_box box;
};

/* ---- the library's kernels ---- */

static struct side side_of(const struct coop_block *block, const struct coop_cells_box *box)
{
    return (struct side){block->memory, block->view, *box};
}

/* All cells without padding. */
static struct coop_cells_box whole_box(const struct coop_block *block)
{
    return (struct coop_cells_box){{0, 0, 0},
                                   {block->view.extent[0], block->view.extent[1], block->view.extent[2]}};
}

/* Whose cells lie member after member, without padding. */
static struct side piece_side(cl_mem memory, const struct coop_element *element,
                              const struct coop_cells_box *box)
{
    struct side side = {.memory = memory, .box = *box};
    uint64_t cells[3];

    for (uint32_t i = 0; i < 3; ++i) {
        side.box.first[i] = 0;
        cells[i] = box->cells[i];
    }
    (void)coop_view_init(element, COOP_SOA_BLOCK, 3, cells, 0, 0, &side.view);
    return side;
}

static void pass_side(struct coop_graph_call *arguments, const struct side *side)
{
    coop_graph_pass(arguments, sizeof side->memory, &side->memory);
    coop_graph_pass(arguments, sizeof side->view, &side->view);
    coop_graph_pass(arguments, sizeof side->box, &side->box);
}

/* Where the components of a cell are, and how large it is. */
static void pass_cell(struct coop_graph_call *arguments, const struct coop_graph_tensor *tensor,
                      uint32_t domain)
{
    const struct coop_element *element = tensor->object->element;

    coop_graph_pass(arguments, sizeof(cl_mem), &tensor->components[domain]);
    coop_graph_pass(arguments, sizeof element->bytes, &element->bytes);
    coop_graph_pass(arguments, sizeof element->packed_bytes, &element->packed_bytes);
}

static coop_status copy_cells(struct coop_graph_object *graph, uint32_t tensor, const struct side *from,
                              const struct side *to, const struct coop_graph_place *place)
{
    const struct coop_graph_tensor *what = &graph->tensors[tensor];
    struct coop_graph_call arguments = {.kernel = coop_graph_domain_of(graph, place->device)->copy};
    size_t global[2] = {(size_t)from->box.cells[0] * from->box.cells[1] * from->box.cells[2],
                        what->component_count};

    pass_side(&arguments, from);
    pass_side(&arguments, to);
    pass_cell(&arguments, what, graph->domains_of[place->device]);
    return coop_graph_enqueue(graph, &arguments, place, 2, global, NULL);
}

/* cells  of each domain */
static coop_status fill_cells(struct coop_graph_object *graph, uint32_t tensor, const struct side *to,
                              cl_uint how, cl_uint dimension, const cl_mem *cells,
                              const struct coop_graph_place *place)
{
    const struct coop_graph_tensor *what = &graph->tensors[tensor];
    struct coop_graph_call arguments = {.kernel = coop_graph_domain_of(graph, place->device)->fill};
    cl_ulong turned = what->object->border.turned_items[dimension];
    size_t global[2] = {(size_t)to->box.cells[0] * to->box.cells[1] * to->box.cells[2],
                        what->component_count};

    pass_side(&arguments, to);
    pass_cell(&arguments, what, graph->domains_of[place->device]);
    coop_graph_pass(&arguments, sizeof how, &how);
    coop_graph_pass(&arguments, sizeof dimension, &dimension);
    coop_graph_pass(&arguments, sizeof turned, &turned);
    coop_graph_pass(&arguments, sizeof(cl_mem), &cells[graph->domains_of[place->device]]);
    return coop_graph_enqueue(graph, &arguments, place, 2, global, NULL);
}

/* ---- borders ---- */

/* A way to a block of another device: packed where the cells are, copied, and unpacked where they are
 * wanted. */
static coop_status pack(struct coop_graph_object *graph, uint32_t number, uint32_t storage,
                        const struct coop_border_way *way, const struct coop_graph_piece *piece,
                        cl_event *packed)
{
    struct side from = side_of(way->from, &way->from_box);
    struct side there = piece_side(piece->there, coop_graph_tensor_of(graph, storage)->element, &way->to_box);
    struct coop_graph_place place = coop_graph_place_on(graph, number, way->from->device);

    place.event = packed;
    return copy_cells(graph, storage, &from, &there, &place);
}

static coop_status unpack(struct coop_graph_object *graph, uint32_t storage,
                          const struct coop_border_way *way, const struct coop_graph_piece *piece,
                          const struct coop_graph_place *place)
{
    struct side to = side_of(way->to, &way->to_box);
    struct side here = piece_side(piece->here, coop_graph_tensor_of(graph, storage)->element, &way->to_box);

    return copy_cells(graph, storage, &here, &to, place);
}

/* Within a domain. */
static coop_status cross(struct coop_graph_object *graph, uint32_t number, uint32_t storage,
                         const struct coop_border_way *way, const struct coop_graph_piece *piece)
{
    struct coop_graph_place place;
    const struct coop_graph_bytes bytes = {piece->there, piece->here, 0, way->bytes};
    cl_event packed = NULL;
    coop_status status = pack(graph, number, storage, way, piece, &packed);

    if (status != COOP_OK) {
        return status;
    }
    place = coop_graph_place_on(graph, number, way->to->device);
    graph->waits[place.wait_count++] = packed;
    status = coop_graph_copy_bytes(graph, &place, &bytes);
    clReleaseEvent(packed);
    place.wait_count = 0;
    return status == COOP_OK ? unpack(graph, storage, way, piece, &place) : status;
}

static coop_status give_side(struct coop_graph_object *graph, uint32_t number, int side)
{
    const struct coop_plan_node *node = &graph->plan.nodes[graph->plan.tasks[number].node];
    const struct coop_graph_piece *piece = &graph->pieces[2 * number + (uint32_t)side];
    uint32_t storage = node->accesses[0].storage;
    struct coop_border_way way = coop_border_way(graph, number, side);
    struct coop_graph_place place = coop_graph_place_on(graph, number, way.to->device);
    struct side to = side_of(way.to, &way.to_box);
    enum coop_border kind = coop_graph_tensor_of(graph, storage)->border.kinds[node->dimension];
    coop_status status;

    if (piece->lane != NULL) {
        status = coop_graph_receive(graph, piece->lane, piece->here, 0, &place);
        return status == COOP_OK ? unpack(graph, storage, &way, piece, &place) : status;
    }
    if (way.from != NULL && way.from->device != way.to->device) {
        return cross(graph, number, storage, &way, piece);
    }
    if (way.from != NULL) {
        struct side from = side_of(way.from, &way.from_box);

        return copy_cells(graph, storage, &from, &to, &place);
    }
    return kind == COOP_BORDER_OWN ? COOP_OK
                                   : fill_cells(graph, storage, &to, (cl_uint)kind, node->dimension,
                                                graph->tensors[storage].border_cells, &place);
}

/* Sends what comes from other domains. *count: how much that is. */
static coop_status send_sides(struct coop_graph_object *graph, uint32_t number, uint32_t *count)
{
    uint32_t storage = graph->plan.nodes[graph->plan.tasks[number].node].accesses[0].storage;
    coop_status status = COOP_OK;

    for (int side = 0; side < 2 && status == COOP_OK; ++side) {
        const struct coop_graph_piece *piece = &graph->pieces[2 * number + (uint32_t)side];
        struct coop_border_way way;

        if (piece->lane == NULL) {
            continue;
        }
        way = coop_border_way(graph, number, side);
        status = pack(graph, number, storage, &way, piece, NULL);
        status = status == COOP_OK ? coop_graph_send(graph, piece->lane, piece->there) : status;
        ++*count;
    }
    return status;
}

/* An event behind all that the queue has; it waits for the others, too, where the task had no command. */
static coop_status mark(struct coop_graph_object *graph, uint32_t number)
{
    struct coop_graph_place place = coop_graph_place_on(graph, number, coop_graph_task_device(graph, number));
    cl_int code;

    if (graph->queue_count == 1) {
        return COOP_OK;
    }
    code = clEnqueueMarkerWithWaitList(graph->queues[place.queue], place.wait_count,
                                       coop_graph_waits_of(graph, &place), &graph->events[number]);
    return coop_graph_reached(graph, code, DOING, "clEnqueueMarkerWithWaitList");
}

static coop_status give_border(struct coop_graph_object *graph, uint32_t number)
{
    uint32_t sent = 0;
    coop_status status = COOP_OK;

    if (graph->stages[number] == 0) {
        status = send_sides(graph, number, &sent);
        if (status != COOP_OK || sent > 0) {
            graph->stages[number] = 1;
            return status;
        }
    }
    for (int side = 0; side < 2 && status == COOP_OK; ++side) {
        status = give_side(graph, number, side);
    }
    graph->stages[number] = COOP_GRAPH_GIVEN;
    return status == COOP_OK ? mark(graph, number) : status;
}

/* ---- the user's kernels ---- */

/* A kernel without tensors is one work-item. */
static coop_status give_single(struct coop_graph_object *graph, uint32_t number,
                               const struct coop_graph_call *call, struct coop_graph_place *place)
{
    const size_t one = 1;
    cl_event done = NULL;
    coop_status status;

    if (graph->queue_count == 1) {
        return coop_graph_enqueue(graph, call, place, 1, &one, &one);
    }
    place->event = &done;
    status = coop_graph_enqueue(graph, call, place, 1, &one, &one);
    return status == COOP_OK ? coop_graph_spread(graph, number, done) : status;
}

/* The inner work-items, and then the strips, the last of which is the task's end. */
static coop_status give_parts(struct coop_graph_object *graph, uint32_t number,
                              const struct coop_graph_call *call, const struct coop_graph_place *whole,
                              const struct coop_view *view, const size_t *local)
{
    const struct coop_graph_rim *rim = coop_graph_rim_of(graph, number);
    struct coop_range ranges[COOP_RANGES_MAX];
    uint32_t count =
        coop_range_split(view->extent, local, view->dimensions, rim->dimensions, rim->width, ranges);
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < count && status == COOP_OK; ++i) {
        struct coop_graph_place place =
            i == 0 ? coop_graph_place_behind(graph, number, whole->device, rim->waits, rim->wait_count)
                   : coop_graph_place_on(graph, number, whole->device);

        place.wait_count = i > 1 ? 0 : place.wait_count; /* the first strip has waited */
        place.event = i + 1 == count ? whole->event : NULL;
        place.offset = ranges[i].first;
        status = coop_graph_enqueue(graph, call, &place, view->dimensions, ranges[i].count, local);
    }
    return status;
}

static coop_status give_kernel(struct coop_graph_object *graph, uint32_t number,
                               struct coop_graph_place *place)
{
    const struct coop_plan_task *task = &graph->plan.tasks[number];
    const struct coop_plan_node *node = &graph->plan.nodes[task->node];
    const struct coop_graph_item *item = &graph->items[node->item];
    struct coop_graph_call arguments = {.kernel = item->kernels[graph->domains_of[place->device]]};
    const struct coop_view *view = NULL;
    int has_local = 0;
    size_t global[3];
    size_t local[3];

    for (uint32_t i = 0; i < item->argument_count; ++i) {
        uint32_t storage;
        const struct coop_block *block;

        if (item->accesses[i] == COOP_PLAN_NONE) { /* a value, which was set when the node was added */
            arguments.count++;
            continue;
        }
        storage = node->accesses[item->accesses[i]].storage;
        if (graph->tensors[storage].scalar != NULL) {
            coop_graph_pass(&arguments, sizeof(cl_mem),
                            &graph->tensors[storage].scalar->memory[place->device]);
            continue;
        }
        block = &coop_graph_tensor_of(graph, storage)->blocks[task->block];
        coop_graph_pass(&arguments, sizeof block->memory, &block->memory);
        coop_graph_pass(&arguments, sizeof block->view, &block->view);
        view = view == NULL ? &block->view : view;
    }
    if (view == NULL) {
        return give_single(graph, number, &arguments, place);
    }
    for (uint32_t i = 0; i < view->dimensions; ++i) {
        has_local |= item->local_items[i] != 0;
        local[i] = item->local_items[i] != 0 ? item->local_items[i] : 1;
        global[i] = (view->extent[i] + local[i] - 1) / local[i] * local[i];
    }
    if (coop_graph_rim_of(graph, number) != NULL) {
        return give_parts(graph, number, &arguments, place, view, has_local ? local : NULL);
    }
    return coop_graph_enqueue(graph, &arguments, place, view->dimensions, global, has_local ? local : NULL);
}

/* Fills a block, or copies it to the same one of another tensor. */
static coop_status give_cells(struct coop_graph_object *graph, uint32_t number,
                              const struct coop_graph_place *place)
{
    const struct coop_plan_task *task = &graph->plan.tasks[number];
    const struct coop_plan_node *node = &graph->plan.nodes[task->node];
    const struct coop_block *block =
        &coop_graph_tensor_of(graph, node->accesses[0].storage)->blocks[task->block];
    struct coop_cells_box box = whole_box(block);
    struct side side = side_of(block, &box);
    struct side to;

    if (node->kind == COOP_PLAN_FILL) {
        return fill_cells(graph, node->accesses[0].storage, &side, COOP_BORDER_CONSTANT, 0,
                          graph->items[node->item].cells, place);
    }
    to = side_of(&coop_graph_tensor_of(graph, node->accesses[1].storage)->blocks[task->block], &box);
    return copy_cells(graph, node->accesses[0].storage, &side, &to, place);
}

int coop_graph_task_is_ready(const struct coop_graph_object *graph, uint32_t number)
{
    const struct coop_plan_node *node = &graph->plan.nodes[graph->plan.tasks[number].node];
    int is_here = 1;

    if (graph->stages[number] == 0) {
        return 1;
    }
    if (node->kind != COOP_PLAN_BORDER) {
        return coop_graph_values_are_here(graph, number);
    }
    for (uint32_t side = 0; side < 2 && is_here == 1; ++side) {
        is_here = coop_graph_lane_is_here(graph, graph->pieces[2 * number + side].lane);
    }
    return is_here;
}

coop_status coop_graph_task_give(struct coop_graph_object *graph, uint32_t number)
{
    const struct coop_plan_node *node = &graph->plan.nodes[graph->plan.tasks[number].node];
    struct coop_graph_place place = coop_graph_place_on(graph, number, coop_graph_task_device(graph, number));

    graph->given = number;
    if (node->kind == COOP_PLAN_BORDER) {
        return give_border(graph, number);
    }
    if (graph->stages[number] > 0) {
        return coop_graph_go_on_with_values(graph, number, &place);
    }
    place.event = graph->queue_count > 1 || graph->steps_ahead == 1 ? &graph->events[number] : NULL;
    graph->stages[number] = COOP_GRAPH_GIVEN; /* unless it says otherwise */
    switch (node->kind) {
    case COOP_PLAN_FILL:
    case COOP_PLAN_COPY:
        return give_cells(graph, number, &place);
    case COOP_PLAN_PIECES:
        return coop_graph_give_pieces(graph, number, &place);
    case COOP_PLAN_COMBINE:
        return coop_graph_give_combine(graph, number, &place);
    default:
        return give_kernel(graph, number, &place);
    }
}
