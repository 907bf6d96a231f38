/* Unbalanced tree search (Olivier et al., LCPC 2006) by a flow graph of one channel, which feeds itself: an
 * item is a node, and a work-item makes its children. */
#include "coop/kernel.clh"
#include "coop/channel.clh"

#include "tools/workqueue/tally.h"
#include "uts_items.h"

static void node(struct node item, local struct coop_flow *flow, struct uts_rule rule,
                 global const uint *table, global struct tally *tallies)
{
    global struct tally *tally = tally_own(tallies);
    uint count = uts_child_count(rule, table, item.height, uts_draw(item.state));
    uint end = min(count, item.next + UTS_NODE_CHILDREN);
    struct node child;

    if (item.next == 0) {
        tally->counts[UTS_NODES]++;
        tally->counts[UTS_LEAVES] += count == 0;
        tally->counts[UTS_DEPTH] = max(tally->counts[UTS_DEPTH], (ulong)item.height);
    }
    child.height = item.height + 1;
    child.next = 0;
    for (; item.next < end; item.next++) {
        child.state = uts_child(item.state, item.next);
        coop_emit_node(flow, child);
    }
    if (end < count) {
        coop_keep_node(flow, item);
    }
}

/* The host has pushed the root. */
coop_kernel coop_kill_any void uts_by_channel(global struct coop_flowgraph *graph, global const uint *table,
                                              uint root_children, uint table_heights, uint binomial_end,
                                              uint binomial_children, global struct tally *tallies)
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
        coop_flow_run((node), &flow,
                      (struct uts_rule){0, root_children, table_heights, binomial_end, binomial_children},
                      table, tallies);
    }
}
