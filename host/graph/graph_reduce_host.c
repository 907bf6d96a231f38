#include "host/graph/graph_reduce_host.h"

#include "host/graph/cut.h"
#include "host/graph/graph_command.h"
#include "host/graph/graph_reduce.h"
#include "host/graph/view.h"
#include <string.h>

/* ---- numbers ---- */

/* Of an item of that type; as wide as the scalar is. */
static union coop_number load(const unsigned char *place, const char *type, enum coop_scalar_type to)
{
    union coop_number number = {.natural = 0};

    if (strcmp(type, "float") == 0) {
        memcpy(&number.single, place, sizeof number.single);
        if (to == COOP_DOUBLE) {
            number.real = (double)number.single;
        }
    } else if (strcmp(type, "double") == 0) {
        memcpy(&number.real, place, sizeof number.real);
    } else {
        uint32_t bytes = type[type[0] == 'u'] == 'c'   ? 1
                         : type[type[0] == 'u'] == 's' ? 2
                         : type[type[0] == 'u'] == 'i' ? 4
                                                       : 8;
        uint64_t sign = UINT64_C(1) << (8 * bytes - 1);

        memcpy(&number.natural, place, bytes);
        if (type[0] != 'u') {
            number.natural = (number.natural ^ sign) - sign;
        }
    }
    return number;
}

#define JOIN(member)                                                                        \
    if (how == COOP_SUM) {                                                                  \
        left.member = left.member + right.member;                                           \
    } else if (how == COOP_MIN ? right.member < left.member : right.member > left.member) { \
        left.member = right.member;                                                         \
    }

static union coop_number join(union coop_number left, union coop_number right, uint32_t how,
                              enum coop_scalar_type type)
{
    if (type == COOP_FLOAT) {
        JOIN(single)
    } else if (type == COOP_DOUBLE) {
        JOIN(real)
    } else if (type == COOP_UINT || type == COOP_ULONG || how == COOP_SUM) { /* sums wrap around */
        JOIN(natural)
    } else {
        JOIN(integer)
    }
    return left;
}

/* ---- trees ---- */

static union coop_number join_all(union coop_number *values, uint64_t count, uint32_t how,
                                  enum coop_scalar_type type)
{
    for (uint64_t step = 1; step < count; step *= 2) {
        for (uint64_t i = 0; i + step < count; i += 2 * step) {
            values[i] = join(values[i], values[i + step], how, type);
        }
    }
    return values[0];
}

coop_status coop_graph_do_pieces(struct coop_graph_object *graph, uint32_t number)
{
    const struct coop_plan_task *task = &graph->plan.tasks[number];
    const struct coop_plan_node *node = &graph->plan.nodes[task->node];
    struct coop_graph_reduction *reduction = graph->items[node->item].reduction;
    const struct coop_tensor_object *tensor = coop_graph_tensor_of(graph, node->accesses[0].storage);
    const struct coop_block *block = &tensor->blocks[task->block];
    const struct coop_view *view = &block->view;
    const char *type = tensor->element->members[reduction->member].type;
    enum coop_scalar_type scalar = reduction->scalar->type;
    struct coop_item_steps steps = coop_item_steps(tensor->element, view, reduction->member, reduction->item);
    union coop_number *to = reduction->numbers + reduction->begins[task->block];
    union coop_number values[COOP_PIECE_CELLS];
    uint32_t place[3];
    void *bytes;
    coop_status status =
        coop_buffer_map(block->buffer, 0, coop_buffer_bytes(block->buffer), COOP_MAP_READ, &bytes);

    coop_cut_place(&tensor->cut, task->block, place);
    for (uint64_t row = 0; row < (uint64_t)view->extent[1] * view->extent[2] && status == COOP_OK; ++row) {
        const unsigned char *from =
            (const unsigned char *)bytes + steps.first +
            coop_view_row(view, (int64_t)(row % view->extent[1]), (int64_t)(row / view->extent[1])) *
                steps.row +
            coop_view_padding(view, 0) * steps.column;

        for (uint32_t i = 0; i < reduction->part_counts[place[0]]; ++i) {
            const struct coop_segment *segment =
                &reduction->segment_list[reduction->part_firsts[place[0]] + i];

            for (uint32_t k = 0; k < segment->cells; ++k) {
                values[k] = load(from + (segment->begin + k) * steps.column, type, scalar);
            }
            *to++ = join_all(values, segment->cells, reduction->how, scalar);
        }
    }
    return status == COOP_OK ? coop_buffer_unmap(block->buffer, bytes) : status;
}

