#include "task_uts.h"

#include "task_uts_channel.h"

#include "tools/workqueue/task.h"
#include "tools/workqueue/task_kernels.h"
#include "uts_device.h"
#include "uts_each_kernels_text.h"
#include "uts_kernels.h"
#include "uts_kernels_text.h"
#include "uts_lanes_kernels_text.h"

#include "uts_tasks.h"

#include <stdio.h>
#include <stdlib.h>

/* Counts a node, and makes a task of its children, if it has any. */
static void add_node(struct task_device *device, struct sha1_digest state, uint32_t height)
{
    const struct uts_own *own = device->own;
    struct make_children task = {state, height, 0, 0};

    task.count = uts_child_count(own->rule, own->table, height, uts_draw(state));
    device->host.counts[UTS_NODES]++;
    device->host.counts[UTS_LEAVES] += task.count == 0;
    if (height > device->host.counts[UTS_DEPTH]) {
        device->host.counts[UTS_DEPTH] = height;
    }
    if (task.count > 0) {
        frontier_push(&device->first, &task);
    }
}

static int prepare(struct task_device *device, struct tool_error *error)
{
    const struct uts_own *own;

    if (uts_device_prepare(device, error) != 0) {
        return -1;
    }
    own = device->own;
    add_node(device, uts_root(own->rule.seed), 0);
    return 0;
}

static void expand(struct task_device *device, const void *parameters)
{
    struct make_children task = *(const struct make_children *)parameters;
    uint32_t i;

    for (i = 0; i < task.count; i++) {
        add_node(device, uts_child(task.state, task.first + i), task.height + 1);
    }
}

static int launch(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct uts_own *own = device->own;
    const struct uts_args args = {.queue = task_queue(device),
                                  .table = task_address(device, UTS_TABLE),
                                  .table_heights = own->rule.table_heights,
                                  .binomial_end = own->rule.binomial_end,
                                  .binomial_children = own->rule.binomial_children,
                                  .tallies = task_address(device, UTS_TALLIES)};

    return session_check(device->session, uts_launch(device->session->run, &args, options, launch), error);
}

/* The kernel of a module: all have the same but for how many children a work-item makes at once, and who runs
 * a task. */
#define UTS_KERNEL(text, bytes, tag_, pushes)                                                       \
    {                                                                                               \
        .module_text = (text), .module_bytes = &(bytes), .task_bytes = 48, .item_pushes = (pushes), \
        .tag = (tag_), .parameter_bytes = sizeof(struct make_children), .cleared = 1,               \
        .tallies = UTS_TALLIES, .unit = UTS_NODES, .unit_name = "nodes", .sizes = uts_device_sizes, \
        .prepare = prepare, .upload = uts_device_upload, .expand = expand, .launch = launch,        \
        .answer = uts_device_answer, .clear = uts_device_clear                                      \
    }

static const struct task_kernel kernel =
    UTS_KERNEL(uts_kernels_module_text, uts_kernels_module_bytes, coop_tag_make_children, 0);
static const struct task_kernel lanes_kernel =
    UTS_KERNEL(uts_lanes_kernels_module_text, uts_lanes_kernels_module_bytes, coop_tag_make_children, 0);
static const struct task_kernel each_kernel = UTS_KERNEL(
    uts_each_kernels_module_text, uts_each_kernels_module_bytes, coop_tag_each_children, UTS_EACH_CHILDREN);

struct work_choice uts_choice(const char *text)
{
    struct work_choice choice = {.workload = &workload_uts};
    unsigned commas = 0;
    const char *next;

    for (next = text; *next != '\0'; next++) {
        commas += *next == ',';
    }
    if (commas == 0) {
        choice.uts_name = text;
    } else if (commas == 2) {
        choice.uts_geometric = text;
    } else {
        choice.uts_binomial = text;
    }
    return choice;
}

static void add_options(struct option *table, struct work_choice *choice)
{
    option_add(table, (struct option){"--tree", OPTION_TEXT, &choice->uts_name, 0, 0});
    option_add(table, (struct option){"--geometric", OPTION_TEXT, &choice->uts_geometric, 0, 0});
    option_add(table, (struct option){"--binomial", OPTION_TEXT, &choice->uts_binomial, 0, 0});
    option_add(table, (struct option){"--hybrid", OPTION_TEXT, &choice->uts_hybrid, 0, 0});
    option_add(table, (struct option){"--shape", OPTION_TEXT, &choice->uts_shape, 0, 0});
    option_add(table, (struct option){"--lanes", OPTION_NUMBER, &choice->lanes, 1, BOTH_LANES});
}

