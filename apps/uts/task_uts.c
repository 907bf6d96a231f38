#include "tools/workqueue/task.h"
#include "tools/workqueue/task_kernels.h"
#include "uts_kernels.h"
#include "uts_kernels_text.h"

#include "uts_tasks.h"

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
        ((uint64_t)uts_tree_heights(&device->problem->uts) * UTS_CHILDREN_MAX + 1) * sizeof(uint32_t);
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
    if (uts_tree_rule(&device->problem->uts, &own->rule, &own->table, error) != 0) {
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

const struct task_kernel task_kernel_uts = {.module_text = uts_kernels_module_text,
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

static const struct task_form form = {
    .kind = WORK_UTS,
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

const struct application application_uts = {"uts", "count the nodes of an unbalanced tree of hashes (UTS)",
                                            task_command, &form};
