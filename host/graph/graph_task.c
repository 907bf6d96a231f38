/* Giving tasks to queues: borders, copies and the user's kernels; graph_reduce_task.c has reductions. */
#include "host/graph/graph_task.h"

#include "host/graph/cut.h"
#include "host/graph/graph_border.h"
#include "host/graph/graph_command.h"
#include "host/graph/graph_fail.h"
#include "host/graph/graph_overlap.h"
#include "host/graph/graph_reduce_task.h"
#include "host/graph/graph_staging.h"
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

/* As cells.cl has them: one argument. */
struct copying {
    struct coop_view from[2];
    struct coop_view to;
    struct coop_cells_box from_boxes[2];
    struct coop_cells_box to_boxes[2];
    cl_uint bytes;
    cl_uint packed;
};

struct filling {
    struct coop_view view;
    struct coop_cells_box boxes[2];
    cl_uint bytes;
    cl_uint packed;
    cl_uint how; /* of enum coop_border */
    cl_uint dimension;
    cl_ulong turned;
};
_Static_assert(sizeof(struct copying) == 3 * 48 + 4 * 24 + 8 && sizeof(struct filling) == 48 + 2 * 24 + 24,
               "as the kernels have them, without holes");

static coop_status enqueue_cells(struct coop_graph_object *graph, const struct coop_graph_tensor *what,
                                 const struct coop_graph_call *call, const struct coop_cells_box *box,
                                 size_t sides, const struct coop_graph_place *place)
{
    const size_t global[3] = {(size_t)box->cells[0] * box->cells[1] * box->cells[2], what->component_count,
                              sides};

    return coop_graph_enqueue(graph, call, place, 3, global, NULL);
}

/* One box to one, or two to two in one block. */
static coop_status copy_cells(struct coop_graph_object *graph, uint32_t tensor, const struct side *from,
                              const struct side *to, size_t sides, const struct coop_graph_place *place)
{
    const struct coop_graph_tensor *what = &graph->tensors[tensor];
    struct coop_graph_call arguments = {.kernel = coop_graph_domain_of(graph, place->device)->copy};
    const struct side *high_from = &from[sides - 1];
    const struct side *high_to = &to[sides - 1];
    const struct copying copying = {.from = {from->view, high_from->view},
                                    .to = to->view,
                                    .from_boxes = {from->box, high_from->box},
                                    .to_boxes = {to->box, high_to->box},
                                    .bytes = what->object->element->bytes,
                                    .packed = what->object->element->packed_bytes};

    coop_graph_pass(&arguments, sizeof from->memory, &from->memory);
    coop_graph_pass(&arguments, sizeof high_from->memory, &high_from->memory);
    coop_graph_pass(&arguments, sizeof to->memory, &to->memory);
    coop_graph_pass(&arguments, sizeof(cl_mem), &what->components[graph->domains_of[place->device]]);
    coop_graph_pass(&arguments, sizeof copying, &copying);
    return enqueue_cells(graph, what, &arguments, &to->box, sides, place);
}

/* One box of a block, or two.
 * cells  of each domain */
static coop_status fill_cells(struct coop_graph_object *graph, uint32_t tensor, const struct side *to,
                              size_t sides, const struct filling *how, const cl_mem *cells,
                              const struct coop_graph_place *place)
{
    const struct coop_graph_tensor *what = &graph->tensors[tensor];
    uint32_t domain = graph->domains_of[place->device];
    struct coop_graph_call arguments = {.kernel = graph->domains[domain].fill};
    struct filling filling = *how;

    filling.view = to->view;
    filling.boxes[0] = to->box;
    filling.boxes[1] = to[sides - 1].box;
    filling.bytes = what->object->element->bytes;
    filling.packed = what->object->element->packed_bytes;
    filling.turned = what->object->border.turned_items[how->dimension];
    coop_graph_pass(&arguments, sizeof to->memory, &to->memory);
    coop_graph_pass(&arguments, sizeof(cl_mem), &what->components[domain]);
    coop_graph_pass(&arguments, sizeof(cl_mem), &cells[domain]);
    coop_graph_pass(&arguments, sizeof filling, &filling);
    return enqueue_cells(graph, what, &arguments, &to->box, sides, place);
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
    return copy_cells(graph, storage, &from, &there, 1, &place);
}

static coop_status unpack(struct coop_graph_object *graph, uint32_t storage,
                          const struct coop_border_way *way, const struct coop_graph_piece *piece,
                          const struct coop_graph_place *place)
{
    struct side to = side_of(way->to, &way->to_box);
    struct side here = piece_side(piece->here, coop_graph_tensor_of(graph, storage)->element, &way->to_box);

    return copy_cells(graph, storage, &here, &to, 1, place);
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

    if (piece->staging != NULL) {
        status = coop_graph_receive(graph, piece->staging, piece->here, 0, &place);
        return status == COOP_OK ? unpack(graph, storage, &way, piece, &place) : status;
    }
    if (way.from != NULL && way.from->device != way.to->device) {
        return cross(graph, number, storage, &way, piece);
    }
    if (way.from != NULL) {
        struct side from = side_of(way.from, &way.from_box);

        return copy_cells(graph, storage, &from, &to, 1, &place);
    }
    return kind == COOP_BORDER_OWN
               ? COOP_OK
               : fill_cells(graph, storage, &to, 1,
                            &(struct filling){.how = (cl_uint)kind, .dimension = node->dimension},
                            graph->tensors[storage].border_cells, &place);
}

