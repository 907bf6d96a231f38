#include "host/graph/tensor_blocks.h"

#include "coop/library.h"
#include "host/base/opencl.h"
#include "host/graph/doubles.h"
#include "host/graph/tensor_fail.h"
#include "host/graph/view.h"

#include <stdarg.h>
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
        coop_cl_mem_release(&blocks[i].memory, 1);
        coop_buffer_destroy(blocks[i].buffer);
    }
    free(blocks);
}

#define CELLS_MAX ((uint64_t)1 << 31)
#define BLOCKS_MAX 256u

/* Whose record has what was refused, and what was being done. */
struct asker {
    coop_context *context;
    const char *doing;
};

static coop_status fail(const struct asker *asker, coop_status status, const char *message, ...)
    __attribute__((format(printf, 3, 4)));

static coop_status fail(const struct asker *asker, coop_status status, const char *message, ...)
{
    char text[1024];
    va_list arguments;

    va_start(arguments, message);
    vsnprintf(text, sizeof text, message, arguments);
    va_end(arguments);
    return coop_context_fail(asker->context, status, asker->doing, text);
}

static const char *const axes[] = {"x", "y", "z"};

uint32_t coop_tensor_dimensions(const struct coop_tensor_options *options)
{
    uint32_t dimensions = 3;

    if (options->dimensions != 0) {
        return options->dimensions;
    }
    while (dimensions > 1 && options->cells[dimensions - 1] == 0) {
        --dimensions;
    }
    return dimensions;
}

static coop_status check_cells(const struct asker *asker, const struct coop_tensor_options *options,
                               uint32_t dimensions)
{
    for (uint32_t i = 0; i < 3; ++i) {
        uint64_t cells = options->cells[i];

        if (i < dimensions && (cells == 0 || cells > CELLS_MAX)) {
            return fail(asker, COOP_INVALID_ARGUMENT,
                        "cells is %llu in %s; each of the %u dimensions has 1 to 2^31",
                        (unsigned long long)cells, axes[i], dimensions);
        }
        if (i >= dimensions && cells > 1) {
            return fail(asker, COOP_INVALID_ARGUMENT, "cells is %llu in %s, and there are %u dimensions",
                        (unsigned long long)cells, axes[i], dimensions);
        }
    }
    return COOP_OK;
}

/* Whether the padding of a block in the dimension is filled from the cells of a block, which must have
 * them. */
static int takes_cells(const struct coop_tensor_options *options, uint32_t dimension)
{
    enum coop_border kind = options->border.kinds[dimension];

    return options->partitions[dimension] > 1 || kind == COOP_BORDER_REFLECT || kind == COOP_BORDER_PERIODIC;
}

static coop_status check_cut(const struct asker *asker, const struct coop_tensor_options *options,
                             uint32_t dimensions)
{
    uint64_t blocks = 1;

    for (uint32_t i = 0; i < 3; ++i) {
        uint64_t parts = options->partitions[i] != 0 ? options->partitions[i] : 1;
        uint64_t cells = i < dimensions ? options->cells[i] : 1;

        blocks *= parts < BLOCKS_MAX ? parts : BLOCKS_MAX + 1;
        if (parts > cells || blocks > BLOCKS_MAX) {
            return fail(asker, COOP_INVALID_ARGUMENT,
                        "%llu partitions in %s of %llu cells; each has a cell or more, and there are "
                        "at most %u blocks",
                        (unsigned long long)parts, axes[i], (unsigned long long)cells, BLOCKS_MAX);
        }
        if ((int)options->border.kinds[i] < 0 || (int)options->border.kinds[i] > COOP_BORDER_PERIODIC) {
            return fail(asker, COOP_INVALID_ARGUMENT, "the border in %s is %d, none of enum coop_border",
                        axes[i], (int)options->border.kinds[i]);
        }
        if (i < dimensions && takes_cells(options, i) && options->padding > cells / parts) {
            return fail(asker, COOP_INVALID_ARGUMENT,
                        "a padding of %u cells is wider than a block, which has %llu in %s: %llu "
                        "cells in %llu partitions",
                        options->padding, (unsigned long long)(cells / parts), axes[i],
                        (unsigned long long)cells, (unsigned long long)parts);
        }
    }
    return COOP_OK;
}

static coop_status check_doubles(const struct asker *asker, const struct coop_element *element)
{
    struct coop_device_report report;
    coop_status status;

    if (!element->has_double) {
        return COOP_OK;
    }
    status = coop_context_device(asker->context, &report);
    if (status != COOP_OK || coop_device_has_doubles(&report)) {
        return status;
    }
    for (uint32_t i = 0; i < element->member_count; ++i) {
        if (element->members[i].type[0] == 'd') {
            return fail(asker, COOP_DEVICE_UNFIT,
                        "%s: the member '%s' of the element '%s' is of doubles, which the device '%s' does "
                        "not have; take float",
                        element->members[i].place, element->members[i].name, element->name,
                        report.device_name);
        }
    }
    return COOP_DEVICE_UNFIT;
}

coop_status coop_tensor_check(coop_context *context, const char *doing,
                              const struct coop_tensor_options *options, uint32_t dimensions)
{
    const struct asker asking = {context, doing};
    const struct asker *asker = &asking;
    coop_status status;

    if (options->element == NULL) {
        return fail(asker, COOP_INVALID_ARGUMENT,
                    "element is NULL; take a coop_element_<name> of a header that coopc --elements writes");
    }
    if (dimensions > 3) {
        return fail(asker, COOP_INVALID_ARGUMENT, "dimensions is %u; there are 1 to 3", dimensions);
    }
    if ((int)options->layout < 0 || (int)options->layout > COOP_SOA_BLOCK) {
        return fail(asker, COOP_INVALID_ARGUMENT,
                    "layout is %d, neither COOP_AOS nor COOP_SOA nor COOP_SOA_BLOCK", (int)options->layout);
    }
    if (options->padding > 255) {
        return fail(asker, COOP_INVALID_ARGUMENT, "padding is %u cells; at most 255", options->padding);
    }
    status = check_cells(asker, options, dimensions);
    if (status == COOP_OK) {
        status = check_cut(asker, options, dimensions);
    }
    return status == COOP_OK ? check_doubles(asker, options->element) : status;
}
