#include "host/graph/tensor_blocks.h"

#include "host/base/opencl.h"
#include "host/graph/tensor_fail.h"
#include "host/graph/view.h"
#include <stdio.h>
#include <stdlib.h>

/* Whose memory it is, as the context's last failure says why there is none. */
static coop_status fail_full(const struct coop_tensor_object *tensor, const char *doing,
                             const struct coop_block *block, uint64_t bytes)
{
    struct coop_error why = {.details = NULL};
    char reason[512];

    (void)coop_context_error(coop_devices_context(tensor->devices, block->device), &why);
    snprintf(reason, sizeof reason, "%.500s", why.message);
    coop_error_clear(&why);
    return coop_tensor_fail(tensor, COOP_OUT_OF_MEMORY, doing,
                            "a tensor of '%s' with %llu x %llu x %llu cells takes %llu bytes on device %u: "
                            "%s",
                            tensor->element->name, (unsigned long long)block->view.extent[0],
                            (unsigned long long)block->view.extent[1],
                            (unsigned long long)block->view.extent[2], (unsigned long long)bytes,
                            block->device, reason);
}

static coop_status take_block(const struct coop_tensor_object *tensor, const struct coop_view *whole,
                              uint32_t index, const char *doing, struct coop_block *block)
{
    coop_status status;
    uint64_t bytes;

    block->device = (uint32_t)((uint64_t)index * coop_devices_count(tensor->devices) / tensor->block_count);
    block->view = *whole;
    coop_cut_cells(&tensor->cut, whole, index, block->view.origin, block->view.extent);
    (void)coop_view_lay_out(tensor->element, tensor->aligned_rows,
                            &block->view); /* which is no larger than the whole */
    bytes = coop_view_bytes(tensor->element, &block->view);
    status = coop_buffer_create(coop_devices_context(tensor->devices, block->device), bytes, &block->buffer);
    if (status == COOP_OUT_OF_MEMORY) {
        return fail_full(tensor, doing, block, bytes);
    }
    return status == COOP_OK ? coop_buffer_fill(block->buffer, 0, 0, bytes) : status;
}

coop_status coop_tensor_blocks_take(const struct coop_tensor_object *tensor, const uint64_t *cells,
                                    const char *doing, struct coop_view *whole, struct coop_block **blocks)
{
    const struct coop_view *own = &tensor->view;
    struct coop_block *taken;
    coop_status status = coop_view_init(tensor->element, (enum coop_layout)own->layout, own->dimensions,
                                        cells, own->padding, tensor->aligned_rows, whole);

    *blocks = NULL;
    if (status != COOP_OK) {
        return coop_tensor_fail(
            tensor, status, doing,
            "%llu x %llu x %llu cells with %u of padding are 2^32 or more; a block has fewer",
            (unsigned long long)cells[0], (unsigned long long)cells[1], (unsigned long long)cells[2],
            (unsigned)own->padding);
    }
    taken = calloc(tensor->block_count, sizeof *taken);
    if (taken == NULL) {
        return coop_tensor_fail(tensor, COOP_OUT_OF_MEMORY, doing,
                                "the host has no memory left for a tensor");
    }
    for (uint32_t i = 0; i < tensor->block_count && status == COOP_OK; ++i) {
        status = take_block(tensor, whole, i, doing, &taken[i]);
    }
    if (status != COOP_OK) {
        coop_tensor_blocks_give(taken, tensor->block_count);
        return status;
    }
    *blocks = taken;
    return COOP_OK;
}

void coop_tensor_blocks_give(struct coop_block *blocks, uint32_t count)
{
    for (uint32_t i = 0; i < count && blocks != NULL; ++i) {
        if (blocks[i].memory != NULL) {
            clReleaseMemObject(blocks[i].memory);
        }
        coop_buffer_destroy(blocks[i].buffer);
    }
    free(blocks);
}
