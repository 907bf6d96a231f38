#include "task_strassen_group.h"

#include "strassen.h"
#include "strassen_device.h"
#include "strassen_group_kernels.h"
#include "strassen_group_kernels_text.h"
#include "tools/workqueue/task_flow.h"

#include <string.h>

/* Unless given. There are few tasks, and those of work-groups take milliseconds on a GPU: a block goes to one
 * work-group, so small ones keep more of them busy. */
#define BLOCK_ITEMS 8
#define GROUP_BLOCK_ITEMS 2
#define SHARE_LEVELS 6 /* eight children each, of the 16,384 squares of 8192 rows */

/* Levels more for the tasks that give parts to work-groups, and one for these. */
static void make_graph(const struct task_device *device, struct task_graph *graph)
{
    struct coop_flow_options options = {.groups = device->setup.groups};

    multiply_by_groups_flow(&options, strassen_device_levels(device->problem->input) + SHARE_LEVELS);
    task_graph_take(graph, &options);
    for (uint32_t i = 0; i < graph->channel_count; i++) {
        graph->channels[i].block_items = graph->channels[i].by_group ? GROUP_BLOCK_ITEMS : BLOCK_ITEMS;
    }
}

static coop_status spawn(struct task_device *device)
{
    const struct strassen_input *input = device->problem->input;
    uint64_t elements = strassen_elements(input);
    const struct strassen_block a = {0, input->size};
    const struct strassen_block b = {elements, input->size};
    const struct strassen_block c = {2 * elements, input->size};
    struct group_product_call call = {.room = 3 * elements, .size = input->size};

    memcpy(call.a, &a, sizeof a);
    memcpy(call.b, &b, sizeof b);
    memcpy(call.c, &c, sizeof c);
    return group_product_spawn(device->queue, 0, &call, &device->root);
}

static int launch(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct strassen_input *input = device->problem->input;
    const struct multiply_by_groups_args args = {.graph = coop_buffer_address(device->queue),
                                                 .words = task_address(device, STRASSEN_WORDS),
                                                 .leaf = input->leaf};

    return session_check(device->session,
                         multiply_by_groups_launch(device->session->run, &args, options, launch), error);
}

static const struct task_flow flow = {.make = make_graph, .spawn = spawn};

/* Its lanes are not counted: all work-items of a work-group have a part of a leaf. */
const struct task_kernel strassen_group_kernel = {.module_text = strassen_group_kernels_module_text,
                                                  .module_bytes = &strassen_group_kernels_module_bytes,
                                                  .flow = &flow,
                                                  .tallies = TASK_BUFFERS_MAX,
                                                  .sizes = strassen_device_sizes,
                                                  .reset = strassen_device_reset,
                                                  .launch = launch,
                                                  .answer = strassen_device_answer,
                                                  .check = strassen_device_check,
                                                  .output = strassen_device_output};
