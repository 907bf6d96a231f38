/* Sorts keys by tasks (cilksort): four quarters, which are merged by two and two, and the halves then. A
 * merge is cut into up to eight, whose ranges binary searches find, until a work-item does it alone.
 *
 * `words` has the keys, and from `other` on as many places for merges. As C (coop/spawn.h) the tasks are
 * their elision. */
#ifdef __OPENCL_C_VERSION__
#include "coop/kernel.clh"
#include "coop/spawn.clh"
#include "tools/workqueue/tally.h"
#endif

#include "apps/sort/sort.h"

/* `count` keys of a merge's result from number `first` on. */
coop_task void merge(uint a, uint a_count, uint b, uint b_count, uint to, uint first, uint count,
                     coop_common global uint *words, coop_common uint base)
{
    uint from_a = sort_count_of_a(words, a, a_count, b, b_count, first);
    uint of_a = sort_count_of_a(words, a, a_count, b, b_count, first + count) - from_a;
    uint each = sort_each(count, base);

    a += from_a;
    b += first - from_a;
    if (count <= base) {
        sort_merge(words, a, of_a, b, count - of_a, to + first);
        return;
    }
    for (uint i = 0; i < count; i += each) {
        coop_spawn merge(a, of_a, b, count - of_a, to + first, i, count - i < each ? count - i : each, words,
                         base);
    }
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
    coop_spawn merge(at, quarter, at + quarter, quarter, other + at, 0, 2 * quarter, words, base);
    coop_spawn merge(at + 2 * quarter, quarter, at + 3 * quarter, count - 3 * quarter,
                     other + at + 2 * quarter, 0, count - 2 * quarter, words, base);
    coop_sync();
    coop_spawn merge(other + at, 2 * quarter, other + at + 2 * quarter, count - 2 * quarter, at, 0, count,
                     words, base);
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
