#include "task_sort.h"

#include "sort_device.h"
#include "sort_kernels.h"
#include "sort_kernels_text.h"
#include "sort_keys.h"
#include "sort_together.h"
#include "task_sort_group.h"
#include "tools/workqueue/task.h"
#include "tools/workqueue/task_flow.h"

#include <stdio.h>
#include <stdlib.h>

#define N 1000000 /* keys, unless given */
#define N_MAX (UINT64_C(1) << 28)
#define BASE 64
#define BASE_MIN 4
#define BASE_MAX SORT_TILE

static void make_graph(const struct task_device *device, struct task_graph *graph)
{
    struct coop_flow_options options = {.groups = device->setup.groups};

    sort_keys_flow(&options, sort_device_levels(device->problem->input));
    task_graph_take(graph, &options);
}

static coop_status spawn(struct task_device *device)
{
    const struct sort_input *input = device->problem->input;
    const struct sort_call call = {.at = 0, .count = input->count};

    return sort_spawn(device->queue, 0, &call, &device->root);
}

static int launch(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct sort_input *input = device->problem->input;
    const struct sort_keys_args args = {.graph = coop_buffer_address(device->queue),
                                        .words = task_address(device, SORT_WORDS),
                                        .other = input->count,
                                        .base = input->base,
                                        .tallies = task_address(device, SORT_TALLIES)};

    return session_check(device->session, sort_keys_launch(device->session->run, &args, options, launch),
                         error);
}

static const struct task_flow flow = {.make = make_graph, .spawn = spawn};

static const struct task_kernel kernel = {.module_text = sort_kernels_module_text,
                                          .module_bytes = &sort_kernels_module_bytes,
                                          .flow = &flow,
                                          .cleared = SORT_TALLIES + 1,
                                          .tallies = SORT_TALLIES,
                                          .sizes = sort_device_sizes,
                                          .reset = sort_device_reset,
                                          .launch = launch,
                                          .answer = sort_device_answer,
                                          .check = sort_device_check,
                                          .output = sort_device_output};

/* ---- the problem ---- */

static void add_options(struct option *table, struct work_choice *choice)
{
    option_add(table, (struct option){"--keys", OPTION_TEXT, &choice->keys, 0, 0});
    option_add(table, (struct option){"--base", OPTION_NUMBER, &choice->base, BASE_MIN, BASE_MAX});
}

static void complete(struct work_choice *choice)
{
    choice->keys = choice->keys != NULL ? choice->keys : sort_kind_names[SORT_RANDOM];
    choice->base = choice->base > 0 ? choice->base : choice->by_group ? SORT_TILE : BASE;
}

static int check_choice(const struct work_choice *choice, struct tool_error *error)
{
    if (sort_kind_of(choice->keys) == SORT_KINDS) {
        return tool_fail(error, "--keys wants random, few, sorted, reversed or equal, not \"%s\"",
                         choice->keys);
    }
    return work_check_range("N", choice->n, 0, N_MAX, error);
}

static int make(const struct work_choice *choice, struct work_problem *problem, struct tool_error *error)
{
    struct sort_input *input = problem->input;

    input->count = (uint32_t)choice->n;
    input->base = (uint32_t)choice->base;
    input->keys = malloc((uint64_t)input->count * sizeof(uint32_t) + 1);
    if (input->keys == NULL) {
        return tool_fail(error, "memory is exhausted; take fewer keys");
    }
    sort_keys_make(sort_kind_of(choice->keys), input->keys, input->count);
    snprintf(problem->name, sizeof problem->name, "%u %s keys%s", input->count, choice->keys,
             choice->by_group ? ", leaves by work-groups" : "");
    return 0;
}

static void clear_input(void *memory)
{
    struct sort_input *input = memory;

    free(input->keys);
    free(input->sorted);
}

const struct workload workload_sort = {.name = "sort",
                                       .kernel = &kernel,
                                       .by_group = &sort_group_kernel,
                                       .input_bytes = sizeof(struct sort_input),
                                       .add_options = add_options,
                                       .complete = complete,
                                       .check = check_choice,
                                       .make = make,
                                       .solve = sort_device_solve,
                                       .clear = clear_input};

static const struct task_form form = {
    .workload = &workload_sort,
    .operands = " [N]",
    .text =
        "Sorts N keys of 32 bits by tasks that wait for others (cilksort): four quarters at once, which are\n"
        "merged in parallel. N is 1000000 unless given.\n"
        "\n"
        "  --keys KIND           random (default), few (16 values), sorted, reversed or equal\n"
        "  --base K              at most K keys are sorted, or merged, within a task: 4 to 4096 (default "
        "64,\n"
        "                        with --by-group 4096)\n"
        "  --by-group            work-groups sort up to K keys together, and merge up to 2048, in local "
        "memory\n"
        "  --output FILE         write the sorted keys: words of 32 bits, little-endian, without a head\n",
    .n = N};

const struct application application_sort = {.name = "sort",
                                             .summary = "sort keys by parallel merges",
                                             .command = task_command,
                                             .form = &form,
                                             .source = "Frigo et al. 1998",
                                             .primitives = "offer_kill, request_fork",
                                             .input = "a number of keys"};
