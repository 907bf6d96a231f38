/* Cells from one layout to another, item by item. */
#include "host/graph/convert.h"

#include "coop/context.h"
#include "coop/library.h"

#include <string.h>

#define CONVERTING "converting cells between layouts"

/* One row. The sizes are constants, so that each copy is a load and a store. */
static void copy_row(unsigned char *to, uint64_t to_step, const unsigned char *from, uint64_t from_step,
                     uint64_t columns, uint32_t item_bytes)
{
    if (to_step == item_bytes && from_step == item_bytes) {
        memcpy(to, from, columns * item_bytes);
        return;
    }
    for (uint64_t i = 0; i < columns; ++i, to += to_step, from += from_step) {
        switch (item_bytes) {
        case 1:
            *to = *from;
            break;
        case 2:
            memcpy(to, from, 2);
            break;
        case 4:
            memcpy(to, from, 4);
            break;
        case 8:
            memcpy(to, from, 8);
            break;
        default:
            memcpy(to, from, item_bytes);
            break;
        }
    }
}

void coop_items_copy(void *to, struct coop_item_steps to_steps, const void *from,
                     struct coop_item_steps from_steps, uint64_t rows, uint64_t columns, uint32_t item_bytes)
{
    for (uint64_t row = 0; row < rows; ++row) {
        copy_row((unsigned char *)to + to_steps.first + row * to_steps.row, to_steps.column,
                 (const unsigned char *)from + from_steps.first + row * from_steps.row, from_steps.column,
                 columns, item_bytes);
    }
}

static coop_status refuse(const char *message)
{
    return coop_context_fail(NULL, COOP_INVALID_ARGUMENT, CONVERTING, message);
}

static uint64_t begin_of(const struct coop_view *view, const struct coop_item_steps *steps,
                         const struct coop_region *region, uint64_t plane)
{
    return steps->first +
           coop_view_row(view, region->first[1], region->first[2] + (int64_t)plane) * steps->row +
           (uint64_t)(region->first[0] + coop_view_padding(view, 0)) * steps->column;
}

static void convert_item(const struct coop_element *element, uint32_t member, uint32_t item,
                         const struct coop_view *from_view, const void *from, const struct coop_view *to_view,
                         void *to, const struct coop_region *region)
{
    struct coop_item_steps from_steps = coop_item_steps(element, from_view, member, item);
    struct coop_item_steps to_steps = coop_item_steps(element, to_view, member, item);

    for (uint64_t plane = 0; plane < region->cells[2]; ++plane) {
        struct coop_item_steps source = from_steps;
        struct coop_item_steps target = to_steps;

        source.first = begin_of(from_view, &from_steps, region, plane);
        target.first = begin_of(to_view, &to_steps, region, plane);
        coop_items_copy(to, target, from, source, region->cells[1], region->cells[0],
                        element->members[member].item_bytes);
    }
}

coop_status coop_cells_convert(const struct coop_element *element, const struct coop_view *from_view,
                               const void *from, const struct coop_view *to_view, void *to,
                               const struct coop_region *region)
{
    struct coop_region box;

    if (element == NULL || from_view == NULL || from == NULL || to_view == NULL || to == NULL) {
        return refuse("element, views and blocks may not be NULL");
    }
    box = region != NULL ? *region : coop_view_region(from_view);
    if (from_view->dimensions != to_view->dimensions || !coop_view_has(from_view, &box) ||
        !coop_view_has(to_view, &box)) {
        return refuse(
            "the box of cells leaves a block and its padding, or the blocks have different dimensions");
    }
    for (uint32_t i = 0; i < element->member_count; ++i) {
        for (uint32_t j = 0; j < element->members[i].items; ++j) {
            convert_item(element, i, j, from_view, from, to_view, to, &box);
        }
    }
    return COOP_OK;
}
