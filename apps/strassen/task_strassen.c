#include "task_strassen.h"

#include "matrices.h"
#include "strassen.h"
#include "strassen_device.h"
#include "strassen_kernels.h"
#include "strassen_kernels_text.h"
#include "task_strassen_group.h"
#include "tools/workqueue/task.h"
#include "tools/workqueue/task_flow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 512 /* rows, unless given */
#define N_MIN 16
#define N_MAX 8192
#define LEAF 16
#define LEAF_MAX 128
#define GROUP_LEAF 512
#define BLOCK_ITEMS \
    64 /* unless given, or the local size is more: what a block has made is still in a cache */

static void make_graph(const struct task_device *device, struct task_graph *graph)
{
    struct coop_flow_options options = {.groups = device->setup.groups};

    multiply_flow(&options, strassen_device_levels(device->problem->input));
    task_graph_take(graph, &options);
    for (uint32_t i = 0; i < graph->channel_count; i++) {
        graph->channels[i].block_items = BLOCK_ITEMS;
        while (graph->channels[i].block_items < device->setup.local_items) {
            graph->channels[i].block_items *= 2;
        }
    }
}

static coop_status spawn(struct task_device *device)
{
    const struct strassen_input *input = device->problem->input;
    const struct strassen_block a = {0, input->size};
    const struct strassen_block b = {strassen_elements(input), input->size};
    const struct strassen_block c = {2 * strassen_elements(input), input->size};
    struct product_call product = {.room = 3 * strassen_elements(input), .size = input->size};
    struct classical_call classical = {.size = input->size};

    if (input->products == 7) {
        memcpy(product.a, &a, sizeof a);
        memcpy(product.b, &b, sizeof b);
        memcpy(product.c, &c, sizeof c);
        return product_spawn(device->queue, 0, &product, &device->root);
    }
    memcpy(classical.a, &a, sizeof a);
    memcpy(classical.b, &b, sizeof b);
    memcpy(classical.c, &c, sizeof c);
    return classical_spawn(device->queue, 0, &classical, &device->root);
}

static int launch(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct strassen_input *input = device->problem->input;
    const struct multiply_args args = {.graph = coop_buffer_address(device->queue),
                                       .words = task_address(device, STRASSEN_WORDS),
                                       .leaf = input->leaf,
                                       .tallies = task_address(device, STRASSEN_TALLIES)};

    return session_check(device->session, multiply_launch(device->session->run, &args, options, launch),
                         error);
}

static const struct task_flow flow = {.make = make_graph, .spawn = spawn};

static const struct task_kernel kernel = {.module_text = strassen_kernels_module_text,
                                          .module_bytes = &strassen_kernels_module_bytes,
                                          .flow = &flow,
                                          .cleared = STRASSEN_TALLIES + 1,
                                          .tallies = STRASSEN_TALLIES,
                                          .sizes = strassen_device_sizes,
                                          .reset = strassen_device_reset,
                                          .launch = launch,
                                          .answer = strassen_device_answer,
                                          .check = strassen_device_check,
                                          .output = strassen_device_output};

/* ---- the problem ---- */

static void add_options(struct option *table, struct work_choice *choice)
{
    option_add(table, (struct option){"--entries", OPTION_TEXT, &choice->entries, 0, 0});
    option_add(table, (struct option){"--products", OPTION_NUMBER, &choice->products, 7, 8});
    option_add(table, (struct option){"--leaf", OPTION_NUMBER, &choice->leaf, LEAF, N_MAX});
}

static void complete(struct work_choice *choice)
{
    choice->entries = choice->entries != NULL ? choice->entries : "integers";
    choice->products = choice->products > 0 ? choice->products : 7;
    choice->leaf = choice->leaf > 0 ? choice->leaf : choice->by_group ? GROUP_LEAF : LEAF;
}

