/* Reductions of one item of a tensor's cells, with the same bits for each cut: what the library itself runs
 * in a graph. Built for the item's type, COOP_REDUCE_MEMBER, and the scalar's, COOP_REDUCE_TYPE.
 *
 * Rows are cut into pieces of 1024 cells, counted from the row's begin in the whole. Within a piece, and
 * then over all pieces in their order, x fastest, the tree is that of halves: at each step the value number
 * i is joined by the one `step` behind it, for i = 0, 2 step, …, where there is one.
 * A *segment* is a node of a piece's tree that lies in one block; where x is not cut, all of the piece. */
#define COOP_PIECE 1024u

/* As host/graph/cut.h has it. */
struct coop_segment {
    uint begin; /* its first cell, of the block */
    uint cells; /* which may be fewer at the row's end */
    uint full;  /* of the node: a power of two */
    uint part;  /* the block's place along x */
    uint index; /* among those of its part */
    uint unused;
};

static COOP_REDUCE_TYPE coop_join(COOP_REDUCE_TYPE left, COOP_REDUCE_TYPE right, uint how)
{
    return how == 1 ? left + right : how == 2 ? (right < left ? right : left) : (right > left ? right : left);
}

/* All work-items of the work-group. The result is values[0]. */
static void coop_join_all(local COOP_REDUCE_TYPE *values, uint count, uint how)
{
    for (uint step = 1; step < count; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = 2 * step * (uint)get_local_id(0); i + step < count;
             i += 2 * step * (uint)get_local_size(0)) {
            values[i] = coop_join(values[i], values[i + step], how);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* A work-group (s, r) has segment first_segment + s of row r of a block.
 * bytes  the block's first, from `first` on the item of its first cell that is no padding; `column`, `row`
 *        and `plane` are the steps in x, y and z. */
kernel void coop_reduce_cells(global const uchar *bytes, ulong first, ulong column, ulong row, ulong plane,
                              uint rows, global const struct coop_segment *segments, uint first_segment,
                              uint segment_count, uint how, ulong offset, global COOP_REDUCE_TYPE *to)
{
    local COOP_REDUCE_TYPE values[COOP_PIECE];
    struct coop_segment segment = segments[first_segment + get_group_id(0)];
    ulong number = get_group_id(1);
    global const uchar *from = bytes + first + number % rows * row + number / rows * plane;

    for (uint i = (uint)get_local_id(0); i < segment.cells; i += (uint)get_local_size(0)) {
        values[i] =
            (COOP_REDUCE_TYPE)(*(global const COOP_REDUCE_MEMBER *)(from + (segment.begin + i) * column));
    }
    coop_join_all(values, segment.cells, how);
    if (get_local_id(0) == 0) {
        to[offset + number * segment_count + get_group_id(0)] = values[0];
    }
}

/* The block of a cell in one dimension, and where a block begins: host/graph/cut.c. */
static ulong coop_part_of(ulong place, ulong cells, ulong parts)
{
    return ((place + 1) * parts - 1) / cells;
}

static ulong coop_part_begin(ulong part, ulong cells, ulong parts)
{
    return cells * part / parts;
}

/* A work-item (p, y, z) makes piece p of a row from its segments, which lie block after block.
 * firsts  of each piece the first of its segments, and the end.
 * counts  of each part along x how many segments it has.
 * begins  of each block where its values begin. */
kernel void coop_reduce_collect(global const COOP_REDUCE_TYPE *from,
                                global const struct coop_segment *segments, global const uint *firsts,
                                global const uint *counts, global const ulong *begins, ulong cells_y,
                                ulong cells_z, uint parts_x, uint parts_y, uint parts_z, uint how,
                                global COOP_REDUCE_TYPE *to)
{
    ulong piece = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    ulong part_y = coop_part_of(y, cells_y, parts_y), part_z = coop_part_of(z, cells_z, parts_z);
    ulong begin_y = coop_part_begin(part_y, cells_y, parts_y);
    ulong rows = coop_part_begin(part_y + 1, cells_y, parts_y) - begin_y;
    ulong row = (z - coop_part_begin(part_z, cells_z, parts_z)) * rows + y - begin_y;
    COOP_REDUCE_TYPE values[12]; /* nodes whose other half is to come, smaller and smaller */
    uint sizes[12];
    uint count = 0;

    for (uint i = firsts[piece]; i < firsts[piece + 1]; ++i) {
        struct coop_segment segment = segments[i];
        ulong block = (part_z * parts_y + part_y) * parts_x + segment.part;

        values[count] = from[begins[block] + row * counts[segment.part] + segment.index];
        sizes[count++] = segment.full;
        for (; count > 1 && sizes[count - 1] == sizes[count - 2]; --count) {
            values[count - 2] = coop_join(values[count - 2], values[count - 1], how);
            sizes[count - 2] *= 2;
        }
    }
    for (; count > 1; --count) { /* there is nothing beyond the row's end */
        values[count - 2] = coop_join(values[count - 2], values[count - 1], how);
    }
    to[(z * cells_y + y) * get_global_size(0) + piece] = values[0];
}

/* Each work-group makes one value of up to 1024. */
kernel void coop_reduce_tree(global const COOP_REDUCE_TYPE *from, ulong count, uint how,
                             global COOP_REDUCE_TYPE *to)
{
    local COOP_REDUCE_TYPE values[COOP_PIECE];
    ulong begin = (ulong)get_group_id(0) * COOP_PIECE;
    uint here = (uint)(count - begin < COOP_PIECE ? count - begin : COOP_PIECE);

    for (uint i = (uint)get_local_id(0); i < here; i += (uint)get_local_size(0)) {
        values[i] = from[begin + i];
    }
    coop_join_all(values, here, how);
    if (get_local_id(0) == 0) {
        to[get_group_id(0)] = values[0];
    }
}