static void complete(struct work_choice *choice)
{
    if (choice->lanes == 0) {
        choice->lanes = 1;
    }
    if (choice->uts_name == NULL && choice->uts_geometric == NULL && choice->uts_binomial == NULL &&
        choice->uts_hybrid == NULL) {
        choice->uts_name = "T1";
    }
}

static int take_tree(const struct work_choice *choice, struct uts_tree *tree, struct tool_error *error)
{
    const char *shape = choice->uts_shape != NULL ? choice->uts_shape : "fixed";
    int count = (choice->uts_name != NULL) + (choice->uts_geometric != NULL) +
                (choice->uts_binomial != NULL) + (choice->uts_hybrid != NULL);

    if (count != 1) {
        return tool_fail(error, "one tree is wanted: --tree, --geometric, --binomial or --hybrid");
    }
    if (choice->uts_shape != NULL && choice->uts_geometric == NULL && choice->uts_hybrid == NULL) {
        return tool_fail(error, "--shape wants --geometric or --hybrid beside it");
    }
    if (choice->uts_name != NULL) {
        return uts_tree_find(choice->uts_name, tree, error);
    }
    if (choice->uts_geometric != NULL) {
        return uts_tree_parse_geometric(choice->uts_geometric, shape, tree, error);
    }
    if (choice->uts_binomial != NULL) {
        return uts_tree_parse_binomial(choice->uts_binomial, tree, error);
    }
    return uts_tree_parse_hybrid(choice->uts_hybrid, shape, tree, error);
}

static int check_choice(const struct work_choice *choice, struct tool_error *error)
{
    struct uts_tree tree;

    if (choice->lanes != 1 && choice->lanes != BOTH_LANES) {
        return tool_fail(error, "--lanes wants 1 or %d, not %llu", BOTH_LANES,
                         (unsigned long long)choice->lanes);
    }
    return take_tree(choice, &tree, error);
}

static int make(const struct work_choice *choice, struct work_problem *problem, struct tool_error *error)
{
    struct uts_tree *tree = problem->input;

    if (take_tree(choice, tree, error) != 0) {
        return -1;
    }
    snprintf(problem->name, sizeof problem->name, "%s%s", tree->name, choice->lanes > 1 ? ", 8 lanes" : "");
    return 0;
}

static int solve(const struct work_problem *problem, struct answer *answer, struct tool_error *error)
{
    return uts_tree_count(problem->input, answer, error);
}

const struct workload workload_uts = {.name = "uts",
                                      .kernel = &kernel,
                                      .by_channel = &uts_channel_kernel,
                                      .by_each = &each_kernel,
                                      .by_lanes = &lanes_kernel,
                                      .input_bytes = sizeof(struct uts_tree),
                                      .add_options = add_options,
                                      .complete = complete,
                                      .check = check_choice,
                                      .make = make,
                                      .solve = solve};

static const struct task_form form = {
    .workload = &workload_uts,
    .operands = " [TREE]",
    .text =
        "Counts the nodes of an unbalanced tree that grows from hashes (Olivier et al., LCPC 2006), a task\n"
        "for each node that has children, or with --channel an item for each node.\n"
        "\n"
        "TREE is one of (default: T1)\n"
        "  --tree NAME           a sample tree of the benchmark: T1 … T5, T1L, T2L, T3L, T1XL, T1XXL,\n"
        "                        T3XXL, BOTS-tiny\n"
        "  --geometric B,D,R     B children in the mean, D heights, seed R\n"
        "  --binomial B,Q,M,R    B children of the root, then M with probability Q, seed R\n"
        "  --hybrid B,D,Q,M,R    geometric below height D/2, then binomial\n"
        "  --shape S             of geometric and hybrid trees: fixed (default), linear or cyclic\n"
        "\n"
        "  --lanes 8             each work-item makes eight children at once, in the lanes of a vector "
        "(default: 1)\n"};

const struct application application_uts = {.name = "uts",
                                            .summary =
                                                "count the nodes of an unbalanced tree of hashes (UTS)",
                                            .command = task_command,
                                            .form = &form,
                                            .source = "Olivier et al. 2006",
                                            .primitives = "offer_kill, request_fork",
                                            .input = "parameters of a tree"};
