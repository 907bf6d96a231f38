#include "host/graph/plan_check.h"

#include "host/graph/plan_border.h"
#include "host/graph/plan_join.h"
#include <stdio.h>
#include <stdlib.h>

/* Who has touched a place: at the end of the walk over all tasks, all of them. */
struct place {
    uint32_t *tasks; /* twice the task's number, and 1 where it writes */
    uint32_t count;
    uint32_t room;
};

struct check {
    struct coop_plan *plan;
    uint32_t *order;
    uint64_t *paths; /* of each task a row of bits: the tasks from which a path leads to it */
    size_t words;    /* of a row */
    struct place *places;
    uint32_t task;
    coop_status status;
};

static const char *name_of(const struct check *check, uint32_t task)
{
    return check->plan->nodes[check->plan->tasks[task].node].name;
}

/* ---- an order ---- */

/* Follows open edges backwards until a task comes again: it is on a circle, and so is the one before it. */
static coop_status name_circle(struct check *check, const unsigned char *is_placed)
{
    const struct coop_plan *plan = check->plan;
    uint32_t task = 0;
    uint32_t before = 0;

    while (is_placed[task]) {
        ++task;
    }
    for (uint32_t steps = 0; steps <= plan->task_count; ++steps) {
        const struct coop_plan_task *now = &plan->tasks[task];
        uint32_t i = 0;

        while (is_placed[now->before[i]]) {
            ++i;
        }
        before = task;
        task = now->before[i];
    }
    return coop_plan_refuse(check->plan, COOP_INVALID_ARGUMENT,
                            "the graph runs in a circle, in which '%s' waits for '%s'; take an edge out",
                            name_of(check, before), name_of(check, task));
}

/* Tasks are placed in the order in which they were added, as far as edges let them. */
static coop_status sort(struct check *check)
{
    struct coop_plan *plan = check->plan;
    unsigned char *is_placed = calloc(plan->task_count + 1, 1);
    uint32_t placed = 0;
    uint32_t before_round;
    coop_status status = COOP_OK;

    if (is_placed == NULL) {
        return coop_plan_out_of_memory(plan);
    }
    do {
        before_round = placed;
        for (uint32_t i = 0; i < plan->task_count; ++i) {
            uint32_t open = 0;

            for (uint32_t k = 0; k < plan->tasks[i].before_count; ++k) {
                open += !is_placed[plan->tasks[i].before[k]];
            }
            if (!is_placed[i] && open == 0) {
                is_placed[i] = 1;
                check->order[placed++] = i;
            }
        }
    } while (placed > before_round);
    if (placed < plan->task_count) {
        status = name_circle(check, is_placed);
    }
    free(is_placed);
    return status;
}

/* ---- paths ---- */

static void find_paths(struct check *check)
{
    const struct coop_plan *plan = check->plan;

    for (uint32_t i = 0; i < plan->task_count; ++i) {
        const struct coop_plan_task *task = &plan->tasks[check->order[i]];
        uint64_t *row = check->paths + check->order[i] * check->words;

        for (uint32_t k = 0; k < task->before_count; ++k) {
            const uint64_t *from = check->paths + task->before[k] * check->words;

            for (size_t word = 0; word < check->words; ++word) {
                row[word] |= from[word];
            }
            row[task->before[k] / 64] |= (uint64_t)1 << task->before[k] % 64;
        }
    }
}

static int has_path(const struct check *check, uint32_t from, uint32_t to)
{
    return (int)(check->paths[to * check->words + from / 64] >> from % 64 & 1);
}

/* ---- places ---- */

/* "cells of a block", "padding of a block", or the scalar's name. */
static void name_place(const struct coop_plan *plan, uint32_t number, char *name, size_t bytes)
{
    snprintf(name, bytes, "%s of a block", number % COOP_PLAN_PARTS == 0 ? "cells" : "padding");
    for (uint32_t i = 0; i < plan->storage_count; ++i) {
        if (plan->storages[i].scalar != NULL && plan->storages[i].base == number) {
            snprintf(name, bytes, "scalar '%s'", plan->storages[i].scalar);
        }
    }
}

