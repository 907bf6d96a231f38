/* Tasks that wait for their children; and items that use closures in channels which are not made for it. */
#include "coop/kernel.clh"
#include "apps/fib/fib_by_hand.clh"
#include "join_items.h"

coop_kernel coop_kill_any void joining(global struct coop_flowgraph *graph)
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
        coop_flow_run((fib, fib_sum), &flow);
    }
}

/* The last work-group may end, too: tasks wait, and nobody runs their children meanwhile. */
coop_kernel coop_kill_any coop_may_kill_all void joining_to_the_last(global struct coop_flowgraph *graph)
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
        coop_flow_run((fib, fib_sum), &flow);
    }
}

static void misuse(struct misuse item, local struct coop_flow *flow)
{
    if (item.what == TAKES) {
        coop_closure_take(flow);
    } else if (item.what == TAKES_TWICE) {
        coop_closure_take(flow);
        coop_closure_take(flow);
    } else if (item.what == RETURNS_TWICE) { /* to the root */
        coop_closure_return(flow, (struct coop_up){1u, 0u});
        coop_closure_return(flow, (struct coop_up){1u, 0u});
    } else if (item.what == RETURNS_TO_A_STRANGER) {
        uint me = coop_closure_take(flow);
        coop_closure_expect(flow, me, 0xfeedu, 1u);
        coop_closure_return(flow, (struct coop_up){me, 0u});
    } else {
        coop_closure_give(flow, 0u);
    }
}

coop_kernel void misusing(global struct coop_flowgraph *graph)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_flow_run((misuse), &flow);
    }
}
