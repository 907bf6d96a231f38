#include "task_fib_levels.h"

#include "fib.h"
#include "fib_count.h"
#include "fib_levels_kernels.h"
#include "fib_levels_kernels_text.h"
#include "tools/workqueue/task_kernels.h"

enum { TALLIES, MADE, NUMBERS, OWNERS, RESULTS };

static void sizes(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX])
{
    uint64_t tasks = fib_count_tasks(device->problem->n, device->problem->cutoff);

    bytes[TALLIES] = task_tallies_bytes(device);
    bytes[MADE] = ((uint64_t)device->problem->n + 1) * sizeof(uint32_t);
    bytes[NUMBERS] = tasks * sizeof(uint32_t);
    bytes[OWNERS] = (tasks / 2 + 1) * sizeof(uint32_t);
    bytes[RESULTS] = tasks * sizeof(uint64_t);
}

static int reset(struct task_device *device, struct tool_error *error)
{
    const uint32_t first = device->problem->n;

    return session_check(device->session,
                         coop_buffer_write(device->buffers[NUMBERS], 0, &first, sizeof first), error);
}

static int launch(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct fib_by_levels_args args = {.made = task_address(device, MADE),
                                            .numbers = task_address(device, NUMBERS),
                                            .owners = task_address(device, OWNERS),
                                            .results = task_address(device, RESULTS),
                                            .cutoff = device->problem->cutoff,
                                            .tallies = task_address(device, TALLIES)};

    return session_check(device->session, fib_by_levels_launch(device->session->run, &args, options, launch),
                         error);
}

static int answer(struct task_device *device, struct answer *answer, struct tool_error *error)
{
    uint64_t value = 0;
    struct tally sum;

    if (session_check(device->session, coop_buffer_read(device->buffers[RESULTS], 0, &value, sizeof value),
                      error) != 0 ||
        task_read_tallies(device, TALLIES, 0, &sum, error) != 0) {
        return -1;
    }
    answer_add(answer, "value", (int64_t)value);
    answer_add(answer, "tasks", (int64_t)sum.counts[FIB_TASKS]);
    return 0;
}

const struct task_kernel fib_levels_kernel = {.module_text = fib_levels_kernels_module_text,
                                              .module_bytes = &fib_levels_kernels_module_bytes,
                                              .is_bare = 1,
                                              .cleared = MADE + 1,
                                              .tallies = TALLIES,
                                              .unit = FIB_TASKS,
                                              .unit_name = "tasks",
                                              .sizes = sizes,
                                              .reset = reset,
                                              .launch = launch,
                                              .answer = answer};
