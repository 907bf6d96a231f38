#include "task_octree.h"

#include "octree_kernels.h"
#include "octree_kernels_text.h"
#include "particles.h"
#include "tools/workqueue/task.h"
#include "tools/workqueue/task_kernels.h"

#include "octree_tasks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS, EVEN, ODD, SORTED, CELLS };

/* The points as the host made them. */
struct own {
    uint64_t *even;
    uint64_t *odd;
    uint64_t *sorted;
    uint64_t *reference; /* all points in order; NULL before the first check */
};

static uint32_t share(const struct task_device *device)
{
    const struct particles *particles = device->problem->input;

    return octree_share(particles->count, device->setup.groups);
}

static void sizes(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX])
{
    const struct particles *particles = device->problem->input;
    uint64_t keys = (uint64_t)particles->count * sizeof(uint64_t);

    bytes[LEVELS] = task_level_tallies_bytes(device);
    bytes[EVEN] = keys;
    bytes[ODD] = keys;
    bytes[SORTED] = keys;
    bytes[CELLS] = octree_shared_bytes(particles->count, share(device));
}

/* Counts a cell. A cell that is split becomes a task; the points of other cells are in their places. */
static void add_cell(struct task_device *device, struct split_cell cell)
{
    struct own *own = device->own;
    const uint64_t *keys = (cell.level & 1) == 0 ? own->even : own->odd;
    struct level_tally *levels = &device->host_levels;

    levels->levels[cell.level]++;
    levels->depth = cell.level > levels->depth ? cell.level : levels->depth;
    if (cell.count > device->problem->threshold && cell.level < OCTREE_LEVELS) {
        frontier_push(&device->first, &cell);
    } else {
        levels->leaves++;
        memcpy(own->sorted + cell.first, keys + cell.first, (size_t)cell.count * sizeof *keys);
    }
}

static int prepare(struct task_device *device, struct tool_error *error)
{
    const struct particles *particles = device->problem->input;
    struct own *own = calloc(1, sizeof *own);

    device->own = own;
    if (own != NULL) {
        own->even = malloc(device->bytes[EVEN]);
        own->odd = calloc(1, device->bytes[ODD]);
        own->sorted = calloc(1, device->bytes[SORTED]);
    }
    if (own == NULL || own->even == NULL || own->odd == NULL || own->sorted == NULL) {
        return tool_fail(error, "memory is exhausted; take fewer points");
    }
    memcpy(own->even, particles->keys, device->bytes[EVEN]);
    add_cell(device, (struct split_cell){0, particles->count, 0});
    return 0;
}

static void expand(struct task_device *device, const void *parameters)
{
    struct split_cell cell = *(const struct split_cell *)parameters;
    struct own *own = device->own;
    const uint64_t *from = (cell.level & 1) == 0 ? own->even : own->odd;
    uint64_t *to = (cell.level & 1) == 0 ? own->odd : own->even;
    uint32_t next = cell.first;
    uint32_t child, i;

    device->host_levels.inner_nodes++;
    for (child = 0; child < OCTREE_CHILDREN; child++) {
        uint32_t first = next;

        for (i = cell.first; i < cell.first + cell.count; i++) {
            if (octree_child(from[i], cell.level) == child) {
                to[next++] = from[i];
            }
        }
        if (next > first) {
            add_cell(device, (struct split_cell){first, next - first, cell.level + 1});
        }
    }
}

static int reset(struct task_device *device, struct tool_error *error)
{
    const struct own *own = device->own;

    if (task_write(device, EVEN, own->even, device->bytes[EVEN], error) != 0 ||
        task_write(device, ODD, own->odd, device->bytes[ODD], error) != 0) {
        return -1;
    }
    return task_write(device, SORTED, own->sorted, device->bytes[SORTED], error);
}

static int launch(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct octree_args args = {.queue = task_queue(device),
                                     .threshold = device->problem->threshold,
                                     .even = task_address(device, EVEN),
                                     .odd = task_address(device, ODD),
                                     .sorted = task_address(device, SORTED),
                                     .share = share(device),
                                     .cells = task_address(device, CELLS),
                                     .levels = task_address(device, LEVELS)};

    return session_check(device->session, octree_launch(device->session->run, &args, options, launch), error);
}

static int answer(struct task_device *device, struct answer *answer, struct tool_error *error)
{
    struct level_tally levels;
    uint32_t level;

    if (task_read_level_tallies(device, LEVELS, &levels, error) != 0) {
        return -1;
    }
    answer_add(answer, "inner_nodes", (int64_t)levels.inner_nodes);
    answer_add(answer, "leaves", (int64_t)levels.leaves);
    answer_add(answer, "depth", (int64_t)levels.depth);
    for (level = 0; level <= levels.depth && level < TALLY_LEVELS; level++) {
        answer_add_numbered(answer, "level_", level, (int64_t)levels.levels[level]);
    }
    return 0;
}

