/* uts: a task is a node. */
#include "work_device.h"

#include "kernels/uts_tasks.h"
#include "work_uts.h"
#include "work_uts_text.h"

#include <stdlib.h>
#include <string.h>

/* Depth first, a queue holds the siblings along a path; the deepest trees of the benchmark have tens of thousands of levels,
 * but a few children in each. */
#define OVERFLOW_TASKS 65536

/* First tasks for each work-group when nobody steals. */
#define SHARES_PER_GROUP 16

enum { TABLE };

struct uts_state {
    struct uts_rule rule;
    struct uts_node *first; /* the tasks to begin with */
    uint64_t first_count;
    word64 nodes; /* above them */
    word64 depth;
};

static uint64_t size(const struct work_problem *problem, struct coop_workqueue_options *options)
{
    uint32_t most = problem->uts.kind == UTS_BINOMIAL ? (uint32_t)problem->uts.b : 0;

    options->overflow_tasks = options->overflow_tasks != 0 ? options->overflow_tasks : OVERFLOW_TASKS;
    options->outbox_tasks = (most > UTS_CHILDREN_MAX ? most : UTS_CHILDREN_MAX) + 32;
    return ((uint64_t)problem->uts.d + 1) * UTS_CHILDREN_MAX * sizeof(word32);
}

/* Room for `more` nodes behind `*count`. */
static int make_room(struct uts_node **nodes, uint64_t count, uint64_t more, uint64_t *capacity,
                     struct tool_error *error)
{
    struct uts_node *larger;

    if (count + more <= *capacity) {
        return 0;
    }
    *capacity = (count + more) * 2;
    larger = realloc(*nodes, *capacity * sizeof **nodes);
    if (larger == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    *nodes = larger;
    return 0;
}

/* The first tasks: expands nodes, breadth first, until there are `wanted`, or none has children. Leaves stay: they are
 * counted on the device. */
static int find_first(struct uts_state *state, const uint32_t *table, uint64_t wanted,
                      struct tool_error *error)
{
    struct uts_node *nodes = NULL;
    uint64_t capacity = 0;
    uint64_t begin = 0;
    uint64_t end = 1;

    if (make_room(&nodes, 0, 1, &capacity, error) != 0) {
        return -1;
    }
    nodes[0].state = uts_root(state->rule.seed);
    nodes[0].height = 0;
    for (uint64_t at = 0; at < end && end - begin < wanted; at++) {
        struct uts_node node = nodes[at];
        uint32_t children = uts_child_count(state->rule, table, node.height, uts_draw(node.state));

        if (children > 0) {
            if (make_room(&nodes, end, children, &capacity, error) != 0) {
                free(nodes);
                return -1;
            }
            for (uint32_t i = 0; i < children; i++) {
                nodes[end].state = uts_child(node.state, i);
                nodes[end++].height = node.height + 1;
            }
            nodes[at] = nodes[begin++]; /* an earlier leaf, or the node itself, goes where it was */
            state->nodes++;
            state->depth = node.height;
        }
    }
    state->first_count = end - begin;
    memmove(nodes, nodes + begin, state->first_count * sizeof *nodes);
    state->first = nodes;
    return 0;
}

static int init(struct work_device *device, struct tool_error *error)
{
    struct uts_state *state = calloc(1, sizeof *state);
    uint64_t wanted = device->options.is_static ? (uint64_t)device->options.groups * SHARES_PER_GROUP : 1;
    uint32_t *table = NULL;
    uint64_t bytes;
    int status;

    device->state = state;
    if (state == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    if (uts_tree_rule(&device->problem->uts, &state->rule, &table, error) != 0) {
        return -1;
    }
    bytes = (uint64_t)state->rule.table_heights * UTS_CHILDREN_MAX * sizeof *table;
    status =
        work_device_buffer(device, table, bytes > 0 ? bytes : sizeof *table, &device->buffers[TABLE], error);
    if (status == 0) {
        status = find_first(state, table, wanted, error);
    }
    free(table);
    return status;
}

static int reset(struct work_device *device, struct tool_error *error)
{
    const struct uts_state *state = device->state;

    return work_device_push(device, coop_tag_uts_node, state->first, sizeof *state->first, state->first_count,
                            error);
}

static int launch(struct work_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct uts_state *state = device->state;
    struct uts_args args = {.queue = coop_buffer_address(device->queue),
                            .tallies = coop_buffer_address(device->tallies),
                            .table = coop_buffer_address(device->buffers[TABLE])};

    memcpy(&args.rule, &state->rule, sizeof state->rule);
    return session_check(device->session, uts_launch(device->session->run, &args, options, launch), error);
}

static int answer(struct work_device *device, struct answer *answer, struct tool_error *error)
{
    const struct uts_state *state = device->state;
    word64 depth = device->mosts[UTS_DEPTH];

    (void)error;
    answer_add(answer, "nodes", (int64_t)(device->sums[UTS_NODES] + state->nodes));
    answer_add(answer, "leaves", (int64_t)device->sums[UTS_LEAVES]);
    answer_add(answer, "depth", (int64_t)(depth > state->depth ? depth : state->depth));
    return 0;
}

static void clear(struct work_device *device)
{
    struct uts_state *state = device->state;

    if (state != NULL) {
        free(state->first);
    }
}

const struct work_method work_uts = {.kind = WORK_UTS,
                                     .module_text = work_uts_module_text,
                                     .module_bytes = &work_uts_module_bytes,
                                     .size = size,
                                     .init = init,
                                     .reset = reset,
                                     .launch = launch,
                                     .answer = answer,
                                     .clear = clear};
