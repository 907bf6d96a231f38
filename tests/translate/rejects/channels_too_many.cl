// options: -DCOOP_FLOW_CHANNELS=1
#include "coop/kernel.clh"
#include "coop/channel.clh"

struct document { uint at; };
struct token { uint at; };
coop_channels(document, token);

static void document(struct document item, local struct coop_flow *flow)
{
    coop_emit_token(flow, (struct token){item.at});
}

static void token(struct token item, local struct coop_flow *flow)
{
}

coop_kernel coop_kill_any void words(global struct coop_flowgraph *graph)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_flow_run((document, token), &flow);
    }
}
