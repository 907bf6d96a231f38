/* Flow graphs: every number is run once, whatever happens to the work-groups. */
#include "coop/kernel.clh"
#include "coop/channel.clh"
#include "flow_items.h"

/* Sets the number's bit; counts those that were set already. */
static void run_number(uint number, global atomic_uint *bits, global atomic_uint *twice)
{
    uint bit = 1u << (number & 31u);

    if (atomic_fetch_or_explicit(&bits[number >> 5], bit, memory_order_relaxed, memory_scope_device) & bit) {
        atomic_fetch_add_explicit(twice, 1u, memory_order_relaxed, memory_scope_device);
    }
}

/* Half of the documents reserve neighbouring places, the others emit one by one. */
static void document(struct document item, local struct coop_flow *flow, global atomic_uint *bits,
                     global atomic_uint *twice)
{
    uint count = item.count < EMITTED_MAX ? item.count : EMITTED_MAX;
    uint place = item.first & 1u ? coop_flow_reserve(flow, coop_channel_token, count) : ~0u;

    for (uint i = 0; i < count; i++) {
        struct token token = {item.first + i};
        if (item.first & 1u) {
            coop_emit_at_token(flow, place + i, token);
        } else {
            coop_emit_token(flow, token);
        }
    }
    if (item.count > count) {
        coop_keep_document(flow, (struct document){item.first + count, item.count - count});
    }
}

static void token(struct token item, local struct coop_flow *flow, global atomic_uint *bits,
                  global atomic_uint *twice)
{
    run_number(item.number, bits, twice);
}

static void node(struct node item, local struct coop_flow *flow, global atomic_uint *bits,
                 global atomic_uint *twice)
{
    uint rest = item.count - 1;
    uint left = rest - rest / (2 + (item.first ^ item.seed) % 3);

    run_number(item.first, bits, twice);
    if (left > 0) {
        coop_emit_node(flow, (struct node){item.first + 1, left, item.seed});
    }
    if (rest > left) {
        coop_emit_node(flow, (struct node){item.first + 1 + left, rest - left, item.seed});
    }
}

static void faulty(struct faulty item, local struct coop_flow *flow, global atomic_uint *bits,
                   global atomic_uint *twice)
{
    if (item.what == WANTS_MORE) {
        coop_emit_token(flow, (struct token){0});
        coop_emit_token(flow, (struct token){0});
    } else if (item.what == WANTS_NO_EDGE) {
        coop_emit_document(flow, (struct document){0, 0});
    } else if (item.what == WANTS_NO_CHANNEL) {
        coop_emit_absent(flow, (struct absent){0});
    } else if (item.what == WANTS_TO_KEEP || item.what == WANTS_TO_KEEP_TWICE) {
        for (uint i = 0; i < 2; i++) { /* coopc refuses two calls, one behind the other */
            coop_keep_faulty(flow, (struct faulty){WANTS_NOTHING});
        }
    } else if (item.what == WANTS_NO_END) {
        for (uint i = 0; i < NO_END; i++) {
            atomic_fetch_add_explicit(bits, 1u, memory_order_relaxed, memory_scope_device);
        }
    }
}

static void absent(struct absent item, local struct coop_flow *flow, global atomic_uint *bits,
                   global atomic_uint *twice)
{
}

coop_kernel coop_kill_any void flowing(global struct coop_flowgraph *graph, global atomic_uint *bits,
                                       global atomic_uint *twice)
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
        coop_flow_run((document, token, node, faulty, absent), &flow, bits, twice);
    }
}

/* The last work-group may end, too: the graph then waits, with all items in it, until one begins again. */
coop_kernel coop_kill_any coop_may_kill_all void
flowing_to_the_last(global struct coop_flowgraph *graph, global atomic_uint *bits, global atomic_uint *twice)
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
        coop_flow_run((document, token, node, faulty, absent), &flow, bits, twice);
    }
}

/* All work-items of a work-group process a document together, with barriers. */
coop_kernel void flowing_by_group(global struct coop_flowgraph *graph, global atomic_uint *bits,
                                  global atomic_uint *twice)
{
    local struct coop_flow flow;
    local uint begin;
    struct document item = {0, 0};
    uint count = 0;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        request_fork();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        if (coop_flow_channel(&flow) == coop_channel_document) {
            item = coop_flow_item_document(&flow, 0);
            count = item.count < EMITTED_MAX ? item.count : EMITTED_MAX;
            if (get_local_id(0) == 0) {
                begin = item.first;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            for (uint i = (uint)get_local_id(0); i < count; i += (uint)get_local_size(0)) {
                coop_emit_token(&flow, (struct token){begin + i});
            }
            if (get_local_id(0) == 0 && item.count > count) {
                coop_keep_document(&flow, (struct document){item.first + count, item.count - count});
            }
        } else {
            coop_flow_run((token), &flow, bits, twice);
        }
    }
}

/* Resizing barriers between batches. */
coop_kernel void flowing_in_rounds(global struct coop_flowgraph *graph, global atomic_uint *bits,
                                   global atomic_uint *twice, global atomic_uint *done)
{
    local struct coop_flow flow;
    transmit uint round = 0;

    coop_flow_begin(&flow, graph);
    for (;;) {
        coop_flow_next(&flow);
        coop_flow_run((document, token, node), &flow, bits, twice);
        if (coop_flow_is_done(&flow) && get_local_id(0) == 0) {
            atomic_store_explicit(&done[(round + 1) & 1u], 1u, memory_order_relaxed, memory_scope_device);
        }
        resizing_global_barrier();
        round++;
        if (atomic_load_explicit(&done[round & 1u], memory_order_relaxed, memory_scope_device) != 0) {
            break;
        }
    }
}

/* The same, and the last work-group may end at a barrier. */
coop_kernel coop_may_kill_all void flowing_in_rounds_to_the_last(global struct coop_flowgraph *graph,
                                                                 global atomic_uint *bits,
                                                                 global atomic_uint *twice,
                                                                 global atomic_uint *done)
{
    local struct coop_flow flow;
    transmit uint round = 0;

    coop_flow_begin(&flow, graph);
    for (;;) {
        coop_flow_next(&flow);
        coop_flow_run((document, token, node), &flow, bits, twice);
        if (coop_flow_is_done(&flow) && get_local_id(0) == 0) {
            atomic_store_explicit(&done[(round + 1) & 1u], 1u, memory_order_relaxed, memory_scope_device);
        }
        resizing_global_barrier();
        round++;
        if (atomic_load_explicit(&done[round & 1u], memory_order_relaxed, memory_scope_device) != 0) {
            break;
        }
    }
}

/* Work-groups that leave when they have run a few batches, all but the last. */
coop_kernel void flowing_away(global struct coop_flowgraph *graph, global atomic_uint *bits,
                              global atomic_uint *twice)
{
    local struct coop_flow flow;
    uint rounds = 0;

    coop_flow_begin(&flow, graph);
    for (;;) {
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_flow_run((document, token, node), &flow, bits, twice);
        if (get_group_id(0) + 1 < get_num_groups(0) && rounds++ > 5 * (get_group_id(0) + 1)) {
            break;
        }
    }
}

/* It does not know documents. */
coop_kernel void flowing_partly(global struct coop_flowgraph *graph, global atomic_uint *bits,
                                global atomic_uint *twice)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_flow_run((token), &flow, bits, twice);
    }
}
