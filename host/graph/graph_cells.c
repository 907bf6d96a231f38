#include "host/graph/graph_cells.h"

#include "host/graph/doubles.h"
#include "host/graph/graph_border.h"
#include "host/graph/graph_command.h"
#include "host/graph/graph_fail.h"
#include "host/graph/tensor_copy.h"
#include "host/graph/view.h"
#include <string.h>

#define DOING "running a graph"

static struct coop_region region_of(const struct coop_cells_box *box)
{
    struct coop_region region;

    for (uint32_t i = 0; i < 3; ++i) {
        region.first[i] = box->first[i];
        region.cells[i] = box->cells[i];
    }
    return region;
}

static uint64_t count_cells(const struct coop_region *region)
{
    return region->cells[0] * region->cells[1] * region->cells[2];
}

/* ---- what a kind of border puts there ---- */

coop_status coop_graph_check_cells(struct coop_graph_object *graph, struct coop_graph_tensor *tensor)
{
    const struct coop_tensor_border *border = &tensor->object->border;
    int extends = 0;

    for (uint32_t i = 0; i < tensor->object->view.dimensions; ++i) {
        extends |= border->kinds[i] == COOP_BORDER_EXTRAPOLATE_1;
    }
    for (uint32_t i = 0; i < tensor->component_count && extends; ++i) {
        if (tensor->list[i].is_real && tensor->list[i].bytes == 2) {
            return coop_graph_fail(graph, COOP_INVALID_ARGUMENT, "adding to a graph",
                                   "the border of '%s' is COOP_BORDER_EXTRAPOLATE_1, and it has halves, with "
                                   "which the host does not compute; use another border, or queues",
                                   tensor->object->element->name);
        }
    }
    return COOP_OK;
}

static uint64_t integer_at(const unsigned char *place, uint32_t bytes)
{
    uint64_t value = 0;

    memcpy(&value, place, bytes); /* little-endian, as the devices are */
    return value;
}

static void turn(unsigned char *place, const struct coop_component *what)
{
    uint64_t value = UINT64_C(0) - integer_at(place, what->bytes);

    if (what->is_real) {
        place[what->bytes - 1] ^= 0x80;
    } else {
        memcpy(place, &value, what->bytes);
    }
}

/* a + steps * (a - b), each operation rounded. */
static void extend(unsigned char *place, const unsigned char *a, const unsigned char *b, uint32_t steps,
                   const struct coop_component *what)
{
    if (what->is_real && what->bytes == 4) {
        float first;
        float second;

        memcpy(&first, a, sizeof first);
        memcpy(&second, b, sizeof second);
        second = first - second;
        second = (float)steps * second;
        first = first + second;
        memcpy(place, &first, sizeof first);
    } else if (what->is_real) {
        double first;
        double second;

        memcpy(&first, a, sizeof first);
        memcpy(&second, b, sizeof second);
        second = first - second;
        second = (double)steps * second;
        first = first + second;
        memcpy(place, &first, sizeof first);
    } else {
        uint64_t first = integer_at(a, what->bytes);
        uint64_t value = first + steps * (first - integer_at(b, what->bytes));

        memcpy(place, &value, what->bytes);
    }
}

/* A side of a block's padding around the whole. */
struct margin {
    const struct coop_graph_tensor *tensor;
    enum coop_border kind;
    uint32_t dimension;
    uint64_t turned;
    struct coop_region to;
    struct coop_region from; /* the cells that it is made of */
    int is_low;
    int64_t last; /* cell of the block in the dimension */
};

/* Cell `i` of the margin, from those of margin->from. */
static void make_cell(const struct margin *margin, uint64_t i, unsigned char *to, const unsigned char *from)
{
    const struct coop_region *box = &margin->to;
    uint32_t bytes = margin->tensor->object->element->bytes;
    uint64_t at[3] = {i % box->cells[0], i / box->cells[0] % box->cells[1],
                      i / box->cells[0] / box->cells[1]};
    uint32_t d = margin->dimension;
    int64_t place = box->first[d] + (int64_t)at[d];
    int64_t depth = margin->is_low ? -1 - place : place - margin->last - 1;
    int64_t inward = margin->is_low ? 1 : -1;
    int64_t source =
        (margin->is_low ? 0 : margin->last) + (margin->kind == COOP_BORDER_REFLECT ? inward * depth : 0);
    const uint64_t steps[3] = {1, margin->from.cells[0], margin->from.cells[0] * margin->from.cells[1]};
    const unsigned char *cell;

    at[d] = (uint64_t)(source - margin->from.first[d]);
    cell = from + (at[0] * steps[0] + at[1] * steps[1] + at[2] * steps[2]) * bytes;
    memcpy(to + i * bytes, cell, bytes);
    for (uint32_t k = 0; k < margin->tensor->component_count; ++k) {
        const struct coop_component *what = &margin->tensor->list[k];
        uint64_t offset = what->offset + what->inner;

        if (margin->kind == COOP_BORDER_REFLECT && margin->turned >> what->item & 1) {
            turn(to + i * bytes + offset, what);
        } else if (margin->kind == COOP_BORDER_EXTRAPOLATE_1 && margin->last > 0) {
            extend(to + i * bytes + offset, cell + offset,
                   cell + offset + inward * (int64_t)(steps[d] * bytes), (uint32_t)depth + 1, what);
        }
    }
}

