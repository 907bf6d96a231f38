#include "task_fib.h"

#include "fib.h"
#include "fib_count.h"
#include "fib_each_kernels_text.h"
#include "fib_elision.h"
#include "fib_kernels.h"
#include "fib_kernels_text.h"
#include "task_fib_channel.h"
#include "task_fib_levels.h"
#include "task_fib_spawn.h"
#include "tools/workqueue/task.h"
#include "tools/workqueue/task_kernels.h"

#include "fib_tasks.h"

#include <stdio.h>
#include <string.h>

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

/* The kernel of a module: both have the same but for who runs a task. */
#define FIB_KERNEL(text, bytes, tag_, pushes)                                                                \
    {                                                                                                        \
        .module_text = (text), .module_bytes = &(bytes), .task_bytes = 32, .item_pushes = (pushes),          \
        .tag = (tag_), .parameter_bytes = sizeof(struct fib), .cleared = 1, .tallies = 0, .unit = FIB_TASKS, \
        .unit_name = "tasks", .sizes = task_sizes_of_tallies, .prepare = prepare, .may_expand = makes_tasks, \
        .expand = expand, .launch = launch, .answer = answer                                                 \
    }

static const struct task_kernel kernel =
    FIB_KERNEL(fib_kernels_module_text, fib_kernels_module_bytes, coop_tag_fib, 0);
static const struct task_kernel each_kernel =
    FIB_KERNEL(fib_each_kernels_module_text, fib_each_kernels_module_bytes, coop_tag_each_fib, 2);

static void add_options(struct option *table, struct work_choice *choice)
{
    option_add(table, (struct option){"--cutoff", OPTION_NUMBER, &choice->cutoff, 1, N_MAX});
    option_add(table, (struct option){"--joins", OPTION_TEXT, &choice->joins, 0, 0});
}

static void complete(struct work_choice *choice)
{
    if (choice->cutoff == 0) {
        choice->cutoff = CUTOFF;
    }
    if (choice->joins != NULL) {
        choice->by_tasks |= strcmp(choice->joins, "counter") == 0;
        choice->by_levels = strcmp(choice->joins, "levels") == 0;
    }
}

static int check_choice(const struct work_choice *choice, struct tool_error *error)
{
    if (choice->joins != NULL && !choice->by_levels && strcmp(choice->joins, "counter") != 0) {
        return tool_fail(error, "--joins wants counter or levels, not \"%s\"", choice->joins);
    }
    if (work_check_range("N", choice->n, 0, N_MAX, error) != 0) {
        return -1;
    }
    if (choice->by_levels &&
        fib_count_tasks((uint32_t)choice->n, (uint32_t)choice->cutoff) > FIB_LEVELS_TASKS_MAX) {
        return tool_fail(
            error,
            "--joins levels keeps all numbers of the tree, and these are more than %d; take a smaller N "
            "or a larger --cutoff",
            FIB_LEVELS_TASKS_MAX);
    }
    return 0;
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
    if (!problem->by_tasks && !problem->by_levels) {
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
                                      .by_channel = &fib_channel_kernel,
                                      .by_tasks = &fib_spawn_kernel,
                                      .by_each = &each_kernel,
                                      .by_levels = &fib_levels_kernel,
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
            "  --cutoff K            numbers below K are computed within a task (default 20; 1: no number)\n"
            "  --joins NAME          how a number waits for two others: counter (the same as --tasks), or "
            "levels:\n"
            "                        all numbers of a depth, then a global barrier, down and up again\n",
    .n = 40};

const struct application application_fib = {.name = "fib",
                                            .summary = "a Fibonacci number by recursion",
                                            .command = task_command,
                                            .form = &form,
                                            .source = "Blumofe et al. 1995",
                                            .primitives = "offer_kill, request_fork",
                                            .input = "a number"};
