/* Cells between tensors and the host. Rows are read many at a time. They are written many at a time where the
 * box has whole rows, and piece by piece otherwise, so that nothing beside the box is written. */
#include "host/graph/tensor_copy.h"

#include "host/graph/convert.h"

#include <stdlib.h>

#define READING "reading cells of a tensor"
#define WRITING "writing cells of a tensor"
#define CONVERTING "converting a tensor"
#define STAGE_BYTES ((uint64_t)16 << 20)

/* Some rows of a box, in one plane of it. */
struct slab {
    const struct coop_tensor_object *tensor;
    const struct coop_block *block;
    uint64_t row; /* the first, of the block */
    uint64_t rows;
    uint64_t column; /* the first of the box, counted with the padding */
    uint64_t columns;
    unsigned char *host; /* where the first of its cells lies there, as the struct */
    uint64_t host_row;   /* bytes from one row to the next there */
    unsigned char *stage;
};

static uint64_t cell_bytes(const struct coop_tensor_object *tensor)
{
    return tensor->view.layout == COOP_AOS ? tensor->element->bytes : tensor->element->packed_bytes;
}

static struct coop_item_steps host_steps(const struct slab *slab, uint32_t member, uint32_t item)
{
    const struct coop_element *element = slab->tensor->element;
    const struct coop_member *what = &element->members[member];

    return (struct coop_item_steps){what->offset + (uint64_t)item * what->item_bytes, slab->host_row,
                                    element->bytes};
}

/* Between the host and the staging memory, which has the slab's whole rows from `begin`, of the block, on. */
static void copy_item(const struct slab *slab, uint32_t member, uint32_t item, uint64_t begin, int writes)
{
    const struct coop_element *element = slab->tensor->element;
    struct coop_item_steps there = coop_item_steps(element, &slab->block->view, member, item);
    struct coop_item_steps here = host_steps(slab, member, item);
    uint32_t bytes = element->members[member].item_bytes;

    there.first += slab->row * there.row + slab->column * there.column - begin;
    if (writes) {
        coop_items_copy(slab->stage, there, slab->host, here, slab->rows, slab->columns, bytes);
    } else {
        coop_items_copy(slab->host, here, slab->stage, there, slab->rows, slab->columns, bytes);
    }
}

static coop_status move(const struct slab *slab, uint64_t offset, uint64_t bytes, int writes)
{
    coop_buffer *buffer = slab->block->buffer;

    return writes ? coop_buffer_write(buffer, offset, slab->stage, bytes)
                  : coop_buffer_read(buffer, offset, slab->stage, bytes);
}

/* Whole rows, in which all items lie together. */
static coop_status copy_rows(const struct slab *slab, int writes)
{
    const struct coop_element *element = slab->tensor->element;
    uint64_t row_bytes = slab->block->view.row_cells * cell_bytes(slab->tensor);
    uint64_t begin = slab->row * row_bytes;
    coop_status status = writes ? COOP_OK : move(slab, begin, slab->rows * row_bytes, 0);

    for (uint32_t i = 0; i < element->member_count && status == COOP_OK; ++i) {
        for (uint32_t j = 0; j < element->members[i].items; ++j) {
            copy_item(slab, i, j, begin, writes);
        }
    }
    return writes && status == COOP_OK ? move(slab, begin, slab->rows * row_bytes, 1) : status;
}

/* Whole rows of one item. */
static coop_status copy_item_rows(const struct slab *slab, uint32_t member, uint32_t item, int writes)
{
    struct coop_item_steps steps = coop_item_steps(slab->tensor->element, &slab->block->view, member, item);
    uint64_t begin = steps.first + slab->row * steps.row;
    coop_status status = writes ? COOP_OK : move(slab, begin, slab->rows * steps.row, 0);

    if (status == COOP_OK) {
        copy_item(slab, member, item, begin, writes);
    }
    return writes && status == COOP_OK ? move(slab, begin, slab->rows * steps.row, 1) : status;
}

