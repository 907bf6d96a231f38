#include "bfs_channel_plan.h"

#include "bfs_channel_kernels.h"
#include "bfs_channel_kernels_text.h"

enum { BLOCK_ITEMS = 256 };

/* The arcs that an item looks at, at most: an item emits no more. */
static uint32_t most_arcs(const struct graph *graph)
{
    uint32_t most = 1;

    for (uint32_t i = 0; i < graph->vertex_count; i++) {
        uint32_t arcs = (uint32_t)(graph->rows[i + 1] - graph->rows[i]);
        most = arcs > most ? arcs : most;
    }
    return most < BFS_ITEM_ARCS ? most : BFS_ITEM_ARCS;
}

/* Blocks for every vertex and for ways that were not the shortest, and what each work-group has in hand. */
static uint32_t block_count(const struct graph *graph, uint32_t most, uint32_t groups)
{
    uint64_t vertices = graph->vertex_count;
    uint64_t arcs = (uint64_t)graph->arc_count;
    uint64_t items = vertices + (arcs < 3 * vertices ? arcs : 3 * vertices);

    return (uint32_t)(items / BLOCK_ITEMS) + groups * (2 * most + 16);
}

void bfs_channel_plan_make(struct bfs_channel *channel, struct kernel_plan *plan, const struct graph *graph,
                           uint32_t source, uint32_t groups)
{
    uint64_t words_bytes = (uint64_t)graph->vertex_count * sizeof(uint32_t);
    uint32_t most = most_arcs(graph);
    unsigned rows, arcs;

    /* Nobody knows how deep the graph is: all items have level 0, and the policy makes for breadth. */
    channel->channel = (struct coop_channel_options){
        .block_items = BLOCK_ITEMS, .blocks = block_count(graph, most, groups), .levels = 1, .keeps = 1};
    channel->edge = (struct coop_edge){coop_channel_visit, coop_channel_visit, most};
    channel->options = (struct coop_flow_options){.groups = groups,
                                                  .channels = &channel->channel,
                                                  .channel_count = 1,
                                                  .edges = &channel->edge,
                                                  .edge_count = 1,
                                                  .policy = COOP_FLOW_OLDEST_FIRST,
                                                  .code = &bfs_channel_flow_code};
    channel->first = (struct visit){source, 0, 0};
    channel->flow = (struct kernel_flow){.options = &channel->options,
                                         .channel = coop_channel_visit,
                                         .items = &channel->first,
                                         .item_bytes = sizeof channel->first,
                                         .item_count = 1};

    rows = kernel_plan_upload(plan, graph->rows, words_bytes + sizeof *graph->rows);
    arcs = kernel_plan_upload(plan, graph->arcs, (uint64_t)graph->arc_count * sizeof *graph->arcs);
    plan->result = kernel_plan_buffer(plan, words_bytes);
    kernel_plan_fill(plan, plan->result, 0, words_bytes, UINT32_MAX);
    kernel_plan_set(plan, plan->result, source, 0);
    kernel_flow_declare(plan, &channel->flow);
    kernel_plan_pass(plan, channel->flow.buffer);
    kernel_plan_pass(plan, rows);
    kernel_plan_pass(plan, arcs);
    kernel_plan_pass(plan, plan->result);
    kernel_plan_pass(plan, channel->flow.lanes);
}

static coop_status launch(coop_run *run, const void *args, const struct coop_launch_options *options,
                          coop_launch **launch)
{
    return bfs_channel_launch(run, args, options, launch);
}

const struct kernel_source bfs_channel_source = {.name = "bfs_channel",
                                                 .module_text = bfs_channel_kernels_module_text,
                                                 .module_bytes = &bfs_channel_kernels_module_bytes,
                                                 .args_bytes = sizeof(struct bfs_channel_args),
                                                 .launch = launch};
