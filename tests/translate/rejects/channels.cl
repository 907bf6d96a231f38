#include "coop/kernel.clh"
#include "coop/channel.clh"

struct token { uint at; };
struct word { uint hash; };
struct lost { uint at; };
coop_channels(token, word, lost);

static void lose(local struct coop_flow *flow, uint at)
{
    coop_emit_lost(flow, (struct lost){at});
}

static void token(struct token item, local struct coop_flow *flow)
{
    if (item.at > 7) {
        lose(flow, item.at);
    }
    coop_keep_word(flow, (struct word){item.at});
    coop_emit_at_word(flow, coop_flow_reserve(flow, coop_channel_word, 1u), (struct word){item.at});
}

/* Once on each way. */
static void word(struct word item, local struct coop_flow *flow)
{
    if (item.hash > 7) {
        coop_keep_word(flow, item);
        return;
    }
    coop_keep_word(flow, item);
    item.hash++;
    coop_keep_word(flow, item);
}

coop_kernel coop_kill_any void channels(global struct coop_flowgraph *graph)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_flow_run((token, word), &flow);
        coop_emit_token(&flow, (struct token){0});
    }
}

/* Its own text runs words, and may keep them and emit tokens; nobody runs tokens. */
coop_kernel coop_kill_any void own_text(global struct coop_flowgraph *graph)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        if (coop_flow_channel(&flow) == coop_channel_word) {
            struct word item = coop_flow_item_word(&flow, 0);
            coop_keep_word(&flow, item);
            coop_emit_token(&flow, (struct token){item.hash});
        }
    }
}
