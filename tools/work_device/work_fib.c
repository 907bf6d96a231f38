/* fib: the definition's tree of calls, from the cut-off on as tasks. */
#include "work_device.h"

#include "kernels/fib_tasks.h"
#include "work_fib.h"
#include "work_fib_text.h"

#include <stdlib.h>

/* First tasks for each work-group when nobody steals. */
#define SHARES_PER_GROUP 16

static uint64_t size(const struct work_problem *problem, struct coop_workqueue_options *options)
{
    (void)problem;
    (void)options;
    return 0;
}

/* Where tasks stay with their queue, the first calls are made here: breadth first, until there are enough. */
static int push_shares(struct work_device *device, struct tool_error *error)
{
    uint32_t wanted = device->options.groups * SHARES_PER_GROUP;
    struct fib_call *calls = calloc(2 * (size_t)wanted + 2, sizeof *calls);
    uint32_t first = 0;
    uint32_t end = 1;
    int status;

    if (calls == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    calls[0].n = device->problem->n;
    while (end - first < wanted && calls[first].n >= 2 && calls[first].n >= device->problem->cutoff) {
        calls[end].n = calls[first].n - 1;
        calls[end + 1].n = calls[first].n - 2;
        end += 2;
        first++;
    }
    status = work_device_push(device, coop_tag_fib_call, calls + first, sizeof *calls, end - first, error);
    free(calls);
    return status;
}

static int reset(struct work_device *device, struct tool_error *error)
{
    struct fib_call call = {device->problem->n};

    if (device->options.is_static) {
        return push_shares(device, error);
    }
    return work_device_push(device, coop_tag_fib_call, &call, sizeof call, 1, error);
}

static int launch(struct work_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct fib_args args = {.queue = coop_buffer_address(device->queue),
                                  .tallies = coop_buffer_address(device->tallies),
                                  .cutoff = device->problem->cutoff};

    return session_check(device->session, fib_launch(device->session->run, &args, options, launch), error);
}

static int answer(struct work_device *device, struct answer *answer, struct tool_error *error)
{
    (void)error;
    answer_add(answer, "value", (int64_t)device->sums[FIB_VALUE]);
    return 0;
}

const struct work_method work_fib = {.kind = WORK_FIB,
                                     .module_text = work_fib_module_text,
                                     .module_bytes = &work_fib_module_bytes,
                                     .size = size,
                                     .reset = reset,
                                     .launch = launch,
                                     .answer = answer};
