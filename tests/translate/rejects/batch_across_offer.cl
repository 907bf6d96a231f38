#include "coop/kernel.clh"
#include "coop/channel.clh"

struct token {
    uint number;
};
coop_channels(token);

static void token(struct token item, local struct coop_flow *flow, global uint *seen)
{
    seen[item.number] = 1;
}

coop_kernel coop_kill_any coop_may_kill_all void in_front(global struct coop_flowgraph *graph,
                                                          global uint *seen)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        offer_kill();
        request_fork();
        coop_flow_run((token), &flow, seen);
    }
}

/* At the first turn there is no batch, at the others there is. */
coop_kernel void around_the_loop(global struct coop_flowgraph *graph, global uint *seen)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        resizing_global_barrier();
        if (coop_flow_channel(&flow) == coop_channel_token) {
            seen[coop_flow_item_token(&flow, 0).number] = 1;
        }
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
    }
}

static void all(local struct coop_flow *flow, global uint *seen)
{
    coop_flow_run((token), flow, seen);
}

coop_kernel void by_a_helper(global struct coop_flowgraph *graph, global uint *seen)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    do {
        coop_flow_next(&flow);
        if (coop_flow_count(&flow) > 7) {
            offer_kill();
        }
        all(&flow, seen);
    } while (!coop_flow_is_done(&flow));
}

/* Behind what runs the items; the number of work-groups may grow anywhere. */
coop_kernel void is_right(global struct coop_flowgraph *graph, global uint *seen)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    do {
        coop_flow_next(&flow);
        request_fork();
        coop_flow_run((token), &flow, seen);
        offer_kill();
        if (coop_flow_channel(&flow) == COOP_CHANNEL_NONE) {
            resizing_global_barrier();
        }
    } while (!coop_flow_is_done(&flow));
}
