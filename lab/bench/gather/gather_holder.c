#include "gather_holder.h"
#include "tools/graph/generate.h"

#include "apps/octree/task_octree.h"
#include "apps/uts/task_uts.h"
#include "bfs_source.h"

#include <stdlib.h>
#include <string.h>

#define GRID_SIDE 1500
#define TREE "T1"
#define POINTS "262144"

static const char *const names[] = {"bfs", "uts", "octree"};

int holder_app_parse(const char *name, enum holder_app *app, struct tool_error *error)
{
    unsigned i;

    for (i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0) {
            *app = (enum holder_app)i;
            return 0;
        }
    }
    return tool_fail(error, "--app wants bfs, uts or octree, not \"%s\"", name);
}

static int make_graph(struct holder_input *input, struct tool_error *error)
{
    struct graph_error graph_error;
    size_t bytes;

    if (graph_grid(GRID_SIDE, GRID_SIDE, &input->graph, &graph_error) != 0) {
        return tool_fail(error, "%s", graph_error.text);
    }
    bytes = (size_t)input->graph.vertex_count * sizeof(int32_t);
    input->reference = malloc(bytes);
    input->levels = malloc(bytes);
    if (input->reference == NULL || input->levels == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    graph_bfs_sequential(&input->graph, 0, input->reference, input->levels);
    bfs_plan_make(&input->plan, &input->graph, 0, 0, BFS_NEAR_BY_DEVICE);
    return 0;
}

static int make_problem(struct holder_input *input, const struct bench_options *options,
                        struct tool_error *error)
{
    struct work_choice choice =
        input->app == HOLDER_UTS
            ? uts_choice(options->trees.count > 0 ? options->trees.items[0] : TREE)
            : (struct work_choice){.workload = &workload_octree,
                                   .points = options->points != NULL ? options->points : POINTS};

    work_choice_default(&choice);
    if (work_choice_check(&choice, error) != 0 || work_problem_make(&choice, &input->problem, error) != 0) {
        return -1;
    }
    return work_problem_solve(&input->problem, &input->wanted, error);
}

int holder_input_make(struct holder_input *input, const struct bench_options *options,
                      struct tool_error *error)
{
    memset(input, 0, sizeof *input);
    if (holder_app_parse(options->app != NULL ? options->app : names[HOLDER_BFS], &input->app, error) != 0) {
        return -1;
    }
    input->name = names[input->app];
    input->seed = options->seed;
    return input->app == HOLDER_BFS ? make_graph(input, error) : make_problem(input, options, error);
}

void holder_input_clear(struct holder_input *input)
{
    graph_clear(&input->graph);
    free(input->reference);
    free(input->levels);
    work_problem_clear(&input->problem);
    memset(input, 0, sizeof *input);
}

const char *holder_module_text(const struct holder_input *input, size_t *bytes)
{
    const struct task_kernel *kernel;

    if (input->app == HOLDER_BFS) {
        *bytes = *bfs_source.module_bytes;
        return bfs_source.module_text;
    }
    kernel = input->problem.workload->kernel;
    *bytes = *kernel->module_bytes;
    return kernel->module_text;
}

static int prepare_task(struct task_device *task, struct holder_input *input, uint32_t groups,
                        uint32_t local_items, struct tool_error *error)
{
    const struct task_setup setup = {.groups = groups, .local_items = local_items, .seed = input->seed};

    return task_device_prepare(task, &input->problem, &setup, error);
}

uint64_t holder_bytes(struct holder_input *input, uint32_t groups, uint32_t local_items,
                      struct tool_error *error)
{
    struct task_device task;
    uint64_t bytes;

    if (input->app == HOLDER_BFS) {
        return kernel_plan_bytes(&input->plan);
    }
    bytes = prepare_task(&task, input, groups, local_items, error) == 0 ? task_device_bytes(&task) : 0;
    task_device_clear(&task);
    return bytes;
}

int holder_init(struct holder *holder, struct holder_input *input, const struct session *session,
                uint32_t groups, uint32_t local_items, struct tool_error *error)
{
    memset(holder, 0, sizeof *holder);
    holder->input = input;
    if (input->app == HOLDER_BFS) {
        return kernel_cooperative_init(&holder->bfs, session, &bfs_source, &input->plan, error);
    }
    if (prepare_task(&holder->task, input, groups, local_items, error) != 0) {
        return -1;
    }
    return task_device_init(&holder->task, session, error);
}

int holder_reset(struct holder *holder, struct tool_error *error)
{
    return holder->input->app == HOLDER_BFS ? kernel_cooperative_reset(&holder->bfs, error)
                                            : task_device_reset(&holder->task, error);
}

int holder_launch(struct holder *holder, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    return holder->input->app == HOLDER_BFS ? kernel_cooperative_launch(&holder->bfs, options, launch, error)
                                            : task_device_launch(&holder->task, options, launch, error);
}

int holder_check(struct holder *holder, struct tool_error *error)
{
    struct holder_input *input = holder->input;

    if (input->app != HOLDER_BFS) {
        return task_device_check(&holder->task, &input->wanted, error) != 0;
    }
    if (kernel_cooperative_read(&holder->bfs, (uint32_t *)input->levels, input->graph.vertex_count, error) !=
        0) {
        return -1;
    }
    return memcmp(input->levels, input->reference,
                  (size_t)input->graph.vertex_count * sizeof *input->levels) != 0
               ? tool_fail(error, "a search's levels differ from a sequential one's")
               : 0;
}

void holder_clear(struct holder *holder)
{
    kernel_cooperative_clear(&holder->bfs);
    task_device_clear(&holder->task);
    memset(holder, 0, sizeof *holder);
}
