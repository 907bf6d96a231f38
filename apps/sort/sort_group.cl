/* Sorts keys by tasks as sort.cl does, but for the leaves: a work-group sorts a tile of keys together in
 * local memory, by a bitonic network, and merges as many, each work-item its share of the result.
 *
 * As C (coop/spawn.h) the tasks are their elision, of a work-group of one work-item. */
#ifdef __OPENCL_C_VERSION__
#include "coop/kernel.clh"
#include "coop/spawn.clh"
#endif

#include "apps/sort/sort_together.h"

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

coop_task coop_by_group void merge_tile(uint a, uint a_count, uint b, uint b_count, uint to,
                                        coop_common global uint *words)
{
    uint count = a_count + b_count;
    uint share = (count + (uint)get_local_size(0) - 1) / (uint)get_local_size(0);
    uint first = (uint)get_local_id(0) * share;

    if (first < count) {
        sort_merge_share(words, a, a_count, b, b_count, to, first,
                         first + share < count ? first + share : count);
    }
}

coop_task void merge_ranges(uint a, uint a_count, uint b, uint b_count, uint to,
                            coop_common global uint *words, coop_common uint base)
{
    struct sort_cut cut;

    if (a_count + b_count <= base) {
        coop_spawn merge_tile(a, a_count, b, b_count, to, words);
        return;
    }
    cut = sort_cut_of(words, a, a_count, b, b_count);
    coop_spawn merge_ranges(a, cut.a, b, cut.b, to, words, base);
    coop_spawn merge_ranges(a + cut.a, a_count - cut.a, b + cut.b, b_count - cut.b, to + cut.a + cut.b, words,
                            base);
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
    coop_spawn merge_ranges(at, quarter, at + quarter, quarter, other + at, words, base);
    coop_spawn merge_ranges(at + 2 * quarter, quarter, at + 3 * quarter, count - 3 * quarter,
                            other + at + 2 * quarter, words, base);
    coop_sync();
    coop_spawn merge_ranges(other + at, 2 * quarter, other + at + 2 * quarter, count - 2 * quarter, at, words,
                            base);
}

#ifdef __OPENCL_C_VERSION__
coop_kernel coop_kill_any void sort_by_groups(global struct coop_flowgraph *graph, global uint *words,
                                              uint other, uint base)
{
    local struct coop_flow flow;
    local uint tile[SORT_TILE];

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