/* The value of a piece of a row from its segments, as coop_reduce_collect has it. */
static union coop_number collect(const struct coop_graph_reduction *reduction, uint32_t piece, uint64_t y,
                                 uint64_t z)
{
    const struct coop_tensor_object *tensor = reduction->tensor;
    enum coop_scalar_type type = reduction->scalar->type;
    union coop_number values[12];
    uint32_t sizes[12];
    uint32_t count = 0;

    for (uint32_t i = reduction->first_list[piece]; i < reduction->first_list[piece + 1]; ++i) {
        const struct coop_segment *segment = &reduction->segment_list[i];
        uint32_t block = segment->part;

        while (y >= tensor->blocks[block].view.origin[1] + (uint64_t)tensor->blocks[block].view.extent[1]) {
            block += tensor->cut.parts[0];
        }
        while (z >= tensor->blocks[block].view.origin[2] + (uint64_t)tensor->blocks[block].view.extent[2]) {
            block += tensor->cut.parts[0] * tensor->cut.parts[1];
        }
        values[count] =
            reduction
                ->numbers[reduction->begins[block] +
                          ((z - tensor->blocks[block].view.origin[2]) * tensor->blocks[block].view.extent[1] +
                           y - tensor->blocks[block].view.origin[1]) *
                              reduction->part_counts[segment->part] +
                          segment->index];
        sizes[count++] = segment->full;
        for (; count > 1 && sizes[count - 1] == sizes[count - 2]; --count) {
            values[count - 2] = join(values[count - 2], values[count - 1], reduction->how, type);
            sizes[count - 2] *= 2;
        }
    }
    for (; count > 1; --count) {
        values[count - 2] = join(values[count - 2], values[count - 1], reduction->how, type);
    }
    return values[0];
}

static coop_status write_scalar(const struct coop_graph_object *graph,
                                const struct coop_scalar_object *scalar, const void *value, uint32_t first)
{
    coop_status status = COOP_OK;

    for (uint32_t i = first; i < graph->device_count && status == COOP_OK; ++i) {
        status = coop_buffer_write(scalar->buffers[i], 0, value, coop_scalar_bytes(scalar->type));
    }
    return status;
}

coop_status coop_graph_do_combine(struct coop_graph_object *graph, uint32_t number)
{
    const struct coop_plan_node *node = &graph->plan.nodes[graph->plan.tasks[number].node];
    struct coop_graph_reduction *reduction = graph->items[node->item].reduction;
    const struct coop_tensor_object *tensor = reduction->tensor;
    const struct coop_scalar_object *scalar = reduction->scalar;
    union coop_number *pieces = reduction->numbers + reduction->begins[reduction->block_count];
    uint64_t count = 0;

    for (uint64_t z = 0; z < tensor->view.whole[2]; ++z) {
        for (uint64_t y = 0; y < tensor->view.whole[1]; ++y) {
            for (uint32_t i = 0; i < reduction->piece_count; ++i) {
                pieces[count++] = collect(reduction, i, y, z);
            }
        }
    }
    while (count > 1) {
        uint64_t groups = (count - 1) / COOP_PIECE_CELLS + 1;

        for (uint64_t i = 0; i < groups; ++i) {
            uint64_t left = count - i * COOP_PIECE_CELLS;

            pieces[i] =
                join_all(pieces + i * COOP_PIECE_CELLS, left < COOP_PIECE_CELLS ? left : COOP_PIECE_CELLS,
                         reduction->how, scalar->type);
        }
        count = groups;
    }
    return write_scalar(graph, scalar, &pieces[0], 0);
}

coop_status coop_graph_do_spread(struct coop_graph_object *graph, uint32_t number)
{
    const struct coop_plan_node *node = &graph->plan.nodes[graph->plan.tasks[number].node];
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < node->access_count && graph->device_count > 1 && status == COOP_OK; ++i) {
        const struct coop_scalar_object *scalar = graph->tensors[node->accesses[i].storage].scalar;
        uint64_t value;

        if (scalar != NULL && node->accesses[i].how & COOP_PLAN_WRITES) {
            status = coop_buffer_read(scalar->buffers[0], 0, &value, coop_scalar_bytes(scalar->type));
            status = status == COOP_OK ? write_scalar(graph, scalar, &value, 1) : status;
        }
    }
    return status;
}