/* Each point is in its leaf, and none is lost. */
static int check(struct task_device *device, struct tool_error *error)
{
    const struct work_problem *problem = device->problem;
    const struct particles *particles = problem->input;
    struct own *own = device->own;
    uint64_t *sorted;
    int status = -1;

    if (own->reference == NULL) {
        own->reference = particles_sorted(particles, error);
        if (own->reference == NULL) {
            return -1;
        }
    }
    sorted = malloc(device->bytes[SORTED]);
    if (sorted == NULL) {
        return tool_fail(error, "memory is exhausted; take fewer points");
    }
    if (task_read(device, SORTED, sorted, device->bytes[SORTED], error) == 0) {
        status = particles_check_against(own->reference, particles->count, problem->threshold, sorted, error);
    }
    free(sorted);
    return status;
}

static void clear(struct task_device *device)
{
    struct own *own = device->own;

    if (own != NULL) {
        free(own->even);
        free(own->odd);
        free(own->sorted);
        free(own->reference);
        free(own);
    }
}

static const struct task_kernel kernel = {.module_text = octree_kernels_module_text,
                                          .module_bytes = &octree_kernels_module_bytes,
                                          .task_bytes = 32,
                                          .tag = coop_tag_split_cell,
                                          .parameter_bytes = sizeof(struct split_cell),
                                          .cleared = 1,
                                          .tasks_meet = 1,
                                          .tallies = TASK_BUFFERS_MAX,
                                          .levels = LEVELS + 1,
                                          .unit = 0,
                                          .unit_name = "cells",
                                          .sizes = sizes,
                                          .prepare = prepare,
                                          .expand = expand,
                                          .reset = reset,
                                          .launch = launch,
                                          .answer = answer,
                                          .check = check,
                                          .clear = clear};

static void add_options(struct option *table, struct work_choice *choice)
{
    option_add(table, (struct option){"--points", OPTION_TEXT, &choice->points, 0, 0});
    option_add(table, (struct option){"--threshold", OPTION_NUMBER, &choice->threshold, 1, PARTICLES_MAX});
}

static void complete(struct work_choice *choice)
{
    if (choice->points == NULL) {
        choice->points = "1048576";
    }
    if (choice->threshold == 0) {
        choice->threshold = 32;
    }
}

/* 0: they are in a file. */
static uint64_t points_to_make(const struct work_choice *choice)
{
    uint64_t count = 0;

    return options_numbers(choice->points, ',', &count, 1) == 1 ? count : 0;
}

static int check_choice(const struct work_choice *choice, struct tool_error *error)
{
    if (points_to_make(choice) > PARTICLES_MADE_MAX) {
        return tool_fail(error, "--points wants a file or a number up to %llu, not %s",
                         (unsigned long long)PARTICLES_MADE_MAX, choice->points);
    }
    return work_check_range("--threshold", choice->threshold, 1, PARTICLES_MAX, error);
}

static int make(const struct work_choice *choice, struct work_problem *problem, struct tool_error *error)
{
    uint64_t made = points_to_make(choice);

    problem->threshold = (uint32_t)choice->threshold;
    if (made > 0) {
        snprintf(problem->name, sizeof problem->name, "%llu made points, threshold %u",
                 (unsigned long long)made, problem->threshold);
        return particles_make((uint32_t)made, problem->input, error);
    }
    snprintf(problem->name, sizeof problem->name, "%.120s, threshold %u", work_base_name(choice->points),
             problem->threshold);
    return particles_read(choice->points, problem->input, error);
}

static int solve(const struct work_problem *problem, struct answer *answer, struct tool_error *error)
{
    return particles_octree(problem->input, problem->threshold, answer, error);
}

static void clear_input(void *input)
{
    particles_clear(input);
}

const struct workload workload_octree = {.name = "octree",
                                         .kernel = &kernel,
                                         .input_bytes = sizeof(struct particles),
                                         .add_options = add_options,
                                         .complete = complete,
                                         .check = check_choice,
                                         .make = make,
                                         .solve = solve,
                                         .clear = clear_input};

static const struct task_form form = {
    .workload = &workload_octree,
    .operands = " [--points FILE.f32|N]",
    .text =
        "Sorts points into the cells of an octree, a task for each cell that is split (Cederman and\n"
        "Tsigas, Graphics Hardware 2008).\n"
        "\n"
        "  --points FILE.f32     raw little-endian 32-bit x, y, z; plain, .gz or .xz\n"
        "  --points N            N points that are made here, around corners of a grid (default 1048576)\n"
        "  --threshold T         cells of more than T points are split (default 32)\n"};

const struct application application_octree = {.name = "octree",
                                               .summary = "sort points into an octree",
                                               .command = task_command,
                                               .form = &form,
                                               .source = "Cederman and Tsigas 2008",
                                               .primitives = "offer_kill, request_fork",
                                               .input = "points"};
