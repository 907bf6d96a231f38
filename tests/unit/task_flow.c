/* The room that the tools give the flow graph of tasks that wait for others (tools/workqueue/task_flow.c):
 * that of the rules K9 and J6, as the bytes of a graph with these numbers show. */
#include "tools/workqueue/task_flow.h"
#include "test.h"

#include <coop/shared/channel.h>

enum { GROUPS = 4, BLOCK_ITEMS = 64, LEVELS = 20, CHILDREN = 2, BATCH_ITEMS = 8 };

/* A task, and what goes on behind its children, which returns to it again. */
static const struct coop_edge edges[] = {{1, 1, CHILDREN}, {1, 2, 1}, {2, 2, 1}};

static void fill(struct task_graph *graph, uint32_t batch_items)
{
    const struct coop_channel_options channels[] = {{.item_bytes = 16,
                                                     .block_items = BLOCK_ITEMS,
                                                     .batch_items = batch_items,
                                                     .levels = LEVELS,
                                                     .opens = 1,
                                                     .name = "task"},
                                                    {.item_bytes = sizeof(uint32_t),
                                                     .block_items = BLOCK_ITEMS,
                                                     .levels = LEVELS,
                                                     .resumes = 1,
                                                     .name = "sum"}};
    const struct coop_flow_options options = {
        .channels = channels, .channel_count = 2, .edges = edges, .edge_count = 3, .closure_bytes = 64};

    task_graph_take(graph, &options);
}

static void make_whole(const struct task_device *device, struct task_graph *graph)
{
    (void)device;
    fill(graph, 0);
}

static void make_small_batches(const struct task_device *device, struct task_graph *graph)
{
    (void)device;
    fill(graph, BATCH_ITEMS);
}

static coop_status spawn(struct task_device *device)
{
    (void)device;
    return COOP_OK;
}

static uint64_t bytes_of(void (*make)(const struct task_device *, struct task_graph *))
{
    const struct task_flow flow = {.make = make, .spawn = spawn};
    const struct task_kernel kernel = {.flow = &flow};
    const struct task_device device = {.kernel = &kernel, .setup = {.groups = GROUPS}};

    return task_flow_bytes(&device);
}

/* With so many blocks for what a batch emits into the channel of tasks. */
static uint64_t bytes_by_rule(uint32_t batch_items, uint32_t most)
{
    struct task_graph graph = {0};
    struct coop_flow_options options = {.groups = GROUPS,
                                        .channels = graph.channels,
                                        .channel_count = 2,
                                        .edges = edges,
                                        .edge_count = 3,
                                        .closure_bytes = 64,
                                        .roots = 1};

    fill(&graph, batch_items);
    options.closures = (uint32_t)coop_closures_bound(GROUPS, BLOCK_ITEMS, LEVELS, COOP_CLOSURE_STOCK);
    graph.channels[0].blocks = (uint32_t)coop_flow_bound_of_levels(GROUPS, LEVELS, most) + 1;
    graph.channels[1].blocks = (uint32_t)coop_flow_bound_of_levels(GROUPS, LEVELS, 1) + 1 +
                               (options.closures + options.roots + BLOCK_ITEMS - 1) / BLOCK_ITEMS;
    return coop_flow_bytes(&options);
}

/* Each closure may be an item of the channel that goes on with them. */
TEST(blocks_hold_all_closures_that_go_on)
{
    TEST_AT_LEAST(bytes_of(make_whole), 1);
    TEST_EQUAL_U64(bytes_of(make_whole), bytes_by_rule(0, CHILDREN));
}

TEST(small_batches_need_fewer_blocks)
{
    TEST_AT_LEAST(bytes_of(make_small_batches), 1);
    TEST_EQUAL_U64(bytes_of(make_small_batches), bytes_by_rule(BATCH_ITEMS, 1));
}
