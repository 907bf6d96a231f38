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

/* What a graph (graph.h) puts into the padding around the whole, in one dimension. The dimensions are filled
 * one after the other, x first, each with the padding of those before it: so corners are filled, too. */
enum coop_border {
    COOP_BORDER_OWN = 0,           /* nothing: kernels fill it (coop_fills), or nobody needs it */
    COOP_BORDER_CONSTANT = 1,      /* coop_tensor_border.cell */
    COOP_BORDER_EXTRAPOLATE = 2,   /* the outermost cell, repeated */
    COOP_BORDER_EXTRAPOLATE_1 = 3, /* the line through the two outermost cells; integers wrap around */
    COOP_BORDER_REFLECT = 4,       /* the cells inside, mirrored; see turned_items */
    COOP_BORDER_PERIODIC = 5       /* the cells at the other end */
};

struct coop_tensor_border {
    enum coop_border kinds[3]; /* in x, y, z */
    const void *cell;          /* for COOP_BORDER_CONSTANT, the struct, which is copied; NULL: zeros */
    /* For COOP_BORDER_REFLECT in x, y, z: bit i is set where item i changes its sign, as the speed normal
     * to a wall does. Items are counted over the members in their order, each element of an array as one: of
     * struct flow, 1 << 1 is the first momentum. At most 64. */
    uint64_t turned_items[3];
};

/* {0} means the defaults. */
struct coop_tensor_options {
    const struct coop_element *element; /* needed; kept: it is of static storage in the generated header */
    enum coop_layout layout;            /* 0: COOP_SOA */
    uint32_t dimensions;                /* 1 to 3; 0: as many as have cells */
    uint64_t cells[3];                  /* of each dimension, without padding; 1 to 2^31 */
    uint32_t padding;                   /* cells on each side in each dimension, at most 255 */
    int aligned_rows;                   /* not 0: every row of every item begins at a multiple of 128 bytes */
    uint32_t partitions[3];             /* blocks in each dimension, at most 256 in all; 0: 1 */
    struct coop_tensor_border border;
};

/* Takes memory for a tensor, and fills it with zeros, padding included. It is cut into blocks, whose cells
 * differ by one at most in each dimension; each has padding of its own. Blocks, counted x fastest, are spread
 * over the devices in order, in equal parts.
 * options  read during the call.
 * tensor   out; NULL on failure.
 * Blocks   for the filling.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  no element or cells, or an option out of range; more partitions than cells; padding
 *                        wider than a block that gives its cells to others'; the message names it.
 * COOP_DEVICE_UNFIT      the element has doubles, and the device has none; the message names the member.
 * COOP_OUT_OF_MEMORY     the message has the bytes that the tensor takes and those that are free. */
COOP_API coop_status coop_tensor_create(coop_devices *devices, const struct coop_tensor_options *options,
                                        coop_tensor **tensor);

/* Gives a tensor other sizes between the runs of graphs. Element, layout, dimensions, cut, padding and border
 * stay; all cells are zeros afterwards, as of a new tensor, padding included, and also where the sizes are
 * those of before. The handle stays; buffers, views and addresses that the tensor gave are not valid any
 * more. No launch that uses it may be running. A graph that uses it, finished or not, is planned for the new
 * sizes when it is started or finished next, which refuses nodes whose tensors differ then.
 * cells  three: of each dimension, without padding, 1 to 2^31; 0 or 1 in those that there are not.
 * Blocks for the filling. On failure the tensor is as before, cells included: so until the call returns it
 * has the old memory and the new.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  a size out of range; more partitions than cells; padding wider than a block that
 *                        gives its cells to others'; the message names it.
 * COOP_BUSY              a graph that uses it runs, or is being finished, or another thread copies or resizes
 *                        it.
 * COOP_OUT_OF_MEMORY     the message has the device, the bytes that a block takes and those that are free.
 * COOP_INVALID_HANDLE, COOP_OPENCL_FAILED */
COOP_API coop_status coop_tensor_resize(coop_tensor *tensor, const uint64_t *cells);

/* Gives the memory back. No launch that uses it may be running. NULL is accepted. */
COOP_API void coop_tensor_destroy(coop_tensor *tensor);

/* What the tensor is: its element, and the view of the whole, which is that of its block unless it is cut.
 * element  out, may be NULL.
 * view     out, may be NULL.
 *
 * COOP_OK, COOP_INVALID_HANDLE */
COOP_API coop_status coop_tensor_view(coop_tensor *tensor, const struct coop_element **element,
                                      struct coop_view *view);

/* The memory of the first block, which the tensor owns, until it is resized; NULL for a handle that is not
 * live. */
COOP_API coop_buffer *coop_tensor_buffer(coop_tensor *tensor);

/* How many blocks there are: 1 unless the tensor is cut; 0 for a handle that is not live. */
COOP_API uint32_t coop_tensor_block_count(coop_tensor *tensor);

/* One of the blocks.
 * index   below coop_tensor_block_count.
 * device  out, may be NULL: the device's number among the devices.
 * view    out, may be NULL.
 * buffer  out, may be NULL: borrowed, until the tensor is resized.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  there is no such block.
 * COOP_INVALID_HANDLE */
COOP_API coop_status coop_tensor_block(coop_tensor *tensor, uint32_t index, uint32_t *device,
                                       struct coop_view *view, coop_buffer **buffer);

/* Copy a box of cells of the whole from or to the host, where they lie cell by cell as the struct, x
 * fastest, without padding between. Not on cells that a running kernel uses.
 * region  NULL: all cells without padding; otherwise it may reach into the padding around the whole. The
 *         padding between blocks is not reached.
 * Blocks  for the copy.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  the box leaves the tensor; the message has both.
 * COOP_BUSY              another thread resizes the tensor.
 * COOP_INVALID_HANDLE, COOP_OUT_OF_MEMORY, COOP_OPENCL_FAILED */
COOP_API coop_status coop_tensor_write(coop_tensor *tensor, const struct coop_region *region,
                                       const void *from);
COOP_API coop_status coop_tensor_read(coop_tensor *tensor, const struct coop_region *region, void *to);

/* Copy a box of cells from or to a raw file: the structs alone, as coop_tensor_write and _read have them in
 * memory, in the host's order of bytes. At most 4 MiB of cells (or one) and 16 MiB of rows (or one) are in
 * the host's memory at once. A file that is saved appears when it is complete; a failure leaves what was
 * there.
 * region  as above.
 * path    of a file, which for loading has the box's cells and nothing else; or of a pipe, for loading the
 *         bytes that it gives first.
 * Blocks  for the files and the copies, without a deadline where the path is a pipe.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  the box leaves the tensor; or the file has another size, or a pipe ended before, and
 *                        the message has both sizes. Nothing is loaded from a file of another size.
 * COOP_IO_FAILED         the file cannot be read or written; the message has the path and the reason. Cells
 *                        may have been loaded before.
 * COOP_BUSY, COOP_INVALID_HANDLE, COOP_OUT_OF_MEMORY, COOP_OPENCL_FAILED */
COOP_API coop_status coop_tensor_load(coop_tensor *tensor, const struct coop_region *region,
                                      const char *path);
COOP_API coop_status coop_tensor_save(coop_tensor *tensor, const struct coop_region *region,
                                      const char *path);

/* Copies all cells, padding included, into a tensor of the same element, cells and padding, whose layout and
 * cut may be others.
 * Blocks  for the copy.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  the tensors have different elements, cells or padding; the message says which.
 * COOP_BUSY              another thread resizes one of them.
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
 * COOP_INVALID_ARGUMENT    the tensor is cut: a launch has one block.
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
