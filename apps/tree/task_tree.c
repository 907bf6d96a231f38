#include "task_tree.h"

#include "child_counts.h"
#include "tools/workqueue/task.h"
#include "tools/workqueue/task_kernels.h"
#include "tree_kernels.h"
#include "tree_kernels_text.h"

#include "tree_tasks.h"

#include <stdio.h>

#define MADE_TREE_NODES (1u << 20)

enum { TALLIES, LEVELS, FIRSTS };

static void sizes(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX])
{
    const struct child_counts *tree = device->problem->input;

    bytes[TALLIES] = task_tallies_bytes(device);
    bytes[LEVELS] = task_level_tallies_bytes(device);
    bytes[FIRSTS] = ((uint64_t)tree->count + 1) * sizeof(uint32_t);
}

static int prepare(struct task_device *device, struct tool_error *error)
{
    const struct visit_siblings root = {0, 1, 0};

    (void)error;
    frontier_push(&device->first, &root);
    return 0;
}

static int upload(struct task_device *device, struct tool_error *error)
{
    const struct child_counts *tree = device->problem->input;

    return task_write(device, FIRSTS, tree->firsts, device->bytes[FIRSTS], error);
}

static void expand(struct task_device *device, const void *parameters)
{
    struct visit_siblings task = *(const struct visit_siblings *)parameters;
    const struct child_counts *tree = device->problem->input;
    const uint32_t *firsts = tree->firsts;
    uint32_t level = task.level < TALLY_LEVELS ? task.level : TALLY_LEVELS - 1;
    uint32_t node;

    device->host_levels.levels[level] += task.count;
    if (task.level > device->host_levels.depth) {
        device->host_levels.depth = task.level;
    }
    for (node = task.first; node < task.first + task.count; node++) {
        struct visit_siblings children = {firsts[node], firsts[node + 1] - firsts[node], task.level + 1};

        device->host.counts[TREE_LEAVES] += children.count == 0;
        if (children.count > device->host.counts[TREE_WIDEST]) {
            device->host.counts[TREE_WIDEST] = children.count;
        }
        if (children.count > 0) {
            frontier_push(&device->first, &children);
        }
    }
}

static int launch(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct count_tree_args args = {.queue = task_queue(device),
                                         .firsts = task_address(device, FIRSTS),
                                         .tallies = task_address(device, TALLIES),
                                         .levels = task_address(device, LEVELS)};

    return session_check(device->session, count_tree_launch(device->session->run, &args, options, launch),
                         error);
}

static int answer(struct task_device *device, struct answer *answer, struct tool_error *error)
{
    struct level_tally levels;
    struct tally sum;
    uint64_t nodes = 0;
    uint32_t level;

    if (task_read_tallies(device, TALLIES, 1u << TREE_WIDEST, &sum, error) != 0 ||
        task_read_level_tallies(device, LEVELS, &levels, error) != 0) {
        return -1;
    }
    for (level = 0; level < TALLY_LEVELS; level++) {
        nodes += levels.levels[level];
    }
    answer_add(answer, "nodes", (int64_t)nodes);
    answer_add(answer, "leaves", (int64_t)sum.counts[TREE_LEAVES]);
    answer_add(answer, "widest", (int64_t)sum.counts[TREE_WIDEST]);
    answer_add(answer, "depth", (int64_t)levels.depth);
    for (level = 0; level < CHILD_COUNTS_LEVELS && level <= levels.depth; level++) {
        answer_add_numbered(answer, "level_", level, (int64_t)levels.levels[level]);
    }
    if (levels.depth >= CHILD_COUNTS_LEVELS) {
        answer_add(answer, "deeper", (int64_t)levels.levels[TALLY_LEVELS - 1]);
    }
    return 0;
}

_Static_assert(CHILD_COUNTS_LEVELS == TALLY_LEVELS - 1, "the last count of a tally is of all deeper levels");

static const struct task_kernel kernel = {.module_text = tree_kernels_module_text,
                                          .module_bytes = &tree_kernels_module_bytes,
                                          .task_bytes = 32,
                                          .tag = coop_tag_visit_siblings,
                                          .parameter_bytes = sizeof(struct visit_siblings),
                                          .cleared = 2,
                                          .tallies = 0,
                                          .levels = LEVELS + 1,
                                          .unit = TREE_NODES,
                                          .unit_name = "nodes",
                                          .sizes = sizes,
                                          .prepare = prepare,
                                          .upload = upload,
                                          .expand = expand,
                                          .launch = launch,
                                          .answer = answer};

static void add_options(struct option *table, struct work_choice *choice)
{
    option_add(table, (struct option){"--counts", OPTION_TEXT, &choice->counts, 0, 0});
}

static int make(const struct work_choice *choice, struct work_problem *problem, struct tool_error *error)
{
    if (choice->counts == NULL) {
        snprintf(problem->name, sizeof problem->name, "made tree");
        return child_counts_make(MADE_TREE_NODES, problem->input, error);
    }
    snprintf(problem->name, sizeof problem->name, "%.200s", work_base_name(choice->counts));
    return child_counts_read(choice->counts, problem->input, error);
}

static int solve(const struct work_problem *problem, struct answer *answer, struct tool_error *error)
{
    (void)error;
    child_counts_count(problem->input, answer);
    return 0;
}

static void clear_input(void *input)
{
    child_counts_clear(input);
}

const struct workload workload_tree = {.name = "tree",
                                       .kernel = &kernel,
                                       .input_bytes = sizeof(struct child_counts),
                                       .add_options = add_options,
                                       .make = make,
                                       .solve = solve,
                                       .clear = clear_input};

static const struct task_form form = {
    .workload = &workload_tree,
    .operands = " [--counts FILE.u32]",
    .text = "Counts the nodes of a tree on each of its levels.\n"
            "\n"
            "  --counts FILE.u32     how many children each node has, in breadth-first order: raw\n"
            "                        little-endian 32-bit words; plain, .gz or .xz\n"
            "                        (default: a tree of 1048576 nodes made here)\n"};

const struct application application_tree = {.name = "tree",
                                             .summary = "count the nodes of a tree from a file",
                                             .command = task_command,
                                             .form = &form,
                                             .source = "textbook",
                                             .primitives = "offer_kill, request_fork",
                                             .input = "numbers of children"};
