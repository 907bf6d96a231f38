#include "task_queens_spawn.h"

#include "queens.h"
#include "queens_spawn_kernels.h"
#include "queens_spawn_kernels_text.h"
#include "tools/workqueue/task_flow.h"

/* A level for each row that is placed by tasks, and one for none. */
static void make_graph(const struct task_device *device, struct task_graph *graph)
{
    const struct work_problem *problem = device->problem;
    struct coop_flow_options options = {.groups = device->setup.groups};

    queens_by_tasks_flow(&options, (problem->cutoff < problem->n ? problem->cutoff : problem->n) + 1);
    task_graph_take(graph, &options);
}

static coop_status spawn(struct task_device *device)
{
    const struct place_call none = {.at = {0}};

    return place_spawn(device->queue, 0, &none, &device->root);
}

static int launch(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct queens_by_tasks_args args = {.graph = coop_buffer_address(device->queue),
                                              .n = device->problem->n,
                                              .cutoff = device->problem->cutoff,
                                              .tallies = task_address(device, 0)};

    return session_check(device->session,
                         queens_by_tasks_launch(device->session->run, &args, options, launch), error);
}

static int answer(struct task_device *device, struct answer *answer, struct tool_error *error)
{
    uint32_t solutions = 0;
    uint64_t tasks;

    if (session_check(device->session, place_result(device->queue, 0, device->root, &solutions), error) !=
            0 ||
        task_flow_run_of(device, "place", &tasks, error) != 0) {
        return -1;
    }
    answer_add(answer, "solutions", solutions);
    answer_add(answer, "tasks", (int64_t)tasks);
    return 0;
}

static const struct task_flow flow = {.make = make_graph, .spawn = spawn};

const struct task_kernel queens_spawn_kernel = {.module_text = queens_spawn_kernels_module_text,
                                                .module_bytes = &queens_spawn_kernels_module_bytes,
                                                .flow = &flow,
                                                .cleared = 1,
                                                .tallies = 0,
                                                .sizes = task_sizes_of_tallies,
                                                .launch = launch,
                                                .answer = answer};
