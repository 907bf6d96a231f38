/* Sorts keys by tasks (cilksort): four quarters, which are merged by two and two, and the halves then. A
 * merge is cut in two by a binary search, until a work-item does it alone.
 *
 * `words` has the keys, and from `other` on as many places for merges. As C (coop/spawn.h) the tasks are
 * their elision. */
#ifdef __OPENCL_C_VERSION__
#include "coop/kernel.clh"
#include "coop/spawn.clh"
#include "tools/workqueue/tally.h"
#endif

#include "apps/sort/sort.h"

coop_task void merge(uint a, uint a_count, uint b, uint b_count, uint to, coop_common global uint *words,
                     coop_common uint base)
{
    struct sort_cut cut;

    if (a_count + b_count <= base) {
        sort_merge(words, a, a_count, b, b_count, to);
        return;
    }
    cut = sort_cut_of(words, a, a_count, b, b_count);
    coop_spawn merge(a, cut.a, b, cut.b, to, words, base);
    coop_spawn merge(a + cut.a, a_count - cut.a, b + cut.b, b_count - cut.b, to + cut.a + cut.b, words, base);
}

coop_task void sort(uint at, uint count, coop_common global uint *words, coop_common uint other,
                    coop_common uint base)
{
    uint quarter = count / 4;

    if (count <= base) {
        sort_few(words, at, other + at, count);
        return;
    }
    coop_spawn sort(at, quarter, words, other, base);
    coop_spawn sort(at + quarter, quarter, words, other, base);
    coop_spawn sort(at + 2 * quarter, quarter, words, other, base);
    coop_spawn sort(at + 3 * quarter, count - 3 * quarter, words, other, base);
    coop_sync();
    coop_spawn merge(at, quarter, at + quarter, quarter, other + at, words, base);
    coop_spawn merge(at + 2 * quarter, quarter, at + 3 * quarter, count - 3 * quarter,
                     other + at + 2 * quarter, words, base);
    coop_sync();
    coop_spawn merge(other + at, 2 * quarter, other + at + 2 * quarter, count - 2 * quarter, at, words, base);
}

#ifdef __OPENCL_C_VERSION__
coop_kernel coop_kill_any void sort_keys(global struct coop_flowgraph *graph, global uint *words, uint other,
                                         uint base, global struct tally *tallies)
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
        coop_tasks_run(&flow, words, other, base);
    }
}
#endif