static int check_choice(const struct work_choice *choice, struct tool_error *error)
{
    if (strcmp(choice->entries, "integers") != 0 && strcmp(choice->entries, "reals") != 0) {
        return tool_fail(error, "--entries wants integers or reals, not \"%s\"", choice->entries);
    }
    if ((choice->leaf & (choice->leaf - 1)) != 0) {
        return tool_fail(error, "--leaf wants a power of two, not %llu", (unsigned long long)choice->leaf);
    }
    if (choice->by_group && choice->products == 8) {
        return tool_fail(error, "--by-group has seven products: no --products 8");
    }
    if (work_check_range("--leaf", choice->leaf, choice->by_group ? STRASSEN_SQUARE : LEAF,
                         choice->by_group ? N_MAX : LEAF_MAX, error) != 0) {
        return -1;
    }
    if (work_check_range("N", choice->n, choice->by_group ? STRASSEN_SQUARE : N_MIN, N_MAX, error) != 0) {
        return -1;
    }
    return (choice->n & (choice->n - 1)) == 0
               ? 0
               : tool_fail(error, "N must be a power of two, not %llu", (unsigned long long)choice->n);
}

static int make(const struct work_choice *choice, struct work_problem *problem, struct tool_error *error)
{
    struct strassen_input *input = problem->input;

    input->size = (uint32_t)choice->n;
    input->leaf = (uint32_t)choice->leaf;
    input->products = (uint32_t)choice->products;
    input->are_reals = strcmp(choice->entries, "reals") == 0;
    input->words = malloc(2 * strassen_elements(input) * sizeof *input->words);
    if (input->words == NULL) {
        return tool_fail(error, "memory is exhausted; take smaller matrices");
    }
    matrices_make(input->are_reals, input->words, input->size);
    snprintf(problem->name, sizeof problem->name, "%ux%u %s, %s products%s", input->size, input->size,
             choice->entries, input->products == 7 ? "seven" : "eight",
             choice->by_group ? ", leaves by work-groups" : "");
    return 0;
}

static void clear_input(void *memory)
{
    struct strassen_input *input = memory;

    free(input->words);
    free(input->wanted);
}

const struct workload workload_strassen = {.name = "strassen",
                                           .kernel = &kernel,
                                           .by_group = &strassen_group_kernel,
                                           .input_bytes = sizeof(struct strassen_input),
                                           .add_options = add_options,
                                           .complete = complete,
                                           .check = check_choice,
                                           .make = make,
                                           .solve = strassen_device_solve,
                                           .clear = clear_input};

static const struct task_form form = {
    .workload = &workload_strassen,
    .operands = " [N]",
    .text =
        "Multiplies two matrices of N rows by tasks that wait for others: seven products of matrices half "
        "as\n"
        "large, by Strassen's method, or eight. N is a power of two, 512 unless given.\n"
        "\n"
        "  --products P          7 (default), or 8: the classical product, whose results are added up by\n"
        "                        atomic operations\n"
        "  --leaf L              a task multiplies matrices of up to L rows by itself: a power of two, 16 "
        "to\n"
        "                        128 (default 16)\n"
        "  --by-group            work-groups multiply matrices of up to L rows, 128 to 8192 (default 512), "
        "by\n"
        "                        squares of 128 rows, and compute sums together; seven products\n"
        "  --entries KIND        integers from -2 to 2 (default), whose product is exact, or reals\n"
        "  --block-items N       see below, but 64 unless given, or the local size if that is more; with\n"
        "                        --by-group 8, and 2 for tasks of work-groups\n"
        "  --output FILE         write the product by rows: words of 32 bits, little-endian, without a "
        "head;\n"
        "                        integers, or floats (IEEE 754)\n",
    .n = N};

const struct application application_strassen = {.name = "strassen",
                                                 .summary = "multiply matrices by Strassen's method",
                                                 .command = task_command,
                                                 .form = &form,
                                                 .source = "Strassen 1969",
                                                 .primitives = "offer_kill, request_fork",
                                                 .input = "a number of rows"};
