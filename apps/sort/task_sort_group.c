#include "task_sort_group.h"

#include "sort_device.h"
#include "sort_group_kernels.h"
#include "sort_group_kernels_text.h"
#include "tools/workqueue/task_flow.h"

/* Of channels of single work-items, unless given: these tasks only give others to work-groups, and a block
 * goes to one work-group. */
#define BLOCK_ITEMS 8

static void make_graph(const struct task_device *device, struct task_graph *graph)
{
    struct coop_flow_options options = {.groups = device->setup.groups};

    sort_by_groups_flow(&options, sort_device_levels(device->problem->input));
    task_graph_take(graph, &options);
    for (uint32_t i = 0; i < graph->channel_count; i++) {
        if (!graph->channels[i].by_group) {
            graph->channels[i].block_items = BLOCK_ITEMS;
        }
    }
}

static coop_status spawn(struct task_device *device)
{
    const struct sort_input *input = device->problem->input;
    const struct sort_range_call call = {.at = 0, .count = input->count};

    return sort_range_spawn(device->queue, 0, &call, &device->root);
}

static int launch(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct sort_input *input = device->problem->input;
    const struct sort_by_groups_args args = {.graph = coop_buffer_address(device->queue),
                                             .words = task_address(device, SORT_WORDS),
                                             .other = input->count,
                                             .base = input->base};

    return session_check(device->session, sort_by_groups_launch(device->session->run, &args, options, launch),
                         error);
}

static const struct task_flow flow = {.make = make_graph, .spawn = spawn};

/* Its lanes are not counted: all work-items of a work-group have a part of a leaf. */
const struct task_kernel sort_group_kernel = {.module_text = sort_group_kernels_module_text,
                                              .module_bytes = &sort_group_kernels_module_bytes,
                                              .flow = &flow,
                                              .tallies = TASK_BUFFERS_MAX,
                                              .sizes = sort_device_sizes,
                                              .reset = sort_device_reset,
                                              .launch = launch,
                                              .answer = sort_device_answer,
                                              .check = sort_device_check,
                                              .output = sort_device_output};
