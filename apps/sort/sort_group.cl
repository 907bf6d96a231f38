/* Sorts keys by tasks as sort.cl does, but for the leaves: a work-group sorts a tile of keys together in
 * local memory, by a bitonic network, and computes a share of a merge's result there.
 *
 * As C (coop/spawn.h) the tasks are their elision, of a work-group of one work-item. */
#ifdef __OPENCL_C_VERSION__
#include "coop/kernel.clh"
#include "coop/spawn.clh"
#endif

#include "apps/sort/sort.h"
#include "apps/sort/sort_together.h"

SORT_COUNT_OF_A(count_of_a_in_tile, local)

coop_task coop_by_group void sort_tile(uint at, uint count, coop_common global uint *words,
                                       coop_common local uint *tile)
{
    uint me = (uint)get_local_id(0);
    uint items = (uint)get_local_size(0);
    uint size = 1;

    while (size < count) {
        size *= 2;
    }
    for (uint i = me; i < size; i += items) {
        tile[i] = i < count ? words[at + i] : 0xffffffffu;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint run = 2; run <= size; run *= 2) {
        for (uint apart = run / 2; apart > 0; apart /= 2) {
            for (uint i = me; i < size / 2; i += items) {
                uint low = 2 * i - (i & (apart - 1));
                uint x = tile[low];
                uint y = tile[low + apart];

                if ((x > y) == ((low & run) == 0)) {
                    tile[low] = y;
                    tile[low + apart] = x;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    for (uint i = me; i < count; i += items) {
        words[at + i] = tile[i];
    }
}

/* SORT_SHARE keys of a merge's result, or `base` if that is fewer, from number `first` on; or those that are
 * left. One half of `tile` has the keys of both ranges, the other one the result; behind them is where the
 * share of range a begins and ends. */
coop_task coop_by_group void merge_share(uint a, uint a_count, uint b, uint b_count, uint to, uint first,
                                         coop_common global uint *words, coop_common uint base,
                                         coop_common local uint *tile)
{
    uint me = (uint)get_local_id(0);
    uint items = (uint)get_local_size(0);
    uint left = a_count + b_count - first;
    uint most = base < SORT_SHARE ? base : SORT_SHARE;
    uint count = left < most ? left : most;
    uint mine = ((count + items - 1) / items) | 1; /* odd: work-items write to different banks */
    uint begin = me * mine;
    uint end = begin + mine < count ? begin + mine : count;
    uint a_first, from_a;

    for (uint i = me; i < 2; i += items) {
        tile[SORT_TILE + i] = sort_count_of_a(words, a, a_count, b, b_count, first + i * count);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    a_first = tile[SORT_TILE];
    from_a = tile[SORT_TILE + 1] - a_first;
    for (uint i = me; i < count; i += items) {
        tile[i] = words[i < from_a ? a + a_first + i : b + (first - a_first) + (i - from_a)];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (begin < count) {
        uint x = count_of_a_in_tile(tile, 0, from_a, from_a, count - from_a, begin);
        uint y = from_a + (begin - x);

        for (uint i = begin; i < end; i++) {
            uint takes_b = x == from_a || (y < count && tile[y] < tile[x]);

            tile[SORT_SHARE + i] = tile[takes_b ? y : x];
            y += takes_b;
            x += 1 - takes_b;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = me; i < count; i += items) {
        words[to + first + i] = tile[SORT_SHARE + i];
    }
}

/* `count` keys of a merge's result from number `first` on. */
coop_task void merge_shares(uint a, uint a_count, uint b, uint b_count, uint to, uint first, uint count,
                            coop_common global uint *words, coop_common uint base,
                            coop_common local uint *tile)
{
    uint share = base < SORT_SHARE ? base : SORT_SHARE;
    uint each = sort_each(count, share);

    for (uint i = 0; i < count; i += each) {
        if (each == share) {
            coop_spawn merge_share(a, a_count, b, b_count, to, first + i, words, base, tile);
        } else {
            coop_spawn merge_shares(a, a_count, b, b_count, to, first + i,
                                    count - i < each ? count - i : each, words, base, tile);
        }
    }
}

coop_task void sort_range(uint at, uint count, coop_common global uint *words, coop_common uint other,
                          coop_common uint base, coop_common local uint *tile)
{
    uint quarter = count / 4;

    if (count <= base) {
        coop_spawn sort_tile(at, count, words, tile);
        return;
    }
    coop_spawn sort_range(at, quarter, words, other, base, tile);
    coop_spawn sort_range(at + quarter, quarter, words, other, base, tile);
    coop_spawn sort_range(at + 2 * quarter, quarter, words, other, base, tile);
    coop_spawn sort_range(at + 3 * quarter, count - 3 * quarter, words, other, base, tile);
    coop_sync();
    coop_spawn merge_shares(at, quarter, at + quarter, quarter, other + at, 0, 2 * quarter, words, base,
                            tile);
    coop_spawn merge_shares(at + 2 * quarter, quarter, at + 3 * quarter, count - 3 * quarter,
                            other + at + 2 * quarter, 0, count - 2 * quarter, words, base, tile);
    coop_sync();
    coop_spawn merge_shares(other + at, 2 * quarter, other + at + 2 * quarter, count - 2 * quarter, at, 0,
                            count, words, base, tile);
}

#ifdef __OPENCL_C_VERSION__
coop_kernel coop_kill_any void sort_by_groups(global struct coop_flowgraph *graph, global uint *words,
                                              uint other, uint base)
{
    local struct coop_flow flow;
    local uint tile[SORT_TILE + 2];

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        request_fork();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_tasks_run(&flow, words, other, base, tile);
    }
}
#endif
