/* Elements: what a tensor's cells are. A struct that kernels and host share is marked
 *
 *     struct flow { float density; float momentum[2]; float energy; };
 *     coop_elements(flow);
 *
 * and `coopc --elements` (CMake: coop_add_elements) writes accessors for kernels and a `struct coop_element`
 * for the host. Library coop::graph; user's manual: docs/tensors.md. */
#ifndef COOP_ELEMENT_H
#define COOP_ELEMENT_H

/* The mark; in kernels and on the host it declares nothing of use. */
#define coop_elements(name) typedef struct name coop_elements_of_##name

#if !defined(__OPENCL_C_VERSION__)

#include "coop/status.h"
#include "coop/tensor_view.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a tensor's cells lie in memory; tensor_view.h has the formulas. */
enum coop_layout {
    COOP_AOS = 1,      /* cell by cell, each as the struct */
    COOP_SOA = 2,      /* in each row, member by member */
    COOP_SOA_BLOCK = 3 /* in the whole block, member by member */
};

/* A member of an element. Sizes and offsets are those of the device. */
struct coop_member {
    const char *name;
    const char *type;    /* of an item: "float", "int4" */
    uint32_t items;      /* elements of an array; 1: the member is none, or an array of one */
    uint32_t item_bytes; /* a power of two */
    uint32_t offset;     /* in the struct */
    uint32_t run;        /* sum of the sizes of the items that stand before it in the SOA layouts */
    const char *place;   /* "flow.h:3:30" */
};

/* An element, as coopc has read it: coop_element_<name> of the generated header. Two with one hash have the
 * same name and members. */
struct coop_element {
    const char *name;
    uint32_t hash;         /* of the name, and the names, types, items and offsets of the members */
    uint32_t bytes;        /* sizeof the struct */
    uint32_t alignment;    /* of the struct, and the largest of its items */
    uint32_t packed_bytes; /* the sum of the items' sizes, without holes */
    uint32_t has_double;   /* a member is of doubles, which not every device has */
    uint32_t member_count; /* at least 1 */
    const struct coop_member *members;
    const char *place; /* "flow.h:3:8" */
};

/* Fills a view of one block that is the whole tensor.
 * element       not kept.
 * layout        one of enum coop_layout.
 * dimensions    1 to 3.
 * cells         of each of the dimensions, at least 1, without padding.
 * padding       cells on each side in each dimension, at most 255.
 * aligned_rows  not 0: every row of every item begins at a multiple of 128 bytes of the block.
 * view          out.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  something is out of range, or a block of so many cells, padding included, has 2^32
 *                        or more; *view is all 0. */
COOP_API coop_status coop_view_init(const struct coop_element *element, enum coop_layout layout,
                                    uint32_t dimensions, const uint64_t *cells, uint32_t padding,
                                    int aligned_rows, struct coop_view *view);

/* Bytes of a block, padding included; 0, recorded, for a NULL. */
COOP_API uint64_t coop_view_bytes(const struct coop_element *element, const struct coop_view *view);

/* Where an item lies, in bytes from the block's begin.
 * member  below element->member_count.
 * item    below its items.
 * cell    x, y, z, counted from the block's first cell without padding: negative in the padding in front.
 * 0, recorded, for a NULL. */
COOP_API uint64_t coop_view_place(const struct coop_element *element, const struct coop_view *view,
                                  uint32_t member, uint32_t item, const int64_t *cell);

/* A box of cells: from `first` on, counted from the first cell of the tensor that is no padding, `cells` in
 * each dimension; in dimensions that the tensor does not have, first is 0, and cells 0 or 1. */
struct coop_region {
    int64_t first[3];
    uint64_t cells[3];
};

/* Copies a box of cells from one block to another in the host's memory, whatever their layouts, alignment and
 * padding. Bytes that are no member's are not written.
 * from, to          the blocks' first bytes.
 * from_view, to_view  the blocks; the box may reach into their padding.
 * region            counted in cells of the blocks: both have the same ones. NULL: all without padding.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  the box leaves a block, or the blocks have different dimensions; nothing is copied.
 */
COOP_API coop_status coop_cells_convert(const struct coop_element *element, const struct coop_view *from_view,
                                        const void *from, const struct coop_view *to_view, void *to,
                                        const struct coop_region *region);

#ifdef __cplusplus
}
#endif

#endif /* host */
#endif
