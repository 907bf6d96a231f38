#include "task_fib.h"

#include "fib.h"
#include "fib_count.h"
#include "fib_elision.h"
#include "fib_kernels.h"
#include "fib_kernels_text.h"
#include "task_fib_spawn.h"
#include "tools/workqueue/task.h"
#include "tools/workqueue/task_kernels.h"

#include "fib_tasks.h"

#include <stdio.h>

#define CUTOFF 20 /* unless given */
#define N_MAX 50  /* of a tree of calls */

static int prepare(struct task_device *device, struct tool_error *error)
{
    const struct fib first = {device->problem->n};

    (void)error;
    frontier_push(&device->first, &first);
    return 0;
}

static int makes_tasks(const struct task_device *device, const void *parameters)
{
    uint32_t n = ((const struct fib *)parameters)->n;

    return n >= 2 && n >= device->problem->cutoff;
}

static void expand(struct task_device *device, const void *parameters)
{
    struct fib next = *(const struct fib *)parameters;

    next.n -= 1;
    frontier_push(&device->first, &next);
    next.n -= 1;
    frontier_push(&device->first, &next);
}

static int launch(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct fibonacci_args args = {
        .queue = task_queue(device), .cutoff = device->problem->cutoff, .tallies = task_address(device, 0)};

    return session_check(device->session, fibonacci_launch(device->session->run, &args, options, launch),
                         error);
}

static int answer(struct task_device *device, struct answer *answer, struct tool_error *error)
{
    struct tally sum;

    if (task_read_tallies(device, 0, 0, &sum, error) != 0) {
        return -1;
    }
    answer_add(answer, "value", (int64_t)sum.counts[FIB_VALUE]);
    return 0;
}

static const struct task_kernel kernel = {.module_text = fib_kernels_module_text,
                                          .module_bytes = &fib_kernels_module_bytes,
                                          .task_bytes = 32,
                                          .tag = coop_tag_fib,
                                          .parameter_bytes = sizeof(struct fib),
                                          .cleared = 1,
                                          .tallies = 0,
                                          .unit = FIB_TASKS,
                                          .unit_name = "tasks",
                                          .sizes = task_sizes_of_tallies,
                                          .prepare = prepare,
                                          .may_expand = makes_tasks,
                                          .expand = expand,
                                          .launch = launch,
                                          .answer = answer};

static void add_options(struct option *table, struct work_choice *choice)
{
    option_add(table, (struct option){"--cutoff", OPTION_NUMBER, &choice->cutoff, 1, N_MAX});
}

static void complete(struct work_choice *choice)
{
    if (choice->cutoff == 0) {
        choice->cutoff = CUTOFF;
    }
}

static int check_choice(const struct work_choice *choice, struct tool_error *error)
{
    return work_check_range("N", choice->n, 0, N_MAX, error);
}

static int make(const struct work_choice *choice, struct work_problem *problem, struct tool_error *error)
{
    (void)choice;
    (void)error;
    snprintf(problem->name, sizeof problem->name, "fib %u", problem->n);
    return 0;
}

/* Of tasks that wait their number, too; and their elision must find the same. */
static int solve(const struct work_problem *problem, struct answer *answer, struct tool_error *error)
{
    uint64_t elision;

    fib_count(problem->n, answer);
    if (!problem->by_tasks) {
        return 0;
    }
    answer_add(answer, "tasks", (int64_t)fib_count_tasks(problem->n, problem->cutoff));
    elision = fib_elision(problem->n, problem->cutoff);
    return (int64_t)elision == answer_get(answer, "value")
               ? 0
               : tool_fail(error, "the elision finds %llu", (unsigned long long)elision);
}

const struct workload workload_fib = {.name = "fib",
                                      .kernel = &kernel,
                                      .by_tasks = &fib_spawn_kernel,
                                      .add_options = add_options,
                                      .complete = complete,
                                      .check = check_choice,
                                      .make = make,
                                      .solve = solve};

static const struct task_form form = {
    .workload = &workload_fib,
    .operands = " [N]",
    .text = "Computes the N-th Fibonacci number by recursion, N up to 50 (default 40).\n"
            "\n"
            "  --cutoff K            numbers below K are computed within a task (default 20; 1: no number)\n",
    .n = 40};

const struct application application_fib = {.name = "fib",
                                            .summary = "a Fibonacci number by recursion",
                                            .command = task_command,
                                            .form = &form,
                                            .source = "Blumofe et al. 1995",
                                            .primitives = "offer_kill, request_fork",
                                            .input = "a number"};
