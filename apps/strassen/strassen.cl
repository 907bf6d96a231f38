/* The product of two matrices by tasks: Strassen's seven products of sums of quarters, or the eight
 * products of quarters, whose results are added up by atomic operations. Sums are tasks, too, where they
 * are long.
 *
 * `words` has A, B, C, and room for sums and products (strassen.h). As C (coop/spawn.h) the tasks are
 * their elision. */
#ifdef __OPENCL_C_VERSION__
#include "coop/kernel.clh"
#include "coop/spawn.clh"
#include "tools/workqueue/tally.h"
#endif

#include "apps/strassen/strassen.h"

coop_task void sums(struct strassen_block a, struct strassen_block b, ulong room, uint part, uint row,
                    coop_common global float *words)
{
    strassen_sum(words, a, b, room, part, row, strassen_rows_each(part));
}

coop_task void combine(struct strassen_block c, ulong room, uint part, uint row,
                       coop_common global float *words)
{
    strassen_combine(words, c, room, part, row, strassen_rows_each(part));
}

/* C = A B. */
coop_task void product(struct strassen_block a, struct strassen_block b, struct strassen_block c, ulong room,
                       uint size, coop_common global float *words, coop_common uint leaf)
{
    uint part = size / 2;
    uint is_short = strassen_rows_each(part) == part;

    if (size <= leaf) {
        strassen_leaf(words, a, b, c, size, 0);
        return;
    }
    if (is_short) {
        strassen_sum(words, a, b, room, part, 0, part);
    } else {
        for (uint row = 0; row < part; row += strassen_rows_each(part)) {
            coop_spawn sums(a, b, room, part, row, words);
        }
        coop_sync();
    }
    coop_spawn product(strassen_slot(room, part, STRASSEN_A11_A22),
                       strassen_slot(room, part, STRASSEN_B11_B22),
                       strassen_slot(room, part, STRASSEN_PRODUCT_1), strassen_room_of(room, part, leaf, 0),
                       part, words, leaf);
    coop_spawn product(strassen_slot(room, part, STRASSEN_A21_A22), strassen_quarter(b, part, 0, 0),
                       strassen_slot(room, part, STRASSEN_PRODUCT_1 + 1),
                       strassen_room_of(room, part, leaf, 1), part, words, leaf);
    coop_spawn product(strassen_quarter(a, part, 0, 0), strassen_slot(room, part, STRASSEN_B12_B22),
                       strassen_slot(room, part, STRASSEN_PRODUCT_1 + 2),
                       strassen_room_of(room, part, leaf, 2), part, words, leaf);
    coop_spawn product(strassen_quarter(a, part, 1, 1), strassen_slot(room, part, STRASSEN_B21_B11),
                       strassen_slot(room, part, STRASSEN_PRODUCT_1 + 3),
                       strassen_room_of(room, part, leaf, 3), part, words, leaf);
    coop_spawn product(strassen_slot(room, part, STRASSEN_A11_A12), strassen_quarter(b, part, 1, 1),
                       strassen_slot(room, part, STRASSEN_PRODUCT_1 + 4),
                       strassen_room_of(room, part, leaf, 4), part, words, leaf);
    coop_spawn product(strassen_slot(room, part, STRASSEN_A21_A11),
                       strassen_slot(room, part, STRASSEN_B11_B12),
                       strassen_slot(room, part, STRASSEN_PRODUCT_1 + 5),
                       strassen_room_of(room, part, leaf, 5), part, words, leaf);
    coop_spawn product(strassen_slot(room, part, STRASSEN_A12_A22),
                       strassen_slot(room, part, STRASSEN_B21_B22),
                       strassen_slot(room, part, STRASSEN_PRODUCT_1 + 6),
                       strassen_room_of(room, part, leaf, 6), part, words, leaf);
    coop_sync();
    if (is_short) {
        strassen_combine(words, c, room, part, 0, part);
        return;
    }
    for (uint row = 0; row < part; row += strassen_rows_each(part)) {
        coop_spawn combine(c, room, part, row, words);
    }
}

/* C += A B. */
coop_task void classical(struct strassen_block a, struct strassen_block b, struct strassen_block c, uint size,
                         coop_common global float *words, coop_common uint leaf)
{
    uint part = size / 2;

    if (size <= leaf) {
        strassen_leaf(words, a, b, c, size, 1);
        return;
    }
    coop_spawn classical(strassen_quarter(a, part, 0, 0), strassen_quarter(b, part, 0, 0),
                         strassen_quarter(c, part, 0, 0), part, words, leaf);
    coop_spawn classical(strassen_quarter(a, part, 0, 1), strassen_quarter(b, part, 1, 0),
                         strassen_quarter(c, part, 0, 0), part, words, leaf);
    coop_spawn classical(strassen_quarter(a, part, 0, 0), strassen_quarter(b, part, 0, 1),
                         strassen_quarter(c, part, 0, 1), part, words, leaf);
    coop_spawn classical(strassen_quarter(a, part, 0, 1), strassen_quarter(b, part, 1, 1),
                         strassen_quarter(c, part, 0, 1), part, words, leaf);
    coop_spawn classical(strassen_quarter(a, part, 1, 0), strassen_quarter(b, part, 0, 0),
                         strassen_quarter(c, part, 1, 0), part, words, leaf);
    coop_spawn classical(strassen_quarter(a, part, 1, 1), strassen_quarter(b, part, 1, 0),
                         strassen_quarter(c, part, 1, 0), part, words, leaf);
    coop_spawn classical(strassen_quarter(a, part, 1, 0), strassen_quarter(b, part, 0, 1),
                         strassen_quarter(c, part, 1, 1), part, words, leaf);
    coop_spawn classical(strassen_quarter(a, part, 1, 1), strassen_quarter(b, part, 1, 1),
                         strassen_quarter(c, part, 1, 1), part, words, leaf);
}

#ifdef __OPENCL_C_VERSION__
coop_kernel coop_kill_any void multiply(global struct coop_flowgraph *graph, global float *words, uint leaf,
                                        global struct tally *tallies)
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
        tally_lanes(tallies, &flow);
        coop_tasks_run(&flow, words, leaf);
    }
}
#endif
