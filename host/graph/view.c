#include "host/graph/view.h"

#include "coop/context.h"
#include "coop/library.h"
#include <string.h>

#define DESCRIBING "describing a block of cells"
#define ROW_ALIGNMENT 128u

static uint64_t greatest_power_in(uint64_t number, uint64_t most)
{
    uint64_t power = 1;

    while (power < most && number % (2 * power) == 0) {
        power *= 2;
    }
    return power;
}

/* Of how many cells a row must be a multiple, so that so many bytes a cell make a multiple of `alignment`. */
static uint64_t cells_for(uint64_t bytes, uint64_t alignment)
{
    return alignment / greatest_power_in(bytes, alignment);
}

static uint64_t row_multiple(const struct coop_element *element, uint32_t layout, int aligned_rows)
{
    uint64_t multiple = 1;

    if (layout == COOP_AOS) {
        return aligned_rows ? cells_for(element->bytes, ROW_ALIGNMENT) : 1;
    }
    if (layout == COOP_SOA) { /* the next row's items must be aligned */
        multiple = cells_for(element->packed_bytes, aligned_rows ? ROW_ALIGNMENT : element->alignment);
    }
    for (uint32_t i = 0; aligned_rows && i < element->member_count; ++i) {
        uint64_t needed = cells_for(element->members[i].item_bytes, ROW_ALIGNMENT);

        multiple = needed > multiple ? needed : multiple;
    }
    return multiple;
}

uint32_t coop_view_padding(const struct coop_view *view, unsigned dimension)
{
    return dimension < view->dimensions ? view->padding : 0;
}

static uint64_t padded(const struct coop_view *view, unsigned dimension)
{
    return (uint64_t)view->extent[dimension] + 2 * (uint64_t)coop_view_padding(view, dimension);
}

uint64_t coop_view_rows(const struct coop_view *view)
{
    return padded(view, 1) * padded(view, 2);
}

coop_status coop_view_lay_out(const struct coop_element *element, int aligned_rows, struct coop_view *view)
{
    uint64_t multiple = row_multiple(element, view->layout, aligned_rows);
    uint64_t row_cells = (padded(view, 0) + multiple - 1) / multiple * multiple;
    uint64_t planes = padded(view, 2);

    if (row_cells > UINT32_MAX || padded(view, 1) > UINT32_MAX / row_cells ||
        planes > UINT32_MAX / (row_cells * padded(view, 1))) {
        return COOP_INVALID_ARGUMENT;
    }
    view->row_cells = (uint32_t)row_cells;
    view->block_cells = (uint32_t)(row_cells * padded(view, 1) * planes);
    return COOP_OK;
}

static coop_status refuse(const char *message)
{
    return coop_context_fail(NULL, COOP_INVALID_ARGUMENT, DESCRIBING, message);
}

coop_status coop_view_init(const struct coop_element *element, enum coop_layout layout, uint32_t dimensions,
                           const uint64_t *cells, uint32_t padding, int aligned_rows, struct coop_view *view)
{
    if (view == NULL) {
        return refuse("view is NULL");
    }
    memset(view, 0, sizeof *view);
    if (element == NULL || cells == NULL) {
        return refuse(element == NULL ? "element is NULL" : "cells is NULL");
    }
    if (dimensions < 1 || dimensions > 3 || padding > 255 || (int)layout < COOP_AOS ||
        (int)layout > COOP_SOA_BLOCK) {
        return refuse("there are 1 to 3 dimensions, padding of at most 255 cells, and three layouts");
    }
    for (uint32_t i = 0; i < 3; ++i) {
        uint64_t extent = i < dimensions ? cells[i] : 1;

        if (extent == 0 || extent > UINT32_C(1) << 31) {
            memset(view, 0, sizeof *view);
            return refuse("each dimension has 1 to 2^31 cells");
        }
        view->extent[i] = view->whole[i] = (uint32_t)extent;
    }
    view->padding = (uint8_t)padding;
    view->dimensions = (uint8_t)dimensions;
    view->layout = (uint8_t)layout;
    if (coop_view_lay_out(element, aligned_rows, view) != COOP_OK) {
        memset(view, 0, sizeof *view);
        return refuse("a block has fewer than 2^32 cells, padding and alignment included");
    }
    return COOP_OK;
}

uint64_t coop_view_bytes(const struct coop_element *element, const struct coop_view *view)
{
    if (element == NULL || view == NULL) {
        (void)refuse(element == NULL ? "element is NULL" : "view is NULL");
        return 0;
    }
    return (uint64_t)view->block_cells * (view->layout == COOP_AOS ? element->bytes : element->packed_bytes);
}

struct coop_item_steps coop_item_steps(const struct coop_element *element, const struct coop_view *view,
                                       uint32_t member, uint32_t item)
{
    const struct coop_member *what = &element->members[member];
    uint64_t run = what->run + (uint64_t)item * what->item_bytes;
    uint64_t row_cells = view->row_cells;

    if (view->layout == COOP_AOS) {
        return (struct coop_item_steps){what->offset + (uint64_t)item * what->item_bytes,
                                        row_cells * element->bytes, element->bytes};
    }
    if (view->layout == COOP_SOA) {
        return (struct coop_item_steps){run * row_cells, row_cells * element->packed_bytes, what->item_bytes};
    }
    return (struct coop_item_steps){run * view->block_cells, row_cells * what->item_bytes, what->item_bytes};
}

uint64_t coop_view_row(const struct coop_view *view, int64_t y, int64_t z)
{
    return (uint64_t)(z + coop_view_padding(view, 2)) * padded(view, 1) +
           (uint64_t)(y + coop_view_padding(view, 1));
}

uint64_t coop_view_place(const struct coop_element *element, const struct coop_view *view, uint32_t member,
                         uint32_t item, const int64_t *cell)
{
    struct coop_item_steps steps;

    if (element == NULL || view == NULL || cell == NULL) {
        (void)refuse("element, view and cell may not be NULL");
        return 0;
    }
    steps = coop_item_steps(element, view, member, item);
    return steps.first + coop_view_row(view, cell[1], cell[2]) * steps.row +
           (uint64_t)(cell[0] + coop_view_padding(view, 0)) * steps.column;
}

struct coop_region coop_view_region(const struct coop_view *view)
{
    return (struct coop_region){{0, 0, 0}, {view->extent[0], view->extent[1], view->extent[2]}};
}

int coop_view_has(const struct coop_view *view, struct coop_region *region)
{
    for (unsigned i = 0; i < 3; ++i) {
        int64_t padding = coop_view_padding(view, i);
        int64_t end = (int64_t)view->extent[i] + padding;

        if (i >= view->dimensions && region->cells[i] == 0) {
            region->cells[i] = 1;
        }
        if (region->first[i] < -padding || region->first[i] > end ||
            region->cells[i] > (uint64_t)(end - region->first[i])) {
            return 0;
        }
    }
    return 1;
}