/* Both sides by one command, where both come from the same device, or are made here. *is_given: they are. */
static coop_status give_both(struct coop_graph_object *graph, uint32_t number, int *is_given)
{
    const struct coop_plan_node *node = &graph->plan.nodes[graph->plan.tasks[number].node];
    uint32_t storage = node->accesses[0].storage;
    const struct coop_border_way ways[2] = {coop_border_way(graph, number, 0),
                                            coop_border_way(graph, number, 1)};
    enum coop_border kind = coop_graph_tensor_of(graph, storage)->border.kinds[node->dimension];
    uint32_t device = ways[0].to->device;
    int are_here = ways[0].from != NULL && ways[1].from != NULL && ways[0].from->device == device &&
                   ways[1].from->device == device;
    int are_made = ways[0].from == NULL && ways[1].from == NULL && kind != COOP_BORDER_OWN;
    const struct side to[2] = {side_of(ways[0].to, &ways[0].to_box), side_of(ways[1].to, &ways[1].to_box)};
    struct coop_graph_place place;

    *is_given = are_here || are_made;
    if (!*is_given) {
        return COOP_OK;
    }
    place = coop_graph_place_on(graph, number, device);
    if (are_here) {
        const struct side from[2] = {side_of(ways[0].from, &ways[0].from_box),
                                     side_of(ways[1].from, &ways[1].from_box)};

        return copy_cells(graph, storage, from, to, 2, &place);
    }
    return fill_cells(graph, storage, to, 2,
                      &(struct filling){.how = (cl_uint)kind, .dimension = node->dimension},
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

        if (piece->staging == NULL) {
            continue;
        }
        way = coop_border_way(graph, number, side);
        status = pack(graph, number, storage, &way, piece, NULL);
        status = status == COOP_OK ? coop_graph_send(graph, piece->staging, piece->there) : status;
        ++*count;
    }
    return status;
}

/* An event behind all that the queue has; it waits for the others, too, where the task had no command. */
static coop_status mark(struct coop_graph_object *graph, uint32_t number)
{
    struct coop_graph_place place = coop_graph_place_on(graph, number, coop_graph_task_device(graph, number));
    cl_int code;

    if (graph->queue_count == 1 && graph->steps_ahead != 1) {
        return COOP_OK;
    }
    code = clEnqueueMarkerWithWaitList(graph->queues[place.queue], place.wait_count,
                                       coop_graph_waits_of(graph, &place), &graph->events[number]);
    return coop_graph_reached(graph, code, DOING, "clEnqueueMarkerWithWaitList");
}

static coop_status give_border(struct coop_graph_object *graph, uint32_t number)
{
    uint32_t sent = 0;
    int is_given = 0;
    coop_status status = COOP_OK;

    if (graph->stages[number] == 0) {
        status = send_sides(graph, number, &sent);
        if (status != COOP_OK || sent > 0) {
            graph->stages[number] = 1;
            return status;
        }
        status = give_both(graph, number, &is_given);
    }
    for (int side = 0; side < 2 && status == COOP_OK && !is_given; ++side) {
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
    const struct coop_graph_halo *halo = coop_graph_halo_of(graph, number);
    struct coop_range ranges[COOP_RANGES_MAX];
    uint32_t count =
        coop_range_split(view->extent, local, view->dimensions, halo->dimensions, halo->width, ranges);
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < count && status == COOP_OK; ++i) {
        struct coop_graph_place place = i == 0 ? coop_graph_place_behind(graph, number, whole->device,
                                                                         halo->waits.items, halo->waits.count)
                                               : coop_graph_place_on(graph, number, whole->device);

        place.wait_count = i > 1 ? 0 : place.wait_count; /* the first strip has waited */
        place.event = i + 1 == count ? whole->event : NULL;
        place.offset = ranges[i].first;
        status = coop_graph_enqueue(graph, call, &place, view->dimensions, ranges[i].count, local);
    }
    return status;
}

/* Passes a tensor's block or a scalar, unless it is what was passed the last time: the driver takes its time
 * for it. */
static void pass_access(struct coop_graph_item *item, uint32_t index, struct coop_graph_call *call,
                        const cl_mem *memory, const struct coop_view *view)
{
    if (item->passed[index] == memory && !item->is_shared) {
        call->count += view != NULL ? 2 : 1;
        return;
    }
    coop_graph_pass(call, sizeof *memory, memory);
    if (view != NULL) {
        coop_graph_pass(call, sizeof *view, view);
    }
    item->passed[index] = call->code == CL_SUCCESS ? memory : NULL;
}

static coop_status give_kernel(struct coop_graph_object *graph, uint32_t number,
                               struct coop_graph_place *place)
{
    const struct coop_plan_task *task = &graph->plan.tasks[number];
    const struct coop_plan_node *node = &graph->plan.nodes[task->node];
    struct coop_graph_item *item = &graph->items[node->item];
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
            pass_access(item, i, &arguments, &graph->tensors[storage].scalar->memory[place->device], NULL);
            continue;
        }
        block = &coop_graph_tensor_of(graph, storage)->blocks[task->block];
        pass_access(item, i, &arguments, &block->memory, &block->view);
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
    if (coop_graph_halo_of(graph, number) != NULL) {
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
        return fill_cells(graph, node->accesses[0].storage, &side, 1,
                          &(struct filling){.how = COOP_BORDER_CONSTANT}, graph->items[node->item].cells,
                          place);
    }
    to = side_of(&coop_graph_tensor_of(graph, node->accesses[1].storage)->blocks[task->block], &box);
    return copy_cells(graph, node->accesses[0].storage, &side, &to, 1, place);
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
        is_here = coop_graph_staging_is_here(graph, graph->pieces[2 * number + side].staging);
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
