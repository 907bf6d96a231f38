#include "host/graph/plan_border.h"

#include "host/graph/plan_join.h"

#include <stdio.h>
#include <stdlib.h>

uint32_t coop_plan_beside(const struct coop_plan_storage *storage, uint32_t block, uint32_t dimension,
                          int side)
{
    return coop_cut_beside(&storage->cut, block, dimension, side, (int)(storage->rings >> dimension & 1));
}

/* A border task waits for what touched the block and those beside it, and for their padding below. */
static int join_border(struct coop_plan *plan, const struct coop_plan_storage *storage, uint32_t node,
                       uint32_t block, int is_by_block)
{
    uint32_t count = coop_cut_count(&storage->cut);
    uint32_t dimension = plan->nodes[node].dimension;
    uint32_t task = plan->nodes[node].first_task + block;
    int is_good = coop_plan_join_last(plan, is_by_block ? block : COOP_PLAN_NONE, count, task);

    for (uint32_t i = 0; i < 2 * storage->dimensions && is_by_block && is_good; ++i) {
        uint32_t beside = coop_plan_beside(storage, block, i / 2, (int)(i & 1));

        is_good = beside == COOP_PLAN_NONE || coop_plan_join_last(plan, beside, count, task);
    }
    if (dimension > 0) {
        is_good = is_good && coop_plan_join_node(plan, node - 1, block, count, task);
        for (int side = 0; side < 2 && is_good; ++side) {
            uint32_t beside = coop_plan_beside(storage, block, dimension, side);

            is_good = beside == COOP_PLAN_NONE || coop_plan_join_node(plan, node - 1, beside, count, task);
        }
    }
    return is_good;
}

/* The nodes that fill the padding of a storage, one for each dimension. */
static int add_borders(struct coop_plan *plan, uint32_t number, const char *reader, int is_by_block)
{
    uint32_t count = coop_cut_count(&plan->storages[number].cut);

    for (uint32_t d = 0; d < plan->storages[number].dimensions; ++d) {
        char name[COOP_PLAN_PATH_BYTES + 16];
        struct coop_plan_node *node;

        snprintf(name, sizeof name, "border %c for %.*s", "xyz"[d], (int)COOP_PLAN_PATH_BYTES - 1, reader);
        node = coop_plan_make_node(plan, COOP_PLAN_BORDER, name, count);
        if (node == NULL) {
            return 0;
        }
        node->dimension = d;
        node->path = sizeof "border x for " - 1;
        node->access_count = 1;
        node->accesses[0].storage = number;
        plan->borders[number] = d == 0 ? plan->node_count - 1 : plan->borders[number];
        for (uint32_t i = 0; i < count; ++i) {
            if (!join_border(plan, &plan->storages[number], plan->node_count - 1, i, is_by_block)) {
                return 0;
            }
        }
    }
    return 1;
}

int coop_plan_fill_borders(struct coop_plan *plan, const struct coop_plan_node *reader, int is_by_block)
{
    for (uint32_t i = 0; i < reader->access_count; ++i) {
        uint32_t number = reader->accesses[i].storage;
        const struct coop_plan_storage *storage = &plan->storages[number];

        if (!(reader->accesses[i].how & COOP_PLAN_PADDED) || storage->padding == 0) {
            continue;
        }
        if (plan->borders[number] == COOP_PLAN_NONE &&
            !add_borders(plan, number, reader->name, is_by_block)) {
            return 0;
        }
    }
    return 1;
}

int coop_plan_join_borders(struct coop_plan *plan, const struct coop_plan_node *node, uint32_t task)
{
    uint32_t block = plan->tasks[task].block;

    for (uint32_t i = 0; i < node->access_count; ++i) {
        const struct coop_plan_storage *storage = &plan->storages[node->accesses[i].storage];
        uint32_t first = plan->borders[node->accesses[i].storage];

        if (!(node->accesses[i].how & COOP_PLAN_PADDED) || first == COOP_PLAN_NONE) {
            continue;
        }
        for (uint32_t d = 0; d < storage->dimensions; ++d) {
            uint32_t begin = plan->nodes[first + d].first_task;

            if (!coop_plan_join(plan, begin + block, task)) {
                return 0;
            }
            for (int side = 0; side < 2 && node->accesses[i].how & COOP_PLAN_EXCLUSIVE; ++side) {
                uint32_t beside = coop_plan_beside(storage, block, d, side);

                if (beside != COOP_PLAN_NONE && !coop_plan_join(plan, begin + beside, task)) {
                    return 0;
                }
            }
        }
    }
    return 1;
}

/* ---- what a task touches ---- */

static void touch_border(const struct coop_plan *plan, const struct coop_plan_node *node, uint32_t block,
                         void (*touch)(void *context, uint32_t place, int writes), void *context)
{
    const struct coop_plan_storage *storage = &plan->storages[node->accesses[0].storage];

    for (int side = -1; side < 2; ++side) { /* the block itself, for borders around the whole */
        uint32_t from = side < 0 ? block : coop_plan_beside(storage, block, node->dimension, side);

        for (uint32_t part = 0; part <= node->dimension && from != COOP_PLAN_NONE; ++part) {
            touch(context, storage->base + from * COOP_PLAN_PARTS + part, 0);
        }
    }
    touch(context, storage->base + block * COOP_PLAN_PARTS + 1 + node->dimension, 1);
}

