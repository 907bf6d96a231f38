/* Fibonacci numbers by a flow graph of one channel, which feeds itself: a number from the cut-off on emits
 * two others. The sum over the numbers that emit none is the result. */
#include "coop/kernel.clh"
#include "coop/channel.clh"

#include "fib.h"
#include "fib_items.h"
#include "tools/workqueue/tally.h"

static void number(struct number item, local struct coop_flow *flow, uint cutoff,
                   global struct tally *tallies)
{
    global struct tally *tally = tally_own(tallies);

    tally->counts[FIB_TASKS]++;
    if (item.n < 2) {
        tally->counts[FIB_VALUE] += item.n;
    } else if (item.n < cutoff) {
        tally->counts[FIB_VALUE] += fib_leaf(item.n);
    } else {
        coop_emit_number(flow, (struct number){item.n - 1});
        coop_emit_number(flow, (struct number){item.n - 2});
    }
}

coop_kernel coop_kill_any void fib_by_channel(global struct coop_flowgraph *graph, uint cutoff,
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
        coop_flow_run((number), &flow, cutoff, tallies);
    }
}
