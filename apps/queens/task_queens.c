#include "task_queens.h"

#include "queens_count.h"
#include "queens_kernels.h"
#include "queens_kernels_text.h"
#include "tools/workqueue/task.h"
#include "tools/workqueue/task_kernels.h"

#include "queens_tasks.h"

#include <stdio.h>

#define CUTOFF 4 /* unless given */

static void sizes(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX])
{
    bytes[0] = task_tallies_bytes(device);
}

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
    const struct queens_args args = {.queue = coop_buffer_address(device->queue),
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

static const struct task_kernel kernel = {.module_text = queens_kernels_module_text,
                                          .module_bytes = &queens_kernels_module_bytes,
                                          .task_bytes = 32,
                                          .tag = coop_tag_try_squares,
                                          .parameter_bytes = sizeof(struct try_squares),
                                          .cleared = 1,
                                          .tallies = 0,
                                          .unit = QUEENS_PLACEMENTS,
                                          .unit_name = "placements",
                                          .sizes = sizes,
                                          .prepare = prepare,
                                          .may_expand = is_large,
                                          .expand = expand,
                                          .launch = launch,
                                          .answer = answer};

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

static int solve(const struct work_problem *problem, struct answer *answer, struct tool_error *error)
{
    (void)error;
    queens_count(problem->n, answer);
    return 0;
}

const struct workload workload_queens = {.name = "queens",
                                         .kernel = &kernel,
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
