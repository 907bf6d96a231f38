#include "task_fib_spawn.h"

#include "fib_spawn_kernels.h"
#include "fib_spawn_kernels_text.h"
#include "tools/workqueue/task_flow.h"

static void make_graph(const struct task_device *device, struct task_graph *graph)
{
    struct coop_flow_options options = {.groups = device->setup.groups};

    fib_by_tasks_flow(&options, device->problem->n + 1);
    task_graph_take(graph, &options);
}

static coop_status spawn(struct task_device *device)
{
    const struct fib_call call = {.n = device->problem->n};

    return fib_spawn(device->queue, 0, &call, &device->root);
}

static int launch(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct fib_by_tasks_args args = {.graph = coop_buffer_address(device->queue),
                                           .cutoff = device->problem->cutoff,
                                           .tallies = task_address(device, 0)};

    return session_check(device->session, fib_by_tasks_launch(device->session->run, &args, options, launch),
                         error);
}

static int answer(struct task_device *device, struct answer *answer, struct tool_error *error)
{
    uint64_t value = 0;
    uint64_t tasks;

    if (session_check(device->session, fib_result(device->queue, 0, device->root, &value), error) != 0 ||
        task_flow_run_of(device, "fib", &tasks, error) != 0) {
        return -1;
    }
    answer_add(answer, "value", (int64_t)value);
    answer_add(answer, "tasks", (int64_t)tasks);
    return 0;
}

static const struct task_flow flow = {.make = make_graph, .spawn = spawn};

const struct task_kernel fib_spawn_kernel = {.module_text = fib_spawn_kernels_module_text,
                                             .module_bytes = &fib_spawn_kernels_module_bytes,
                                             .flow = &flow,
                                             .cleared = 1,
                                             .tallies = 0,
                                             .sizes = task_sizes_of_tallies,
                                             .launch = launch,
                                             .answer = answer};
