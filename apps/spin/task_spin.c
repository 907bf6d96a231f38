#include "task_spin.h"

#include "spin_kernels.h"
#include "spin_kernels_text.h"
#include "spin_tasks.h"
#include "spin_times.h"
#include "tools/workqueue/task.h"
#include "tools/workqueue/task_kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TASKS_MAX ((uint64_t)1 << 26) /* of all levels */
#define FIRST_MAX ((uint64_t)1 << 22)
#define CHILDREN_MAX 64
#define LEVELS_MAX 24
#define SLOW_MAX 1000
#define TOTAL_US_MAX 1e11 /* a day of one thread */
#define ANSWER_BITS 0x7ffffffffffffffful

struct spin_input {
    uint64_t times[SPIN_TIMES];
    uint64_t seed;
    uint32_t children;
    uint32_t levels;
    uint32_t slow[COOP_DEVICES_MAX];
    uint32_t cpu_percent; /* of the tasks, which prefer one */
    uint32_t gpu_percent;
};

enum { TALLIES, TIMES };

static void sizes(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX])
{
    bytes[TALLIES] = task_tallies_bytes(device);
    bytes[TIMES] = SPIN_TIMES * sizeof(uint64_t);
}

static struct spin first_task(const struct work_problem *problem, uint64_t i)
{
    const struct spin_input *input = problem->input;
    const struct spin task = {spin_child(input->seed, i), input->levels};

    return task;
}

static int prepare(struct task_device *device, struct tool_error *error)
{
    (void)error;
    for (uint64_t i = 0; i < device->problem->tasks; i++) {
        struct spin task = first_task(device->problem, i);
        frontier_push(&device->first, &task);
    }
    return 0;
}

static int upload(struct task_device *device, struct tool_error *error)
{
    const struct spin_input *input = device->problem->input;

    return task_write(device, TIMES, input->times, device->bytes[TIMES], error);
}

static struct spin child_of(const struct spin *task, uint64_t i)
{
    const struct spin child = {spin_child(task->seed, i), task->levels - 1};

    return child;
}

static void count(const struct spin_input *input, const struct spin *task, uint64_t counts[4])
{
    uint64_t rounds = input->times[spin_place(task->seed)];

    counts[SPIN_TASKS]++;
    counts[SPIN_ROUNDS] += rounds;
    counts[SPIN_SUM] += spin_rounds(task->seed, rounds);
}

static int may_expand(const struct task_device *device, const void *parameters)
{
    const struct spin *task = parameters;
    const struct spin_input *input = device->problem->input;

    return task->levels > 0 && input->children > 0;
}

static void expand(struct task_device *device, const void *parameters)
{
    const struct spin task = *(const struct spin *)parameters;
    const struct spin_input *input = device->problem->input;

    count(input, &task, device->host.counts);
    for (uint32_t i = 0; i < input->children && task.levels > 0; i++) {
        struct spin child = child_of(&task, i);
        frontier_push(&device->first, &child);
    }
}

static uint32_t tag_of(const struct task_device *device, const void *parameters)
{
    const struct spin_input *input = device->problem->input;
    const struct spin *task = parameters;
    word32 likes = spin_likes(task->seed, input->cpu_percent, input->gpu_percent);

    return likes == SPIN_ON_CPU   ? coop_tag_spin_on_cpu
           : likes == SPIN_ON_GPU ? coop_tag_spin_on_gpu
                                  : coop_tag_spin;
}

static int launch(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct spin_input *input = device->problem->input;
    const struct spin_all_args args = {.queue = task_queue(device),
                                       .times = task_address(device, TIMES),
                                       .tallies = task_address(device, TALLIES),
                                       .children = input->children,
                                       .slow = input->slow[device->member],
                                       .cpu_percent = input->cpu_percent,
                                       .gpu_percent = input->gpu_percent,
                                       .kind = device->kind == COOP_KIND_CPU   ? SPIN_ON_CPU
                                               : device->kind == COOP_KIND_GPU ? SPIN_ON_GPU
                                                                               : SPIN_ANYWHERE};

    return session_check(device->session, spin_all_launch(device->session->run, &args, options, launch),
                         error);
}