static void refuse_place(struct check *check, uint32_t other, uint32_t number)
{
    char name[80];

    name_place(check->plan, number, name, sizeof name);
    check->status =
        coop_plan_refuse(check->plan, COOP_INVALID_ARGUMENT,
                         "'%s' and '%s' touch the same %s, one of them writes, and nothing orders "
                         "them; put one on a later level, or add an edge",
                         name_of(check, other), name_of(check, check->task), name);
}

static void touch(void *context, uint32_t number, int writes)
{
    struct check *check = context;
    struct place *place = &check->places[number];

    for (uint32_t i = 0; i < place->count && check->status == COOP_OK; ++i) {
        uint32_t other = place->tasks[i] / 2;

        if ((writes || place->tasks[i] & 1) && other != check->task && !has_path(check, other, check->task)) {
            refuse_place(check, other, number);
        }
    }
    if (place->count == place->room) {
        uint32_t room = place->room * 2 + 4;
        uint32_t *more = realloc(place->tasks, room * sizeof *more);

        if (more == NULL) {
            check->status = coop_plan_out_of_memory(check->plan);
            return;
        }
        place->tasks = more;
        place->room = room;
    }
    place->tasks[place->count++] = 2 * check->task + (writes ? 1 : 0);
}

/* In the sorted order, so that a path can lead from those before alone. */
static coop_status check_places(struct check *check)
{
    for (uint32_t i = 0; i < check->plan->task_count && check->status == COOP_OK; ++i) {
        check->task = check->order[i];
        coop_plan_touches(check->plan, check->task, touch, check);
    }
    return check->status;
}

/* In that order, the first that touches a scalar reads it, or the graph sets it itself. */
static void find_first_readers(struct check *check)
{
    struct coop_plan *plan = check->plan;

    for (uint32_t i = 0; i < plan->storage_count; ++i) {
        const struct place *place = &check->places[plan->storages[i].base];
        int is_read = plan->storages[i].scalar != NULL && place->count > 0 && !(place->tasks[0] & 1);

        plan->storages[i].first_reader = is_read ? plan->tasks[place->tasks[0] / 2].node : COOP_PLAN_NONE;
    }
}

static coop_status check_filled(struct coop_plan *plan)
{
    if (plan->unfilled == COOP_PLAN_NONE) {
        return COOP_OK;
    }
    if (plan->unfilled_since == COOP_PLAN_NONE) {
        return coop_plan_refuse(plan, COOP_INVALID_ARGUMENT,
                                "'%s' reads padding that nobody fills before; give the tensor a border, or a "
                                "kernel that fills it (coop_fills)",
                                plan->nodes[plan->unfilled].name);
    }
    return coop_plan_refuse(plan, COOP_INVALID_ARGUMENT,
                            "'%s' reads padding that nobody has filled since '%s' wrote the cells; give the "
                            "tensor a border, or a kernel that fills it (coop_fills)",
                            plan->nodes[plan->unfilled].name, plan->nodes[plan->unfilled_since].name);
}

coop_status coop_plan_check(struct coop_plan *plan, uint32_t **order)
{
    size_t count = plan->task_count;
    struct check check = {.plan = plan, .words = count / 64 + 1};
    coop_status status;

    *order = NULL;
    check.order = calloc(count + 1, sizeof *check.order);
    check.paths = calloc(count * check.words + 1, sizeof *check.paths);
    check.places = calloc(plan->place_count + 1, sizeof *check.places);
    if (check.order == NULL || check.paths == NULL || check.places == NULL) {
        status = coop_plan_out_of_memory(plan);
    } else {
        status = sort(&check);
        if (status == COOP_OK) {
            find_paths(&check);
            status = check_places(&check);
        }
        if (status == COOP_OK) {
            find_first_readers(&check);
        }
        status = status == COOP_OK ? check_filled(plan) : status;
    }
    for (uint32_t i = 0; check.places != NULL && i < plan->place_count; ++i) {
        free(check.places[i].tasks);
    }
    free(check.places);
    free(check.paths);
    if (status == COOP_OK) {
        *order = check.order;
    } else {
        free(check.order);
    }
    return status;
}
