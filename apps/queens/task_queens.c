#include "task_queens.h"

#include "queens_count.h"
#include "queens_each_kernels_text.h"
#include "queens_elision.h"
#include "queens_kernels.h"
#include "queens_kernels_text.h"
#include "task_queens_spawn.h"
#include "tools/workqueue/task.h"
#include "tools/workqueue/task_kernels.h"

#include "queens_tasks.h"

#include <stdio.h>

#define CUTOFF 4 /* unless given */

static int prepare(struct task_device *device, struct tool_error *error)
{
    const struct try_squares first = {{0, 0, 0, 0}};

    (void)error;
    frontier_push(&device->first, &first);
    return 0;
}

/* Does the work of a task; from the cut-off on it searches. */
static void expand(struct task_device *device, const void *parameters)
{
    struct queens_placement from = ((const struct try_squares *)parameters)->from;
    uint32_t n = device->problem->n;
    uint32_t squares = queens_free(from, n);

    while (squares != 0) {
        uint32_t square = squares & (0u - squares);
        struct try_squares next = {queens_put(from, square)};

        squares ^= square;
        device->host.counts[QUEENS_PLACEMENTS]++;
        if (next.from.row < device->problem->cutoff && next.from.row < n) {
            frontier_push(&device->first, &next);
        } else {
            struct queens_count count = queens_search(next.from, n);

            device->host.counts[QUEENS_SOLUTIONS] += count.solutions;
            device->host.counts[QUEENS_PLACEMENTS] += count.placements;
        }
    }
}

/* The host does not search placements from the cut-off on. */
static int is_large(const struct task_device *device, const void *parameters)
{
    return ((const struct try_squares *)parameters)->from.row + 1 < device->problem->cutoff;
}

static int launch(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct queens_args args = {.queue = task_queue(device),
                                     .n = device->problem->n,
                                     .cutoff = device->problem->cutoff,
                                     .tallies = task_address(device, 0)};

    return session_check(device->session, queens_launch(device->session->run, &args, options, launch), error);
}

static int answer(struct task_device *device, struct answer *answer, struct tool_error *error)
{
    struct tally sum;

    if (task_read_tallies(device, 0, 0, &sum, error) != 0) {
        return -1;
    }
    answer_add(answer, "solutions", (int64_t)sum.counts[QUEENS_SOLUTIONS]);
    answer_add(answer, "placements", (int64_t)sum.counts[QUEENS_PLACEMENTS]);
    return 0;
}

/* The kernel of a module: both have the same but for who runs a task. */
#define QUEENS_KERNEL(text, bytes, tag_, pushes)                                                         \
    {                                                                                                    \
        .module_text = (text), .module_bytes = &(bytes), .task_bytes = 32, .item_pushes = (pushes),      \
        .tag = (tag_), .parameter_bytes = sizeof(struct try_squares), .cleared = 1, .tallies = 0,        \
        .unit = QUEENS_PLACEMENTS, .unit_name = "placements", .sizes = task_sizes_of_tallies,            \
        .prepare = prepare, .may_expand = is_large, .expand = expand, .launch = launch, .answer = answer \
    }

static const struct task_kernel kernel =
    QUEENS_KERNEL(queens_kernels_module_text, queens_kernels_module_bytes, coop_tag_try_squares, 0);
static const struct task_kernel each_kernel = QUEENS_KERNEL(
    queens_each_kernels_module_text, queens_each_kernels_module_bytes, coop_tag_each_row, QUEENS_N_MAX);

static void add_options(struct option *table, struct work_choice *choice)
{
    option_add(table, (struct option){"--cutoff", OPTION_NUMBER, &choice->cutoff, 1, QUEENS_N_MAX});
}

static void complete(struct work_choice *choice)
{
    if (choice->cutoff == 0) {
        choice->cutoff = CUTOFF;
    }
}

static int check_choice(const struct work_choice *choice, struct tool_error *error)
{
    return work_check_range("N", choice->n, 1, QUEENS_N_MAX, error);
}

static int make(const struct work_choice *choice, struct work_problem *problem, struct tool_error *error)
{
    (void)choice;
    (void)error;
    snprintf(problem->name, sizeof problem->name, "queens %u", problem->n);
    return 0;
}

/* Of tasks that wait their number; and their elision must find as many solutions. */
static int solve(const struct work_problem *problem, struct answer *answer, struct tool_error *error)
{
    uint32_t elision;

    if (!problem->by_tasks) {
        queens_count(problem->n, answer);
        return 0;
    }
    queens_count_tasks(problem->n, problem->cutoff, answer);
    elision = queens_elision(problem->n, problem->cutoff);
    return elision == answer_get(answer, "solutions")
               ? 0
               : tool_fail(error, "the elision finds %u solutions", elision);
}

const struct workload workload_queens = {.name = "queens",
                                         .kernel = &kernel,
                                         .by_tasks = &queens_spawn_kernel,
                                         .by_each = &each_kernel,
                                         .add_options = add_options,
                                         .complete = complete,
                                         .check = check_choice,
                                         .make = make,
                                         .solve = solve};

static const struct task_form form = {
    .workload = &workload_queens,
    .operands = " [N]",
    .text =
        "Counts the ways to place N queens so that none attacks another, N up to 16 (default 13).\n"
        "\n"
        "  --cutoff K            placements of fewer than K queens are tasks that make others (default 4)\n",
    .n = 13};

const struct application application_queens = {.name = "queens",
                                               .summary = "place queens so that none attacks another",
                                               .command = task_command,
                                               .form = &form,
                                               .source = "textbook",
                                               .primitives = "offer_kill, request_fork",
                                               .input = "a number of queens"};