static void add_counts(struct answer *answer, const uint64_t counts[4])
{
    answer_add(answer, "tasks", (int64_t)counts[SPIN_TASKS]);
    answer_add(answer, "rounds", (int64_t)counts[SPIN_ROUNDS]);
    answer_add(answer, "sum", (int64_t)(counts[SPIN_SUM] & ANSWER_BITS));
}

static int answer(struct task_device *device, struct answer *answer, struct tool_error *error)
{
    struct tally sum;

    if (task_read_tallies(device, TALLIES, 0, &sum, error) != 0) {
        return -1;
    }
    add_counts(answer, sum.counts);
    return 0;
}

static const struct task_kernel kernel = {.module_text = spin_kernels_module_text,
                                          .module_bytes = &spin_kernels_module_bytes,
                                          .task_bytes = 32,
                                          .tag = coop_tag_spin,
                                          .parameter_bytes = sizeof(struct spin),
                                          .tag_of = tag_of,
                                          .tag_count = 3,
                                          .prefers_cpu = 1u << coop_tag_spin_on_cpu,
                                          .prefers_gpu = 1u << coop_tag_spin_on_gpu,
                                          .cleared = 1,
                                          .tallies = TALLIES,
                                          .unit = SPIN_TASKS,
                                          .unit_name = "tasks",
                                          .sizes = sizes,
                                          .prepare = prepare,
                                          .upload = upload,
                                          .may_expand = may_expand,
                                          .expand = expand,
                                          .launch = launch,
                                          .answer = answer};

static void add_options(struct option *table, struct work_choice *choice)
{
    struct spin_choice *spin = &choice->spin;

    option_add(table, (struct option){"--tasks", OPTION_NUMBER, &choice->tasks, 1, FIRST_MAX});
    option_add(table, (struct option){"--time", OPTION_TEXT, &spin->time, 0, 0});
    option_add(table, (struct option){"--mean-us", OPTION_SECONDS, &spin->mean_us, 0, 0});
    option_add(table, (struct option){"--rounds-per-us", OPTION_SECONDS, &spin->rate, 0, 0});
    option_add(table, (struct option){"--spawn", OPTION_TEXT, &spin->spawn, 0, 0});
    option_add(table, (struct option){"--spin-seed", OPTION_NUMBER, &spin->seed, 0, UINT64_MAX});
    option_add(table, (struct option){"--slow", OPTION_TEXT, &spin->slow, 0, 0});
    option_add(table, (struct option){"--prefer", OPTION_TEXT, &spin->prefer, 0, 0});
}

static void complete(struct work_choice *choice)
{
    struct spin_choice *spin = &choice->spin;

    choice->tasks = choice->tasks > 0 ? choice->tasks : 10000;
    spin->time = spin->time != NULL ? spin->time : spin_shapes[SPIN_EXPONENTIAL];
    spin->mean_us = spin->mean_us > 0 ? spin->mean_us : 50;
}

/* The tasks of all levels. */
static double count_tasks(uint64_t first, uint64_t children, uint64_t levels)
{
    double sum = 0;
    double level = (double)first;

    for (uint64_t i = 0; i <= levels; i++) {
        sum += level;
        level *= (double)children;
    }
    return sum;
}

/* "b,d": 0 where it is that. */
static int read_spawn(const char *text, uint64_t numbers[2])
{
    numbers[0] = 0;
    numbers[1] = 0;
    return text == NULL || (options_numbers(text, ',', numbers, 2) == 2 && numbers[0] <= CHILDREN_MAX &&
                            numbers[1] <= LEVELS_MAX)
               ? 0
               : -1;
}

