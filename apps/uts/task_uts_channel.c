#include "task_uts_channel.h"

#include "tools/workqueue/task_flow.h"
#include "uts_channel_kernels.h"
#include "uts_channel_kernels_text.h"
#include "uts_device.h"
#include "uts_items.h"

/* Heights for each of which a work-group has a list; deeper nodes share the last. */
#define LEVELS_MAX 128

#define BLOCK_ITEMS 256                      /* unless the setup has some */
#define RULE_BYTES_MAX (UINT64_C(256) << 20) /* of blocks by the rule, which grows with heights and groups */
#define BREADTH (UINT64_C(4) << 20)          /* nodes that wait at once when the oldest are first */

static int prepare(struct task_device *device, struct tool_error *error)
{
    struct node root = {.height = 0, .next = 0};

    if (uts_device_prepare(device, error) != 0) {
        return -1;
    }
    root.state = uts_root(((const struct uts_own *)device->own)->rule.seed);
    frontier_push(&device->first, &root);
    return 0;
}

/* Blocks for each work-group's way down by the rule (K9), unless they are too large: then the library's
 * default, which seldom is too few for blocks of many items. The first node has one, too. The oldest first go
 * down together, and their breadth wants room, which no rule bounds. */
static uint32_t block_count(const struct task_setup *setup, uint32_t levels)
{
    uint64_t items = setup->block_items > 0 ? setup->block_items : BLOCK_ITEMS;
    uint64_t blocks = coop_flow_bound_of_levels(setup->groups, levels, UTS_NODE_CHILDREN) + 1;
    enum coop_flow_policy policy = COOP_FLOW_SINKS_FIRST;

    if (setup->flow_policy != NULL) {
        task_flow_policy(setup->flow_policy, &policy);
    }
    if (blocks * items * sizeof(struct node) > RULE_BYTES_MAX) {
        blocks = coop_flow_default_of_levels(setup->groups, levels, UTS_NODE_CHILDREN) + 1;
    }
    return (uint32_t)(blocks + (policy == COOP_FLOW_OLDEST_FIRST ? BREADTH / items : 0));
}

static void make_graph(const struct task_device *device, struct task_graph *graph)
{
    uint32_t heights = uts_tree_heights(device->problem->input);
    uint32_t levels = heights > 0 && heights < LEVELS_MAX ? heights + 1 : LEVELS_MAX;

    graph->channels[0] = (struct coop_channel_options){.item_bytes = sizeof(struct node),
                                                       .keeps = 1,
                                                       .levels = levels,
                                                       .blocks = block_count(&device->setup, levels),
                                                       .name = "node"};
    graph->edges[0] = (struct coop_edge){coop_channel_node, coop_channel_node, UTS_NODE_CHILDREN};
    graph->channel_count = 1;
    graph->edge_count = 1;
    graph->code = &uts_by_channel_flow_code;
}

static int launch(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct uts_own *own = device->own;
    const struct uts_by_channel_args args = {.graph = coop_buffer_address(device->queue),
                                             .table = task_address(device, UTS_TABLE),
                                             .root_children = own->rule.root_children,
                                             .table_heights = own->rule.table_heights,
                                             .binomial_end = own->rule.binomial_end,
                                             .binomial_children = own->rule.binomial_children,
                                             .tallies = task_address(device, UTS_TALLIES)};

    return session_check(device->session, uts_by_channel_launch(device->session->run, &args, options, launch),
                         error);
}

static const struct task_flow flow = {.make = make_graph};

const struct task_kernel uts_channel_kernel = {.module_text = uts_channel_kernels_module_text,
                                               .module_bytes = &uts_channel_kernels_module_bytes,
                                               .flow = &flow,
                                               .tag = coop_channel_node,
                                               .parameter_bytes = sizeof(struct node),
                                               .cleared = 1,
                                               .tallies = UTS_TALLIES,
                                               .unit = UTS_NODES,
                                               .unit_name = "nodes",
                                               .sizes = uts_device_sizes,
                                               .prepare = prepare,
                                               .upload = uts_device_upload,
                                               .launch = launch,
                                               .answer = uts_device_answer,
                                               .clear = uts_device_clear};
