#include "task_memset.h"

#include "memset_kernels.h"
#include "memset_kernels_text.h"
#include "tools/workqueue/task.h"
#include "tools/workqueue/task_kernels.h"

#include "memset_tasks.h"

#include <stdio.h>
#include <stdlib.h>

enum { TALLIES, WORDS };

static void sizes(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX])
{
    bytes[TALLIES] = task_tallies_bytes(device);
    bytes[WORDS] = (uint64_t)device->problem->tasks * sizeof(word64);
}

static int prepare(struct task_device *device, struct tool_error *error)
{
    struct set_word task;

    (void)error;
    for (task.index = 0; task.index < device->problem->tasks; task.index++) {
        frontier_push(&device->first, &task);
    }
    return 0;
}

static int launch(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct set_words_args args = {.queue = task_queue(device),
                                        .words = task_address(device, WORDS),
                                        .tallies = task_address(device, TALLIES)};

    return session_check(device->session, set_words_launch(device->session->run, &args, options, launch),
                         error);
}

/* Counts the words that have their value. That each has been set once follows from the number of tasks that
 * were run. */
static int answer(struct task_device *device, struct answer *answer, struct tool_error *error)
{
    uint64_t *words = malloc(device->bytes[WORDS]);
    int64_t right = 0;
    uint32_t i;
    int status = -1;

    if (words == NULL) {
        return tool_fail(error, "memory is exhausted; take fewer --tasks");
    }
    if (task_read(device, WORDS, words, device->bytes[WORDS], error) == 0) {
        for (i = 0; i < device->problem->tasks; i++) {
            right += words[i] == memset_value(i);
        }
        answer_add(answer, "words", right);
        status = 0;
    }
    free(words);
    return status;
}

static const struct task_kernel kernel = {.module_text = memset_kernels_module_text,
                                          .module_bytes = &memset_kernels_module_bytes,
                                          .task_bytes = 32,
                                          .tag = coop_tag_set_word,
                                          .parameter_bytes = sizeof(struct set_word),
                                          .cleared = 2,
                                          .tallies = 0,
                                          .unit = 0,
                                          .unit_name = "words",
                                          .sizes = sizes,
                                          .prepare = prepare,
                                          .launch = launch,
                                          .answer = answer};

static void add_options(struct option *table, struct work_choice *choice)
{
    option_add(table, (struct option){"--tasks", OPTION_NUMBER, &choice->tasks, 1, MEMSET_TASKS_MAX});
}

static void complete(struct work_choice *choice)
{
    if (choice->tasks == 0) {
        choice->tasks = 1 << 20;
    }
}

static int check_choice(const struct work_choice *choice, struct tool_error *error)
{
    return work_check_range("--tasks", choice->tasks, 1, MEMSET_TASKS_MAX, error);
}

static int make(const struct work_choice *choice, struct work_problem *problem, struct tool_error *error)
{
    (void)choice;
    (void)error;
    snprintf(problem->name, sizeof problem->name, "memset of %u words", problem->tasks);
    return 0;
}

static int solve(const struct work_problem *problem, struct answer *answer, struct tool_error *error)
{
    (void)error;
    answer_add(answer, "words", problem->tasks);
    return 0;
}

const struct workload workload_memset = {.name = "memset",
                                         .kernel = &kernel,
                                         .add_options = add_options,
                                         .complete = complete,
                                         .check = check_choice,
                                         .make = make,
                                         .solve = solve};

static const struct task_form form = {
    .workload = &workload_memset,
    .operands = "",
    .text = "Sets words of 8 bytes, each in a task of its own: next to nothing but the queue's own work.\n"
            "\n"
            "  --tasks N             words (default 1048576)\n"};

const struct application application_memset = {.name = "memset",
                                               .summary = "set 8 bytes in each of many tasks",
                                               .command = task_command,
                                               .form = &form,
                                               .source = "Kittner 2026",
                                               .primitives = "offer_kill, request_fork",
                                               .input = "a number of tasks"};