/* "1=4,2=16": device and factor; 0 where it is that. */
static int read_slow(const char *text, uint32_t slow[COOP_DEVICES_MAX])
{
    const char *at = text;

    for (uint32_t i = 0; i < COOP_DEVICES_MAX; i++) {
        slow[i] = 1;
    }
    while (at != NULL) {
        unsigned device;
        unsigned factor;
        int length = 0;

        if (*at < '0' || *at > '9' || sscanf(at, "%4u=%4u%n", &device, &factor, &length) != 2 ||
            (at[length] != '\0' && at[length] != ',') || device >= COOP_DEVICES_MAX || factor < 1 ||
            factor > SLOW_MAX) {
            return -1;
        }
        slow[device] = factor;
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    return 0;
}

/* "cpu", "gpu", "none", or parts of a hundred as "cpu=30,gpu=50": those of both; 0 where it is that. */
static int read_prefer(const char *text, uint32_t percent[2])
{
    static const char *const names[] = {"cpu", "gpu"};
    const char *at = text;

    percent[0] = 0;
    percent[1] = 0;
    if (text == NULL || strcmp(text, "none") == 0) {
        return 0;
    }
    for (;;) {
        int which = strncmp(at, names[1], 3) == 0;
        unsigned part = 100;
        int length = 0;

        if (strncmp(at, names[which], 3) != 0 || percent[which] != 0) {
            return -1;
        }
        at += 3;
        if (*at == '=' && (at[1] < '0' || at[1] > '9' || sscanf(at, "=%3u%n", &part, &length) != 1)) {
            return -1;
        }
        percent[which] = part;
        at += length;
        if (*at == '\0') {
            return percent[0] + percent[1] <= 100 ? 0 : -1;
        }
        if (*at++ != ',') {
            return -1;
        }
    }
}

static int check_prefer(const struct work_choice *choice, struct tool_error *error)
{
    uint32_t percent[2];

    if (read_prefer(choice->spin.prefer, percent) != 0) {
        return tool_fail(error,
                         "--prefer wants cpu, gpu, none, or how many of a hundred tasks prefer each, as "
                         "cpu=30,gpu=50, not \"%s\"",
                         choice->spin.prefer);
    }
    return percent[0] + percent[1] > 0 && choice->devices == 1
               ? tool_fail(error, "--prefer wants several devices: see --devices and --split")
               : 0;
}

static int check_choice(const struct work_choice *choice, struct tool_error *error)
{
    const struct spin_choice *spin = &choice->spin;
    uint32_t slow[COOP_DEVICES_MAX];
    uint64_t spawn[2];
    double tasks;

    if (spin_shape_of(spin->time) == SPIN_SHAPES) {
        return tool_fail(error, "--time wants constant, uniform, exponential or pareto, not \"%s\"",
                         spin->time);
    }
    if (read_spawn(spin->spawn, spawn) != 0) {
        return tool_fail(error, "--spawn wants children, up to %u, and levels, up to %u, as 4,3, not \"%s\"",
                         CHILDREN_MAX, LEVELS_MAX, spin->spawn);
    }
    if (read_slow(spin->slow, slow) != 0) {
        return tool_fail(error,
                         "--slow wants a device and how many times slower it is, up to %u, as 1=4, not "
                         "\"%s\"",
                         SLOW_MAX, spin->slow);
    }
    for (uint32_t i = choice->devices; i < COOP_DEVICES_MAX; i++) {
        if (slow[i] > 1) {
            return tool_fail(error, "--slow names device %u, and there %s %u: see --devices and --split", i,
                             choice->devices == 1 ? "is" : "are", choice->devices);
        }
    }
    if (check_prefer(choice, error) != 0) {
        return -1;
    }
    tasks = count_tasks(choice->tasks, spawn[0], spawn[1]);
    if (tasks > (double)TASKS_MAX || tasks * spin->mean_us > TOTAL_US_MAX) {
        return tool_fail(error,
                         "--tasks and --spawn make %.0f tasks, of %g us together; there may be %llu, of "
                         "%g us",
                         tasks, tasks * spin->mean_us, (unsigned long long)TASKS_MAX, TOTAL_US_MAX);
    }
    return 0;
}

static int make(const struct work_choice *choice, struct work_problem *problem, struct tool_error *error)
{
    const struct spin_choice *spin = &choice->spin;
    struct spin_input *input = problem->input;
    double rate = spin->rate > 0 ? spin->rate : spin_rate();
    uint64_t spawn[2];
    uint32_t percent[2];

    (void)error;
    read_spawn(spin->spawn, spawn);
    read_prefer(spin->prefer, percent);
    input->cpu_percent = percent[0];
    input->gpu_percent = percent[1];
    read_slow(spin->slow, input->slow);
    input->children = (uint32_t)spawn[0];
    input->levels = (uint32_t)spawn[1];
    input->seed = spin_hash(spin->seed);
    spin_times_fill(spin_shape_of(spin->time), spin->mean_us * rate, input->times);
    snprintf(problem->name, sizeof problem->name, "spin of %.0f tasks, %s, mean %g us of %.0f rounds",
             count_tasks(problem->tasks, spawn[0], spawn[1]), spin->time, spin->mean_us, rate);
    return 0;
}

/* Depth first: of each level there are at most the children of one task. */
static void solve_below(const struct spin_input *input, const struct spin *first, uint64_t counts[4])
{
    struct {
        struct spin task;
        uint32_t next;
    } path[LEVELS_MAX + 1] = {{*first, 0}};
    int depth = 0;

    count(input, first, counts);
    while (depth >= 0) {
        const struct spin *task = &path[depth].task;
        if (task->levels == 0 || path[depth].next == input->children) {
            depth--;
            continue;
        }
        struct spin child = child_of(task, path[depth].next++);
        count(input, &child, counts);
        depth++;
        path[depth].task = child;
        path[depth].next = 0;
    }
}

static int solve(const struct work_problem *problem, struct answer *answer, struct tool_error *error)
{
    uint64_t counts[4] = {0};

    (void)error;
    for (uint64_t i = 0; i < problem->tasks; i++) {
        struct spin task = first_task(problem, i);
        solve_below(problem->input, &task, counts);
    }
    add_counts(answer, counts);
    return 0;
}

const struct workload workload_spin = {.name = "spin",
                                       .kernel = &kernel,
                                       .input_bytes = sizeof(struct spin_input),
                                       .add_options = add_options,
                                       .complete = complete,
                                       .check = check_choice,
                                       .make = make,
                                       .solve = solve};

static const struct task_form form = {
    .workload = &workload_spin,
    .operands = "",
    .text =
        "Tasks that compute for given times: a synthetic workload for schedulers.\n"
        "\n"
        "  --tasks N             first tasks (default 10000)\n"
        "  --time SHAPE          how their times are spread: constant, uniform, exponential or pareto,\n"
        "                        whose exponent is 1.1 (default exponential)\n"
        "  --mean-us T           the mean time, in microseconds of a thread of the host (default 50)\n"
        "  --rounds-per-us R     how much that is, instead of measuring it: with it, the same command is\n"
        "                        the same work everywhere\n"
        "  --spawn B,D           each task makes B tasks below it, D levels deep (default none)\n"
        "  --spin-seed S         of all times (default 0)\n"
        "  --slow D=F            a task takes F times as long on device D of --devices or --split\n"
        "  --prefer KIND         tasks prefer a kind of device: cpu, gpu or none (the default), or so many "
        "of\n"
        "                        a hundred each, as cpu=30,gpu=50\n"};

const struct application application_spin = {.name = "spin",
                                             .summary = "compute for given times in each of many tasks",
                                             .command = task_command,
                                             .form = &form,
                                             .source = "synthetic",
                                             .primitives = "offer_kill, request_fork",
                                             .input = "a number of tasks"};
