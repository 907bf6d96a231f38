/* The product of two matrices by tasks as strassen.cl does, by Strassen's seven products, but for the
 * leaves: work-groups multiply two matrices of any size together, a square of the product each, and compute
 * sums together.
 *
 * As C (coop/spawn.h) the tasks are their elision, of a work-group of one work-item. */
#ifdef __OPENCL_C_VERSION__
#include "coop/kernel.clh"
#include "coop/spawn.clh"
#endif

#include "apps/strassen/strassen.h"

/* What a work-group does at once. */
enum share { SHARE_SUMS, SHARE_SQUARE, SHARE_COMBINE };

/* Of sums, of `size` rows each, STRASSEN_SHARE elements; of the product of `size` rows a square. */
coop_task coop_by_group void share(uint kind, uint index, struct strassen_block a, struct strassen_block b,
                                   struct strassen_block c, ulong room, uint size,
                                   coop_common global float *words)
{
    const uint across = STRASSEN_SQUARE / STRASSEN_TILE_COLUMNS;
    uint squares = size / STRASSEN_SQUARE;
    uint vectors = size / STRASSEN_LANES;
    uint me = (uint)get_local_id(0);
    uint items = (uint)get_local_size(0);

    if (kind == SHARE_SQUARE) {
        for (uint i = me; i < STRASSEN_SQUARE / STRASSEN_TILE_ROWS * across; i += items) {
            strassen_tile(words, a, b, c, size,
                          index / squares * STRASSEN_SQUARE + i / across * STRASSEN_TILE_ROWS,
                          index % squares * STRASSEN_SQUARE + i % across * STRASSEN_TILE_COLUMNS, 0);
        }
        return;
    }
    for (uint i = me; i < STRASSEN_SHARE / STRASSEN_LANES; i += items) {
        uint vector = index * (STRASSEN_SHARE / STRASSEN_LANES) + i;
        uint row = vector / vectors;
        uint column = vector % vectors * STRASSEN_LANES;

        if (kind == SHARE_SUMS) {
            strassen_sum_at(words, a, b, room, size, row, column);
        } else {
            strassen_combine_at(words, c, room, size, row, column);
        }
    }
}

/* `count` of them, a power of two. */
coop_task void shares(uint kind, uint index, uint count, struct strassen_block a, struct strassen_block b,
                      struct strassen_block c, ulong room, uint size, coop_common global float *words)
{
    if (count <= STRASSEN_BRANCHES) {
        for (uint i = 0; i < count; i++) {
            coop_spawn share(kind, index + i, a, b, c, room, size, words);
        }
        return;
    }
    for (uint i = 0; i < STRASSEN_BRANCHES; i++) {
        coop_spawn shares(kind, index + count / STRASSEN_BRANCHES * i, count / STRASSEN_BRANCHES, a, b, c,
                          room, size, words);
    }
}

/* C = A B. */
coop_task void group_product(struct strassen_block a, struct strassen_block b, struct strassen_block c,
                             ulong room, uint size, coop_common global float *words, coop_common uint leaf)
{
    uint part = size / 2;

    if (size <= leaf) {
        coop_spawn shares(SHARE_SQUARE, 0, strassen_squares(size), a, b, c, room, size, words);
        return;
    }
    coop_spawn shares(SHARE_SUMS, 0, strassen_sum_shares(part), a, b, c, room, part, words);
    coop_sync();
    coop_spawn group_product(strassen_slot(room, part, STRASSEN_A11_A22),
                             strassen_slot(room, part, STRASSEN_B11_B22),
                             strassen_slot(room, part, STRASSEN_PRODUCT_1),
                             strassen_room_of(room, part, leaf, 0), part, words, leaf);
    coop_spawn group_product(strassen_slot(room, part, STRASSEN_A21_A22), strassen_quarter(b, part, 0, 0),
                             strassen_slot(room, part, STRASSEN_PRODUCT_1 + 1),
                             strassen_room_of(room, part, leaf, 1), part, words, leaf);
    coop_spawn group_product(strassen_quarter(a, part, 0, 0), strassen_slot(room, part, STRASSEN_B12_B22),
                             strassen_slot(room, part, STRASSEN_PRODUCT_1 + 2),
                             strassen_room_of(room, part, leaf, 2), part, words, leaf);
    coop_spawn group_product(strassen_quarter(a, part, 1, 1), strassen_slot(room, part, STRASSEN_B21_B11),
                             strassen_slot(room, part, STRASSEN_PRODUCT_1 + 3),
                             strassen_room_of(room, part, leaf, 3), part, words, leaf);
    coop_spawn group_product(strassen_slot(room, part, STRASSEN_A11_A12), strassen_quarter(b, part, 1, 1),
                             strassen_slot(room, part, STRASSEN_PRODUCT_1 + 4),
                             strassen_room_of(room, part, leaf, 4), part, words, leaf);
    coop_spawn group_product(strassen_slot(room, part, STRASSEN_A21_A11),
                             strassen_slot(room, part, STRASSEN_B11_B12),
                             strassen_slot(room, part, STRASSEN_PRODUCT_1 + 5),
                             strassen_room_of(room, part, leaf, 5), part, words, leaf);
    coop_spawn group_product(strassen_slot(room, part, STRASSEN_A12_A22),
                             strassen_slot(room, part, STRASSEN_B21_B22),
                             strassen_slot(room, part, STRASSEN_PRODUCT_1 + 6),
                             strassen_room_of(room, part, leaf, 6), part, words, leaf);
    coop_sync();
    coop_spawn shares(SHARE_COMBINE, 0, strassen_sum_shares(part), a, b, c, room, part, words);
}

#ifdef __OPENCL_C_VERSION__
coop_kernel coop_kill_any void multiply_by_groups(global struct coop_flowgraph *graph, global float *words,
                                                  uint leaf)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        request_fork();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_tasks_run(&flow, words, leaf);
    }
}
#endif