/* Reading and writing are told one after the other: who updates a scalar reads what was before. */
static void touch_scalar(uint32_t place, unsigned how,
                         void (*touch)(void *context, uint32_t place, int writes), void *context)
{
    if (how & COOP_PLAN_READS) {
        touch(context, place, 0);
    }
    if (how & COOP_PLAN_WRITES) {
        touch(context, place, 1);
    }
}

void coop_plan_touches(const struct coop_plan *plan, uint32_t number,
                       void (*touch)(void *context, uint32_t place, int writes), void *context)
{
    const struct coop_plan_task *task = &plan->tasks[number];
    const struct coop_plan_node *node = &plan->nodes[task->node];

    if (node->kind == COOP_PLAN_BORDER) {
        touch_border(plan, node, task->block, touch, context);
        return;
    }
    for (uint32_t i = 0; i < node->access_count; ++i) {
        const struct coop_plan_storage *storage = &plan->storages[node->accesses[i].storage];
        uint32_t place = storage->base + task->block * COOP_PLAN_PARTS;
        unsigned how = node->accesses[i].how;

        if (storage->scalar != NULL) {
            touch_scalar(storage->base, how, touch, context);
            continue;
        }
        if (how & (COOP_PLAN_READS | COOP_PLAN_WRITES)) {
            touch(context, place, (how & COOP_PLAN_WRITES) != 0);
        }
        for (uint32_t d = 0; d < storage->dimensions && how & (COOP_PLAN_PADDED | COOP_PLAN_FILLS); ++d) {
            touch(context, place + 1 + d, (how & COOP_PLAN_FILLS) != 0);
        }
    }
}

enum { READS = 1, WRITES = 2 };

struct search {
    const struct coop_plan *plan;
    uint32_t task;
    unsigned split;
    unsigned char *touched; /* of each place: READS, WRITES or both, by the task */
    unsigned char *is_seen; /* of each task: a path leads from it */
    uint32_t *open;
    int conflicts;
};

static void note_place(void *context, uint32_t place, int writes)
{
    struct search *search = context;

    search->touched[place] |= writes ? WRITES : READS;
}

static void compare_place(void *context, uint32_t place, int writes)
{
    struct search *search = context;

    search->conflicts |= writes ? search->touched[place] != 0 : (search->touched[place] & WRITES) != 0;
}

/* A border task of the block itself that fills padding which the inner work-items do not reach. */
static int is_left_out(const struct search *search, uint32_t number)
{
    const struct coop_plan *plan = search->plan;
    const struct coop_plan_task *own = &plan->tasks[search->task];
    const struct coop_plan_node *reader = &plan->nodes[own->node];
    const struct coop_plan_node *node = &plan->nodes[plan->tasks[number].node];
    int is_of_reader = 0;

    for (uint32_t i = 0; i < reader->access_count; ++i) {
        is_of_reader |= reader->accesses[i].how & COOP_PLAN_PADDED &&
                        reader->accesses[i].storage == node->accesses[0].storage;
    }
    return node->kind == COOP_PLAN_BORDER && plan->tasks[number].block == own->block && is_of_reader &&
           search->split >> node->dimension & 1;
}

/* All tasks from which a path leads to the one. */
static int find_before(struct search *search, struct coop_plan_list *waits)
{
    uint32_t count = 1;

    search->open[0] = search->task;
    while (count > 0) {
        const struct coop_plan_task *task = &search->plan->tasks[search->open[--count]];

        for (uint32_t i = 0; i < task->before_count; ++i) {
            uint32_t before = task->before[i];

            if (search->is_seen[before]) {
                continue;
            }
            search->is_seen[before] = 1;
            search->open[count++] = before;
            search->conflicts = 0;
            coop_plan_touches(search->plan, before, compare_place, search);
            if (search->conflicts && !is_left_out(search, before) && !coop_plan_append(waits, before)) {
                return 0;
            }
        }
    }
    return 1;
}

int coop_plan_waits(const struct coop_plan *plan, uint32_t task, unsigned split, struct coop_plan_list *waits)
{
    struct search search = {.plan = plan, .task = task, .split = split};
    int is_good;

    search.touched = calloc(plan->place_count + (size_t)1, 1);
    search.is_seen = calloc(plan->task_count, 1);
    search.open = calloc(plan->task_count + (size_t)1, sizeof *search.open);
    is_good = search.touched != NULL && search.is_seen != NULL && search.open != NULL;
    if (is_good) {
        coop_plan_touches(plan, task, note_place, &search);
        is_good = find_before(&search, waits);
    }
    free(search.touched);
    free(search.is_seen);
    free(search.open);
    return is_good;
}
