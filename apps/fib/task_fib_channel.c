#include "task_fib_channel.h"

#include "fib.h"
#include "fib_channel_kernels.h"
#include "fib_channel_kernels_text.h"
#include "fib_items.h"
#include "tools/workqueue/task_flow.h"

#define CHILDREN 2                  /* of a number */
#define BLOCK_ITEMS 256             /* unless the setup has some */
#define BREADTH (UINT64_C(4) << 20) /* numbers that wait at once when the oldest are first */

static int prepare(struct task_device *device, struct tool_error *error)
{
    const struct number first = {device->problem->n};

    (void)error;
    frontier_push(&device->first, &first);
    return 0;
}

/* The oldest first go down together, and their breadth wants room, which no rule bounds; 0: the default. */
static uint32_t block_count(const struct task_setup *setup, uint32_t levels)
{
    uint64_t items = setup->block_items > 0 ? setup->block_items : BLOCK_ITEMS;
    enum coop_flow_policy policy = COOP_FLOW_SINKS_FIRST;

    if (setup->flow_policy != NULL) {
        task_flow_policy(setup->flow_policy, &policy);
    }
    return policy == COOP_FLOW_OLDEST_FIRST
               ? (uint32_t)(coop_flow_default_of_levels(setup->groups, levels, CHILDREN) + 1 +
                            BREADTH / items)
               : 0;
}

static void make_graph(const struct task_device *device, struct task_graph *graph)
{
    uint32_t levels = device->problem->n + 1;

    graph->channels[0] = (struct coop_channel_options){.item_bytes = sizeof(struct number),
                                                       .levels = levels,
                                                       .blocks = block_count(&device->setup, levels),
                                                       .name = "number"};
    graph->edges[0] = (struct coop_edge){coop_channel_number, coop_channel_number, CHILDREN};
    graph->channel_count = 1;
    graph->edge_count = 1;
    graph->code = &fib_by_channel_flow_code;
}

static int launch(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct fib_by_channel_args args = {.graph = coop_buffer_address(device->queue),
                                             .cutoff = device->problem->cutoff,
                                             .tallies = task_address(device, 0)};

    return session_check(device->session, fib_by_channel_launch(device->session->run, &args, options, launch),
                         error);
}

static int answer(struct task_device *device, struct answer *answer, struct tool_error *error)
{
    struct tally sum;

    if (task_read_tallies(device, 0, 0, &sum, error) != 0) {
        return -1;
    }
    answer_add(answer, "value", (int64_t)sum.counts[FIB_VALUE]);
    return 0;
}

static const struct task_flow flow = {.make = make_graph};

const struct task_kernel fib_channel_kernel = {.module_text = fib_channel_kernels_module_text,
                                               .module_bytes = &fib_channel_kernels_module_bytes,
                                               .flow = &flow,
                                               .tag = coop_channel_number,
                                               .parameter_bytes = sizeof(struct number),
                                               .cleared = 1,
                                               .tallies = 0,
                                               .unit = FIB_TASKS,
                                               .unit_name = "tasks",
                                               .sizes = task_sizes_of_tallies,
                                               .prepare = prepare,
                                               .launch = launch,
                                               .answer = answer};
