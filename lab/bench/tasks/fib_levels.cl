/* Fibonacci numbers by levels: nobody counts children. All numbers of one depth are taken apart, then all of
 * the next one, with a global barrier in between; then, from the deepest level up, what waits for two results
 * adds them up. The numbers of a level lie one behind the other, in the order in which those above were taken
 * apart: the children of the k-th of all that were are 2 k + 1 and 2 k + 2.
 *
 * Source: Orr, doctoral thesis, chapter 4 (dependencies by levels). */
#include "coop/kernel.clh"
#include "tools/workqueue/tally.h"

#include "apps/fib/fib.h"

/* One item of the way down. `before` are taken apart on the levels above, `*made` on this one so far. */
static void take_apart(uint at, uint before, global uint *made, global uint *numbers, global uint *owners,
                       global ulong *results, uint cutoff)
{
    uint n = numbers[at];

    if (n < 2 || n < cutoff) {
        results[at] = n < 2 ? n : fib_leaf(n);
    } else {
        uint own = before + atomic_fetch_add_explicit((global atomic_uint *)made, 1u, memory_order_relaxed,
                                                      memory_scope_device);

        owners[own] = at;
        numbers[2 * own + 1] = n - 1;
        numbers[2 * own + 2] = n - 2;
    }
}

/* `made`: by level; zeros. `numbers`: the first one is given. The first one of `results` is the result. */
coop_kernel void fib_by_levels(global uint *made, global uint *numbers, global uint *owners,
                               global ulong *results, uint cutoff, global struct tally *tallies)
{
    transmit uint level = 0;
    transmit uint before = 0;
    transmit uint begin = 0;
    transmit uint end = 1;

    while (begin < end) {
        for (uint i = begin + get_global_id(0); i < end; i += get_global_size(0)) {
            take_apart(i, before, &made[level], numbers, owners, results, cutoff);
            tally_own(tallies)->counts[FIB_TASKS]++;
        }
        resizing_global_barrier();
        begin = 2 * before + 1;
        before += made[level];
        end = 2 * before + 1;
        level++;
    }
    while (level > 0) {
        level--;
        end = before;
        before -= made[level];
        for (uint i = before + get_global_id(0); i < end; i += get_global_size(0)) {
            results[owners[i]] = results[2 * i + 1] + results[2 * i + 2];
        }
        resizing_global_barrier();
    }
}