/* The box's part of one row of one item. */
static coop_status write_piece(const struct slab *slab, uint64_t row, uint32_t member, uint32_t item)
{
    const struct coop_element *element = slab->tensor->element;
    struct coop_item_steps steps = coop_item_steps(element, &slab->block->view, member, item);
    struct coop_item_steps here = host_steps(slab, member, item);
    uint32_t bytes = element->members[member].item_bytes;
    struct coop_item_steps packed = {0, 0, bytes};

    here.first += row * here.row;
    coop_items_copy(slab->stage, packed, slab->host, here, 1, slab->columns, bytes);
    return move(slab, steps.first + (slab->row + row) * steps.row + slab->column * steps.column,
                slab->columns * bytes, 1);
}

/* The box's part of one row, whose cells lie there as here. */
static coop_status write_cells(const struct slab *slab, uint64_t row)
{
    uint64_t bytes = slab->tensor->element->bytes;
    uint64_t at = (slab->row + row) * slab->block->view.row_cells + slab->column;

    return coop_buffer_write(slab->block->buffer, at * bytes, slab->host + row * slab->host_row,
                             slab->columns * bytes);
}

static coop_status write_pieces(const struct slab *slab)
{
    const struct coop_element *element = slab->tensor->element;
    coop_status status = COOP_OK;

    for (uint64_t row = 0; row < slab->rows && status == COOP_OK; ++row) {
        if (slab->block->view.layout == COOP_AOS) {
            status = write_cells(slab, row);
            continue;
        }
        for (uint32_t i = 0; i < element->member_count; ++i) {
            for (uint32_t j = 0; j < element->members[i].items && status == COOP_OK; ++j) {
                status = write_piece(slab, row, i, j);
            }
        }
    }
    return status;
}

static coop_status copy_slab(const struct slab *slab, int writes)
{
    const struct coop_element *element = slab->tensor->element;
    const struct coop_view *view = &slab->block->view;
    coop_status status = COOP_OK;

    if (writes && slab->columns != view->extent[0] + 2 * (uint64_t)view->padding) {
        return write_pieces(slab);
    }
    if (view->layout != COOP_SOA_BLOCK) {
        return copy_rows(slab, writes);
    }
    for (uint32_t i = 0; i < element->member_count; ++i) {
        for (uint32_t j = 0; j < element->members[i].items && status == COOP_OK; ++j) {
            status = copy_item_rows(slab, i, j, writes);
        }
    }
    return status;
}

/* ---- boxes ---- */

/* The part of a box that is one block's: `part`, counted from the block's first cell. */
static coop_status copy_part(struct slab *slab, const struct coop_region *part, uint64_t host_plane,
                             int writes)
{
    const struct coop_view *view = &slab->block->view;
    unsigned char *host = slab->host;
    uint64_t row_bytes = view->row_cells * cell_bytes(slab->tensor);
    uint64_t rows_at_once = row_bytes < STAGE_BYTES ? STAGE_BYTES / row_bytes : 1;
    coop_status status = COOP_OK;

    rows_at_once = rows_at_once < part->cells[1] ? rows_at_once : part->cells[1];
    slab->column = (uint64_t)(part->first[0] + view->padding);
    slab->columns = part->cells[0];
    slab->stage = calloc(rows_at_once, row_bytes);
    if (slab->stage == NULL) {
        return coop_tensor_fail(slab->tensor, COOP_OUT_OF_MEMORY, writes ? WRITING : READING,
                                "the host has no memory left for %llu bytes of rows",
                                (unsigned long long)(rows_at_once * row_bytes));
    }
    for (uint64_t z = 0; z < part->cells[2]; ++z) {
        for (uint64_t y = 0; y < part->cells[1] && status == COOP_OK; y += slab->rows) {
            slab->host = host + z * host_plane + y * slab->host_row;
            slab->row = coop_view_row(view, part->first[1] + (int64_t)y, part->first[2] + (int64_t)z);
            slab->rows = part->cells[1] - y < rows_at_once ? part->cells[1] - y : rows_at_once;
            status = copy_slab(slab, writes);
        }
    }
    free(slab->stage);
    return status;
}

