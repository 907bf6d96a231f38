#include "task_uts.h"

#include "tools/workqueue/task.h"
#include "tools/workqueue/task_kernels.h"
#include "uts_kernels.h"
#include "uts_kernels_text.h"

#include "uts_tasks.h"

#include <stdio.h>
#include <stdlib.h>

enum { TALLIES, TABLE };

struct own {
    struct uts_rule rule;
    uint32_t *table;
};

static uint64_t table_bytes(const struct uts_rule *rule)
{
    return (uint64_t)rule->table_heights * UTS_CHILDREN_MAX * sizeof(uint32_t);
}

static void sizes(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX])
{
    bytes[TALLIES] = task_tallies_bytes(device);
    bytes[TABLE] =
        ((uint64_t)uts_tree_heights(device->problem->input) * UTS_CHILDREN_MAX + 1) * sizeof(uint32_t);
}

/* Counts a node, and makes a task of its children, if it has any. */
static void add_node(struct task_device *device, struct sha1_digest state, uint32_t height)
{
    const struct own *own = device->own;
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
    struct own *own = calloc(1, sizeof *own);

    device->own = own;
    if (own == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    if (uts_tree_rule(device->problem->input, &own->rule, &own->table, error) != 0) {
        return -1;
    }
    add_node(device, uts_root(own->rule.seed), 0);
    return 0;
}

static int upload(struct task_device *device, struct tool_error *error)
{
    const struct own *own = device->own;

    return own->table != NULL ? task_write(device, TABLE, own->table, table_bytes(&own->rule), error) : 0;
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
    const struct own *own = device->own;
    const struct uts_args args = {.queue = coop_buffer_address(device->queue),
                                  .table = task_address(device, TABLE),
                                  .table_heights = own->rule.table_heights,
                                  .binomial_end = own->rule.binomial_end,
                                  .binomial_children = own->rule.binomial_children,
                                  .tallies = task_address(device, TALLIES)};

    return session_check(device->session, uts_launch(device->session->run, &args, options, launch), error);
}

static int answer(struct task_device *device, struct answer *answer, struct tool_error *error)
{
    struct tally sum;

    if (task_read_tallies(device, TALLIES, 1u << UTS_DEPTH, &sum, error) != 0) {
        return -1;
    }
    answer_add(answer, "nodes", (int64_t)sum.counts[UTS_NODES]);
    answer_add(answer, "leaves", (int64_t)sum.counts[UTS_LEAVES]);
    answer_add(answer, "depth", (int64_t)sum.counts[UTS_DEPTH]);
    return 0;
}

static void clear(struct task_device *device)
{
    struct own *own = device->own;

    if (own != NULL) {
        free(own->table);
        free(own);
    }
}

static const struct task_kernel kernel = {.module_text = uts_kernels_module_text,
                                          .module_bytes = &uts_kernels_module_bytes,
                                          .task_bytes = 48,
                                          .tag = coop_tag_make_children,
                                          .parameter_bytes = sizeof(struct make_children),
                                          .cleared = 1,
                                          .tallies = 0,
                                          .unit = UTS_NODES,
                                          .unit_name = "nodes",
                                          .sizes = sizes,
                                          .prepare = prepare,
                                          .upload = upload,
                                          .expand = expand,
                                          .launch = launch,
                                          .answer = answer,
                                          .clear = clear};

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
}

static void complete(struct work_choice *choice)
{
    if (choice->uts_shape == NULL) {
        choice->uts_shape = "fixed";
    }
    if (choice->uts_name == NULL && choice->uts_geometric == NULL && choice->uts_binomial == NULL &&
        choice->uts_hybrid == NULL) {
        choice->uts_name = "T1";
    }
}

static int take_tree(const struct work_choice *choice, struct uts_tree *tree, struct tool_error *error)
{
    int count = (choice->uts_name != NULL) + (choice->uts_geometric != NULL) +
                (choice->uts_binomial != NULL) + (choice->uts_hybrid != NULL);

    if (count != 1) {
        return tool_fail(error, "one tree is wanted: --tree, --geometric, --binomial or --hybrid");
    }
    if (choice->uts_name != NULL) {
        return uts_tree_find(choice->uts_name, tree, error);
    }
    if (choice->uts_geometric != NULL) {
        return uts_tree_parse_geometric(choice->uts_geometric, choice->uts_shape, tree, error);
    }
    if (choice->uts_binomial != NULL) {
        return uts_tree_parse_binomial(choice->uts_binomial, tree, error);
    }
    return uts_tree_parse_hybrid(choice->uts_hybrid, choice->uts_shape, tree, error);
}

static int check_choice(const struct work_choice *choice, struct tool_error *error)
{
    struct uts_tree tree;

    return take_tree(choice, &tree, error);
}

static int make(const struct work_choice *choice, struct work_problem *problem, struct tool_error *error)
{
    struct uts_tree *tree = problem->input;

    if (take_tree(choice, tree, error) != 0) {
        return -1;
    }
    snprintf(problem->name, sizeof problem->name, "%s", tree->name);
    return 0;
}

static int solve(const struct work_problem *problem, struct answer *answer, struct tool_error *error)
{
    return uts_tree_count(problem->input, answer, error);
}

const struct workload workload_uts = {.name = "uts",
                                      .kernel = &kernel,
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
        "for each node that has children.\n"
        "\n"
        "TREE is one of (default: T1)\n"
        "  --tree NAME           a sample tree of the benchmark: T1 … T5, T1L, T2L, T3L, T1XL, T1XXL,\n"
        "                        T3XXL, BOTS-tiny\n"
        "  --geometric B,D,R     B children in the mean, D heights, seed R\n"
        "  --binomial B,Q,M,R    B children of the root, then M with probability Q, seed R\n"
        "  --hybrid B,D,Q,M,R    geometric below height D/2, then binomial\n"
        "  --shape S             of geometric and hybrid trees: fixed (default), linear or cyclic\n"};

const struct application application_uts = {.name = "uts",
                                            .summary =
                                                "count the nodes of an unbalanced tree of hashes (UTS)",
                                            .command = task_command,
                                            .form = &form,
                                            .source = "Olivier et al. 2006",
                                            .primitives = "offer_kill, request_fork",
                                            .input = "parameters of a tree"};
