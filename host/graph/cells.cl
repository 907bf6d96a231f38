/* Cells between blocks and into padding, for elements and layouts of all kinds: what the library itself
 * runs in a graph. A work-item (i, j) has component j, a scalar, of cell i of a box. */
#include "coop/tensor.clh"

#pragma OPENCL FP_CONTRACT OFF

/* As host/graph/doubles.h has it. */
struct coop_component {
    uint offset;     /* of its item in the struct */
    uint run;        /* of its item, in the SOA layouts */
    uint item_bytes; /* of its item, which is a scalar or a vector */
    uint inner;      /* from the item's begin */
    uint bytes;      /* 1, 2, 4, 8 */
    uint is_real;
    uint item; /* its item's number over all members */
    uint unused;
};

COOP_ACCESSOR size_t coop_component_place(struct coop_view view, long x, long y, long z,
                                          struct coop_component c, uint bytes, uint packed)
{
    uint kind = view.dimensions * 4u + view.layout;

    return coop_place(kind, view, coop_row(kind, view, (size_t)y, (size_t)z), coop_column(view, (size_t)x),
                      bytes, c.offset, packed, c.run, c.item_bytes) +
           c.inner;
}

static void coop_component_copy(global uchar *to, global const uchar *from, uint bytes)
{
    switch (bytes) {
    case 1:
        *to = *from;
        break;
    case 2:
        *(global ushort *)to = *(global const ushort *)from;
        break;
    case 4:
        *(global uint *)to = *(global const uint *)from;
        break;
    default:
        *(global ulong *)to = *(global const ulong *)from;
        break;
    }
}

/* What is copied, or filled: as host/graph/graph_task.c has them. They are one argument, since a driver may
 * take its time for each. The second boxes have as many cells as the first ones, and are worked on where the
 * third index goes up to 1. */
struct coop_copying {
    struct coop_view from[2];
    struct coop_view to;
    struct coop_box from_boxes[2];
    struct coop_box to_boxes[2];
    uint bytes; /* of a cell, and packed */
    uint packed;
};

struct coop_filling {
    struct coop_view view;
    struct coop_box boxes[2];
    uint bytes;
    uint packed;
    uint how; /* of enum coop_border */
    uint dimension;
    ulong turned;
};

/* One box, or both sides of a block's padding in a dimension, from the block below and the one above. */
kernel void coop_cells_copy(global const uchar *low, global const uchar *high, global uchar *to,
                            global const struct coop_component *components, struct coop_copying copying)
{
    size_t i = get_global_id(0);
    struct coop_component c = components[get_global_id(1)];
    int side = get_global_id(2) != 0;
    struct coop_view from_view = side ? copying.from[1] : copying.from[0];
    struct coop_box from_box = side ? copying.from_boxes[1] : copying.from_boxes[0];
    struct coop_box to_box = side ? copying.to_boxes[1] : copying.to_boxes[0];

    coop_component_copy(
        to + coop_component_place(copying.to, (long)coop_box_x(to_box, i), (long)coop_box_y(to_box, i),
                                  (long)coop_box_z(to_box, i), c, copying.bytes, copying.packed),
        (side ? high : low) +
            coop_component_place(from_view, (long)coop_box_x(from_box, i), (long)coop_box_y(from_box, i),
                                 (long)coop_box_z(from_box, i), c, copying.bytes, copying.packed),
        c.bytes);
}

/* -a, and a + steps * (a - b). */
static void coop_component_turn(global uchar *to, global const uchar *from, struct coop_component c)
{
    if (c.is_real) { /* the sign is the highest bit of the last byte */
        coop_component_copy(to, from, c.bytes);
        to[c.bytes - 1] ^= 0x80;
    } else if (c.bytes == 1) {
        *to = (uchar) - *from;
    } else if (c.bytes == 2) {
        *(global ushort *)to = (ushort) - *(global const ushort *)from;
    } else if (c.bytes == 4) {
        *(global uint *)to = -*(global const uint *)from;
    } else {
        *(global ulong *)to = -*(global const ulong *)from;
    }
}

#define COOP_ALONG(type)                                  \
    *(global type *)to = (type)(*(global const type *)a + \
                                (type)steps * (type)(*(global const type *)a - *(global const type *)b))

static void coop_component_extend(global uchar *to, global const uchar *a, global const uchar *b, uint steps,
                                  struct coop_component c)
{
    if (c.is_real && c.bytes == 2) {
        float first = vload_half(0, (global const half *)a);

        vstore_half(first + (float)steps * (first - vload_half(0, (global const half *)b)), 0,
                    (global half *)to);
    } else if (c.is_real && c.bytes == 4) {
        COOP_ALONG(float);
#ifdef cl_khr_fp64
    } else if (c.is_real) {
        COOP_ALONG(double);
#endif
    } else if (c.bytes == 1) {
        COOP_ALONG(uchar);
    } else if (c.bytes == 2) {
        COOP_ALONG(ushort);
    } else if (c.bytes == 4) {
        COOP_ALONG(uint);
    } else {
        COOP_ALONG(ulong);
    }
}

/* Padding in one dimension, or any cells with a constant. */
kernel void coop_cells_fill(global uchar *to, global const struct coop_component *components,
                            global const uchar *cell, struct coop_filling filling)
{
    size_t i = get_global_id(0);
    struct coop_box box = get_global_id(2) != 0 ? filling.boxes[1] : filling.boxes[0];
    struct coop_view view = filling.view;
    uint dimension = filling.dimension, how = filling.how, bytes = filling.bytes, packed = filling.packed;
    struct coop_component c = components[get_global_id(1)];
    long at[3] = {(long)coop_box_x(box, i), (long)coop_box_y(box, i), (long)coop_box_z(box, i)};
    long from[3] = {at[0], at[1], at[2]};
    long last = (long)view.extent[dimension] - 1;
    long inward = at[dimension] < 0 ? 1 : -1;
    long depth = at[dimension] < 0 ? -1 - at[dimension] : at[dimension] - last - 1;
    global uchar *place = to + coop_component_place(view, at[0], at[1], at[2], c, bytes, packed);
    global const uchar *source;

    if (how == 1) {
        coop_component_copy(place, cell + c.offset + c.inner, c.bytes);
        return;
    }
    from[dimension] = (at[dimension] < 0 ? 0 : last) + (how == 4 ? inward * depth : 0);
    source = to + coop_component_place(view, from[0], from[1], from[2], c, bytes, packed);
    if (how == 4 && filling.turned >> c.item & 1) {
        coop_component_turn(place, source, c);
    } else if (how == 3 && last > 0) {
        from[dimension] += inward;
        coop_component_extend(place, source,
                              to + coop_component_place(view, from[0], from[1], from[2], c, bytes, packed),
                              (uint)depth + 1, c);
    } else {
        coop_component_copy(place, source, c.bytes);
    }
}