coop_status coop_block_copy(const struct coop_tensor_object *tensor, const struct coop_block *block,
                            const struct coop_region *box, unsigned char *host, int writes)
{
    uint64_t bytes = tensor->element->bytes;
    struct slab slab = {.tensor = tensor, .block = block, .host = host, .host_row = box->cells[0] * bytes};

    return copy_part(&slab, box, box->cells[0] * box->cells[1] * bytes, writes);
}

coop_status coop_box_copy(const struct coop_tensor_object *tensor, const struct coop_region *box,
                          unsigned char *host, int writes)
{
    uint64_t bytes = tensor->element->bytes;
    uint64_t plane = box->cells[0] * box->cells[1] * bytes;
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < tensor->block_count && status == COOP_OK; ++i) {
        const struct coop_block *block = &tensor->blocks[i];
        struct slab slab = {.tensor = tensor, .block = block, .host_row = box->cells[0] * bytes};
        struct coop_region part;

        if (coop_cut_part(&tensor->cut, &tensor->view, i, box, &part)) {
            slab.host = host + (uint64_t)(part.first[2] - box->first[2]) * plane +
                        (uint64_t)(part.first[1] - box->first[1]) * slab.host_row +
                        (uint64_t)(part.first[0] - box->first[0]) * bytes;
            for (unsigned k = 0; k < 3; ++k) {
                part.first[k] -= block->view.origin[k];
            }
            status = copy_part(&slab, &part, plane, writes);
        }
    }
    return status;
}

coop_status coop_tensor_box(const struct coop_tensor_object *tensor, const struct coop_region *region,
                            const char *doing, struct coop_region *box)
{
    *box = region != NULL ? *region : coop_view_region(&tensor->view);
    if (coop_view_has(&tensor->view, box)) {
        return COOP_OK;
    }
    return coop_tensor_fail(tensor, COOP_INVALID_ARGUMENT, doing,
                            "the box at (%lld, %lld, %lld) of %llu x %llu x %llu cells leaves the tensor, "
                            "which has %u x %u x %u "
                            "and a padding of %u",
                            (long long)box->first[0], (long long)box->first[1], (long long)box->first[2],
                            (unsigned long long)box->cells[0], (unsigned long long)box->cells[1],
                            (unsigned long long)box->cells[2], tensor->view.extent[0], tensor->view.extent[1],
                            tensor->view.extent[2], (unsigned)tensor->view.padding);
}

/* Of a tensor that is held. */
static coop_status copy_region(const struct coop_tensor_object *tensor, const struct coop_region *region,
                               void *host, int writes)
{
    struct coop_region box;
    coop_status status = coop_tensor_box(tensor, region, writes ? WRITING : READING, &box);

    return status == COOP_OK && box.cells[0] > 0 && box.cells[1] > 0 && box.cells[2] > 0
               ? coop_box_copy(tensor, &box, host, writes)
               : status;
}

static coop_status copy(coop_tensor *handle, const struct coop_region *region, void *host, int writes)
{
    const char *doing = writes ? WRITING : READING;
    struct coop_tensor_object *tensor = coop_tensor_get(handle, doing);
    coop_status status;

    if (tensor == NULL) {
        return COOP_INVALID_HANDLE;
    }
    if (host == NULL) {
        status = coop_tensor_fail(tensor, COOP_INVALID_ARGUMENT, doing, "%s is NULL", writes ? "from" : "to");
    } else {
        status = coop_tensor_hold(tensor, doing);
    }
    if (host != NULL && status == COOP_OK) {
        status = copy_region(tensor, region, host, writes);
        coop_tensor_let(tensor);
    }
    coop_object_release(&tensor->base);
    return status;
}

coop_status coop_tensor_write(coop_tensor *tensor, const struct coop_region *region, const void *from)
{
    return copy(tensor, region, (void *)(uintptr_t)from, 1); /* which is only read */
}

coop_status coop_tensor_read(coop_tensor *tensor, const struct coop_region *region, void *to)
{
    return copy(tensor, region, to, 0);
}