static coop_status fill_margin(const struct coop_graph_object *graph, uint32_t storage,
                               const struct coop_border_way *way, uint32_t dimension,
                               unsigned char *scratch[2])
{
    const struct coop_tensor_object *tensor = coop_graph_tensor_of(graph, storage);
    struct margin margin = {.tensor = &graph->tensors[storage],
                            .kind = tensor->border.kinds[dimension],
                            .dimension = dimension,
                            .turned = tensor->border.turned_items[dimension],
                            .to = region_of(&way->to_box),
                            .is_low = way->to_box.first[dimension] < 0,
                            .last = (int64_t)way->to->view.extent[dimension] - 1};
    uint64_t thick = margin.kind == COOP_BORDER_REFLECT         ? margin.to.cells[dimension]
                     : margin.kind == COOP_BORDER_EXTRAPOLATE_1 ? (margin.last > 0 ? 2 : 1)
                                                                : 1;
    coop_status status = COOP_OK;

    if (margin.kind == COOP_BORDER_OWN) {
        return COOP_OK;
    }
    if (margin.kind == COOP_BORDER_CONSTANT) {
        for (uint64_t i = 0; i < way->cells; ++i) {
            memcpy(scratch[0] + i * tensor->element->bytes, tensor->border_cell, tensor->element->bytes);
        }
        return coop_block_copy(tensor, way->to, &margin.to, scratch[0], 1);
    }
    margin.from = margin.to;
    margin.from.cells[dimension] = thick;
    margin.from.first[dimension] = margin.is_low ? 0 : margin.last + 1 - (int64_t)thick;
    status = coop_block_copy(tensor, way->to, &margin.from, scratch[1], 0);
    for (uint64_t i = 0; i < way->cells && status == COOP_OK; ++i) {
        make_cell(&margin, i, scratch[0], scratch[1]);
    }
    return status == COOP_OK ? coop_block_copy(tensor, way->to, &margin.to, scratch[0], 1) : status;
}

/* ---- tasks ---- */

static coop_status do_border(const struct coop_graph_object *graph, uint32_t number,
                             unsigned char *scratch[2])
{
    const struct coop_plan_node *node = &graph->plan.nodes[graph->plan.tasks[number].node];
    uint32_t storage = node->accesses[0].storage;
    const struct coop_tensor_object *tensor = coop_graph_tensor_of(graph, storage);
    coop_status status = COOP_OK;

    for (int side = 0; side < 2 && status == COOP_OK; ++side) {
        struct coop_border_way way = coop_border_way(graph, number, side);
        struct coop_region from = region_of(&way.from_box);
        struct coop_region to = region_of(&way.to_box);

        if (way.from == NULL) {
            status = fill_margin(graph, storage, &way, node->dimension, scratch);
            continue;
        }
        status = coop_block_copy(tensor, way.from, &from, scratch[0], 0);
        status = status == COOP_OK ? coop_block_copy(tensor, way.to, &to, scratch[0], 1) : status;
    }
    return status;
}

coop_status coop_graph_do_cells(struct coop_graph_object *graph, uint32_t number, unsigned char *scratch[2])
{
    const struct coop_plan_task *task = &graph->plan.tasks[number];
    const struct coop_plan_node *node = &graph->plan.nodes[task->node];
    const struct coop_tensor_object *tensor;
    const struct coop_block *block;
    struct coop_region box;
    coop_status status;

    if (node->kind == COOP_PLAN_BORDER) {
        return do_border(graph, number, scratch);
    }
    tensor = coop_graph_tensor_of(graph, node->accesses[0].storage);
    block = &tensor->blocks[task->block];
    box = coop_view_region(&block->view);
    if (node->kind == COOP_PLAN_FILL) {
        for (uint64_t i = 0; i < count_cells(&box); ++i) {
            memcpy(scratch[0] + i * tensor->element->bytes, graph->items[node->item].cell_bytes,
                   tensor->element->bytes);
        }
        return coop_block_copy(tensor, block, &box, scratch[0], 1);
    }
    status = coop_block_copy(tensor, block, &box, scratch[0], 0);
    tensor = coop_graph_tensor_of(graph, node->accesses[1].storage);
    return status == COOP_OK ? coop_block_copy(tensor, &tensor->blocks[task->block], &box, scratch[0], 1)
                             : status;
}

uint64_t coop_graph_scratch_bytes(const struct coop_graph_object *graph, uint32_t number)
{
    const struct coop_plan_task *task = &graph->plan.tasks[number];
    const struct coop_plan_node *node = &graph->plan.nodes[task->node];
    uint64_t cells = 0;

    if (node->kind == COOP_PLAN_BORDER) {
        struct coop_border_way ways[2] = {coop_border_way(graph, number, 0),
                                          coop_border_way(graph, number, 1)};

        cells = 2 * (ways[0].cells > ways[1].cells ? ways[0].cells : ways[1].cells);
    } else if (node->kind == COOP_PLAN_FILL || node->kind == COOP_PLAN_COPY) {
        struct coop_region box = coop_view_region(
            &coop_graph_tensor_of(graph, node->accesses[0].storage)->blocks[task->block].view);

        cells = count_cells(&box);
    }
    return cells > 0 ? cells * coop_graph_tensor_of(graph, node->accesses[0].storage)->element->bytes : 0;
}
