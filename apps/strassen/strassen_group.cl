/* The product of two matrices by tasks as strassen.cl does, by Strassen's seven products, but for the
 * leaves: a work-group multiplies two matrices together, which it copies into local memory, and computes
 * sums together.
 *
 * As C (coop/spawn.h) the tasks are their elision, of a work-group of one work-item. */
#ifdef __OPENCL_C_VERSION__
#include "coop/kernel.clh"
#include "coop/spawn.clh"
#endif

#include "apps/strassen/strassen.h"

/* C = A B of `size` rows, at most STRASSEN_TOGETHER; `copies` has room for A and B. */
coop_task coop_by_group void leaf_product(struct strassen_block a, struct strassen_block b,
                                          struct strassen_block c, uint size, coop_common global float *words,
                                          coop_common local float *copies)
{
    uint me = (uint)get_local_id(0);
    uint items = (uint)get_local_size(0);

    for (uint i = me; i < size * size; i += items) {
        copies[i] = words[a.at + i / size * a.stride + i % size];
        copies[size * size + i] = words[b.at + i / size * b.stride + i % size];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint tile = me * STRASSEN_TILE_ROWS; tile < size * size / STRASSEN_TILE_COLUMNS;
         tile += items * STRASSEN_TILE_ROWS) {
        uint row = tile % size;
        uint column = tile / size * STRASSEN_TILE_COLUMNS;
        float sums[STRASSEN_TILE_ROWS][STRASSEN_TILE_COLUMNS] = {{0}};

        for (uint k = 0; k < size; k++) {
            BOTH_UNROLL
            for (uint i = 0; i < STRASSEN_TILE_ROWS; i++) {
                BOTH_UNROLL
                for (uint j = 0; j < STRASSEN_TILE_COLUMNS; j++) {
                    sums[i][j] += copies[(row + i) * size + k] * copies[size * size + k * size + column + j];
                }
            }
        }
        BOTH_UNROLL
        for (uint i = 0; i < STRASSEN_TILE_ROWS; i++) {
            BOTH_UNROLL
            for (uint j = 0; j < STRASSEN_TILE_COLUMNS; j++) {
                words[c.at + (row + i) * c.stride + column + j] = sums[i][j];
            }
        }
    }
}

/* All sums of a product's quarters, each work-item some rows. */
coop_task coop_by_group void group_sums(struct strassen_block a, struct strassen_block b, ulong room,
                                        uint part, uint row, uint rows, coop_common global float *words)
{
    for (uint i = (uint)get_local_id(0); i < rows; i += (uint)get_local_size(0)) {
        strassen_sum(words, a, b, room, part, row + i, 1);
    }
}

coop_task coop_by_group void group_combine(struct strassen_block c, ulong room, uint part, uint row,
                                           uint rows, coop_common global float *words)
{
    for (uint i = (uint)get_local_id(0); i < rows; i += (uint)get_local_size(0)) {
        strassen_combine(words, c, room, part, row + i, 1);
    }
}

/* C = A B. */
coop_task void group_product(struct strassen_block a, struct strassen_block b, struct strassen_block c,
                             ulong room, uint size, coop_common global float *words, coop_common uint leaf,
                             coop_common local float *copies)
{
    uint part = size / 2;
    uint rows = part < STRASSEN_TOGETHER ? part : STRASSEN_TOGETHER;

    if (size <= leaf) {
        coop_spawn leaf_product(a, b, c, size, words, copies);
        return;
    }
    for (uint row = 0; row < part; row += rows) {
        coop_spawn group_sums(a, b, room, part, row, rows, words);
    }
    coop_sync();
    coop_spawn group_product(strassen_slot(room, part, STRASSEN_A11_A22),
                             strassen_slot(room, part, STRASSEN_B11_B22),
                             strassen_slot(room, part, STRASSEN_PRODUCT_1),
                             strassen_room_of(room, part, leaf, 0), part, words, leaf, copies);
    coop_spawn group_product(strassen_slot(room, part, STRASSEN_A21_A22), strassen_quarter(b, part, 0, 0),
                             strassen_slot(room, part, STRASSEN_PRODUCT_1 + 1),
                             strassen_room_of(room, part, leaf, 1), part, words, leaf, copies);
    coop_spawn group_product(strassen_quarter(a, part, 0, 0), strassen_slot(room, part, STRASSEN_B12_B22),
                             strassen_slot(room, part, STRASSEN_PRODUCT_1 + 2),
                             strassen_room_of(room, part, leaf, 2), part, words, leaf, copies);
    coop_spawn group_product(strassen_quarter(a, part, 1, 1), strassen_slot(room, part, STRASSEN_B21_B11),
                             strassen_slot(room, part, STRASSEN_PRODUCT_1 + 3),
                             strassen_room_of(room, part, leaf, 3), part, words, leaf, copies);
    coop_spawn group_product(strassen_slot(room, part, STRASSEN_A11_A12), strassen_quarter(b, part, 1, 1),
                             strassen_slot(room, part, STRASSEN_PRODUCT_1 + 4),
                             strassen_room_of(room, part, leaf, 4), part, words, leaf, copies);
    coop_spawn group_product(strassen_slot(room, part, STRASSEN_A21_A11),
                             strassen_slot(room, part, STRASSEN_B11_B12),
                             strassen_slot(room, part, STRASSEN_PRODUCT_1 + 5),
                             strassen_room_of(room, part, leaf, 5), part, words, leaf, copies);
    coop_spawn group_product(strassen_slot(room, part, STRASSEN_A12_A22),
                             strassen_slot(room, part, STRASSEN_B21_B22),
                             strassen_slot(room, part, STRASSEN_PRODUCT_1 + 6),
                             strassen_room_of(room, part, leaf, 6), part, words, leaf, copies);
    coop_sync();
    for (uint row = 0; row < part; row += rows) {
        coop_spawn group_combine(c, room, part, row, rows, words);
    }
}

#ifdef __OPENCL_C_VERSION__
coop_kernel coop_kill_any void multiply_by_groups(global struct coop_flowgraph *graph, global float *words,
                                                  uint leaf)
{
    local struct coop_flow flow;
    local float copies[2 * STRASSEN_TOGETHER * STRASSEN_TOGETHER];

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        request_fork();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_tasks_run(&flow, words, leaf, copies);
    }
}
#endif
