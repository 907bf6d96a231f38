/* Tensors: grids of elements (element.h) in a device's memory, in one of three layouts, with padding around.
 * Library coop::graph, which stands on coop::coop; user's manual: docs/tensors.md.
 *
 *     coop_tensor_create(devices, &(struct coop_tensor_options){.element = &coop_element_flow,
 *         .layout = COOP_SOA, .dimensions = 2, .cells = {640, 400}, .padding = 1}, &now);
 *     coop_tensor_write(now, NULL, cells);
 *     …                                         launches: <kernel>_launch_cells of the kernels' header
 *     coop_tensor_read(now, NULL, cells);
 *     coop_tensor_destroy(now);
 *
 * Threads, handles and errors: coop.h. */
#ifndef COOP_TENSOR_H
#define COOP_TENSOR_H

#include "coop/buffer.h"
#include "coop/devices.h"
#include "coop/element.h"
#include "coop/launch.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct coop_tensor coop_tensor;

/* {0} means the defaults. */
struct coop_tensor_options {
    const struct coop_element *element; /* needed; kept: it is of static storage in the generated header */
    enum coop_layout layout;            /* 0: COOP_SOA */
    uint32_t dimensions;                /* 1 to 3; 0: as many as have cells */
    uint64_t cells[3];                  /* of each dimension, without padding; 1 to 2^31 */
    uint32_t padding;                   /* cells on each side in each dimension, at most 255 */
    int aligned_rows;                   /* not 0: every row of every item begins at a multiple of 128 bytes */
};

/* Takes memory for a tensor, and fills it with zeros, padding included.
 * options  read during the call.
 * tensor   out; NULL on failure.
 * Blocks   for the filling.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  no element or cells, or an option out of range; the message names it.
 * COOP_DEVICE_UNFIT      the element has doubles, and the device has none; the message names the member.
 * COOP_OUT_OF_MEMORY     the message has the bytes that the tensor takes and those that are free. */
COOP_API coop_status coop_tensor_create(coop_devices *devices, const struct coop_tensor_options *options,
                                        coop_tensor **tensor);

/* Gives the memory back. No launch that uses it may be running. NULL is accepted. */
COOP_API void coop_tensor_destroy(coop_tensor *tensor);

/* What the tensor is: its element, and the view of its block.
 * element  out, may be NULL.
 * view     out, may be NULL.
 *
 * COOP_OK, COOP_INVALID_HANDLE */
COOP_API coop_status coop_tensor_view(coop_tensor *tensor, const struct coop_element **element,
                                      struct coop_view *view);

/* The memory of the block, which the tensor owns; NULL for a handle that is not live. */
COOP_API coop_buffer *coop_tensor_buffer(coop_tensor *tensor);

/* Copy a box of cells from or to the host, where they lie cell by cell as the struct, x fastest, without
 * padding between. Not on cells that a running kernel uses.
 * region  NULL: all cells without padding; otherwise it may reach into the padding.
 * Blocks  for the copy.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  the box leaves the tensor; the message has both.
 * COOP_INVALID_HANDLE, COOP_OUT_OF_MEMORY, COOP_OPENCL_FAILED */
COOP_API coop_status coop_tensor_write(coop_tensor *tensor, const struct coop_region *region,
                                       const void *from);
COOP_API coop_status coop_tensor_read(coop_tensor *tensor, const struct coop_region *region, void *to);

/* Copies all cells, padding included, into a tensor of the same element, cells and padding, whose layout may
 * be another one.
 * Blocks  for the copy.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  the tensors have different elements, cells or padding; the message says which.
 * COOP_INVALID_HANDLE, COOP_OUT_OF_MEMORY, COOP_OPENCL_FAILED */
COOP_API coop_status coop_tensor_convert(coop_tensor *from, coop_tensor *to);

/* For the headers that coopc writes: the two arguments of a kernel's parameter, if the tensor is what the
 * kernel was built for.
 * type     the parameter's: the element's name, "2d", "soa" and the hash, with _ between.
 * kernel   for the message, as `name`, the parameter's.
 * address  out.
 * view     out; 48 bytes.
 *
 * COOP_OK
 * COOP_SIGNATURE_MISMATCH  element, dimensions or layout differ; the message has both sides.
 * COOP_INVALID_HANDLE */
COOP_API coop_status coop_tensor_argument(coop_tensor *tensor, const char *type, const char *kernel,
                                          const char *name, coop_address *address, void *view);

/* For the headers that coopc writes: the index space with a work-item for each cell without padding, rounded
 * up to whole work-groups.
 * local_items  of each dimension; NULL or 0: what coop_launch_regular takes.
 * ndrange      out.
 *
 * COOP_OK, COOP_INVALID_HANDLE */
COOP_API coop_status coop_tensor_ndrange(coop_tensor *tensor, const uint64_t *local_items,
                                         struct coop_ndrange *ndrange);

#ifdef __cplusplus
}
#endif
#endif