/* ---- between tensors ---- */

static coop_status check_alike(const struct coop_tensor_object *from, const struct coop_tensor_object *to)
{
    if (from->element->hash != to->element->hash) {
        return coop_tensor_fail(to, COOP_INVALID_ARGUMENT, CONVERTING,
                                "one tensor is of '%s', the other one of '%s'", from->element->name,
                                to->element->name);
    }
    if (from->view.dimensions != to->view.dimensions || from->view.extent[0] != to->view.extent[0] ||
        from->view.extent[1] != to->view.extent[1] || from->view.extent[2] != to->view.extent[2]) {
        return coop_tensor_fail(to, COOP_INVALID_ARGUMENT, CONVERTING,
                                "one tensor has %u x %u x %u cells, the other one %u x %u x %u",
                                from->view.extent[0], from->view.extent[1], from->view.extent[2],
                                to->view.extent[0], to->view.extent[1], to->view.extent[2]);
    }
    if (from->view.padding != to->view.padding) {
        return coop_tensor_fail(to, COOP_INVALID_ARGUMENT, CONVERTING,
                                "one tensor has a padding of %u cells, the other one of %u",
                                (unsigned)from->view.padding, (unsigned)to->view.padding);
    }
    return COOP_OK;
}

/* Some whole rows at a time, through the host. */
static coop_status convert(const struct coop_tensor_object *from, const struct coop_tensor_object *to)
{
    struct coop_region box = coop_view_region(&from->view);
    uint64_t row_bytes;
    uint64_t rows_at_once;
    uint64_t rows;
    unsigned char *cells;
    coop_status status = COOP_OK;

    for (unsigned i = 0; i < 3; ++i) {
        box.first[i] -= coop_view_padding(&from->view, i);
        box.cells[i] += 2 * (uint64_t)coop_view_padding(&from->view, i);
    }
    rows = box.cells[1];
    row_bytes = box.cells[0] * from->element->bytes;
    rows_at_once = row_bytes < STAGE_BYTES ? STAGE_BYTES / row_bytes : 1;
    rows_at_once = rows_at_once < rows ? rows_at_once : rows;
    cells = malloc(rows_at_once * row_bytes);
    if (cells == NULL) {
        return coop_tensor_fail(to, COOP_OUT_OF_MEMORY, CONVERTING,
                                "the host has no memory left for %llu bytes of rows",
                                (unsigned long long)(rows_at_once * row_bytes));
    }
    for (uint64_t z = 0; z < box.cells[2]; ++z) {
        struct coop_region part = box;

        part.first[2] += (int64_t)z;
        part.cells[2] = 1;
        for (uint64_t y = 0; y < rows && status == COOP_OK; y += part.cells[1]) {
            part.first[1] = box.first[1] + (int64_t)y;
            part.cells[1] = rows - y < rows_at_once ? rows - y : rows_at_once;
            status = coop_box_copy(from, &part, cells, 0);
            if (status == COOP_OK) {
                status = coop_box_copy(to, &part, cells, 1);
            }
        }
    }
    free(cells);
    return status;
}

coop_status coop_tensor_convert(coop_tensor *from_handle, coop_tensor *to_handle)
{
    struct coop_tensor_object *from = coop_tensor_get(from_handle, CONVERTING);
    struct coop_tensor_object *to = from != NULL ? coop_tensor_get(to_handle, CONVERTING) : NULL;
    coop_status status = to == NULL ? COOP_INVALID_HANDLE : coop_tensor_hold(from, CONVERTING);

    if (status == COOP_OK) {
        status = coop_tensor_hold(to, CONVERTING);
        if (status == COOP_OK) {
            status = check_alike(from, to);
            status = status == COOP_OK ? convert(from, to) : status;
            coop_tensor_let(to);
        }
        coop_tensor_let(from);
    }
    coop_object_release(to != NULL ? &to->base : NULL);
    coop_object_release(from != NULL ? &from->base : NULL);
    return status;
}
