#include "host/graph/plan.h"

#include "host/graph/plan_border.h"
#include "host/graph/plan_join.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void coop_plan_init(struct coop_plan *plan)
{
    memset(plan, 0, sizeof *plan);
    plan->unfilled = plan->unfilled_since = COOP_PLAN_NONE;
}

void coop_plan_clear(struct coop_plan *plan)
{
    for (uint32_t i = 0; i < plan->task_count; ++i) {
        free(plan->tasks[i].before);
    }
    free(plan->tasks);
    free(plan->nodes);
    free(plan->storages);
    free(plan->names);
    free(plan->borders);
    free(plan->writers);
    free(plan->filled);
    free(plan->last.items);
    free(plan->present.items);
    for (uint32_t i = 0; i < plan->frame_count; ++i) {
        free(plan->frames[i].last.items);
        free(plan->frames[i].present.items);
    }
    free(plan->frames);
    free(plan->words);
    coop_plan_init(plan);
}

coop_status coop_plan_storage(struct coop_plan *plan, const struct coop_plan_storage *storage)
{
    uint32_t count = plan->storage_count;

    if (!coop_plan_grow(&plan->storages, count, sizeof *plan->storages) ||
        !coop_plan_grow(&plan->names, count, sizeof *plan->names) ||
        !coop_plan_grow(&plan->borders, count, sizeof *plan->borders) ||
        !coop_plan_grow(&plan->writers, count, sizeof *plan->writers) ||
        !coop_plan_grow(&plan->filled, count, 1)) {
        return coop_plan_out_of_memory(plan);
    }
    plan->storages[count] = *storage;
    plan->storages[count].base = plan->place_count;
    plan->storages[count].first_reader = COOP_PLAN_NONE;
    plan->names[count] = count;
    plan->borders[count] = plan->writers[count] = COOP_PLAN_NONE;
    plan->filled[count] = 0;
    plan->place_count += coop_cut_count(&storage->cut) * COOP_PLAN_PARTS;
    plan->storage_count++;
    return COOP_OK;
}

coop_status coop_plan_scalar(struct coop_plan *plan, const char *name)
{
    const struct coop_plan_storage storage = {.cut = {{1, 1, 1}}, .cells = {1, 1, 1}, .scalar = name};

    return coop_plan_storage(plan, &storage);
}

/* Around the whole, nobody but a kernel fills the padding of a dimension that has no border. */
static void note_reads(struct coop_plan *plan, const struct coop_plan_node *node, uint32_t number)
{
    for (uint32_t i = 0; i < node->access_count && plan->unfilled == COOP_PLAN_NONE; ++i) {
        uint32_t storage = node->accesses[i].storage;

        if (node->accesses[i].how & COOP_PLAN_PADDED && plan->storages[storage].padding > 0 &&
            plan->storages[storage].owned != 0 && !plan->filled[storage]) {
            plan->unfilled = number;
            plan->unfilled_since = plan->writers[storage];
        }
    }
}

static void note_writes(struct coop_plan *plan, const struct coop_plan_node *node, uint32_t number)
{
    for (uint32_t i = 0; i < node->access_count; ++i) {
        uint32_t storage = node->accesses[i].storage;

        if (node->accesses[i].how & (COOP_PLAN_WRITES | COOP_PLAN_FILLS)) {
            plan->borders[storage] = COOP_PLAN_NONE;
        }
        if (node->accesses[i].how & COOP_PLAN_WRITES) {
            plan->writers[storage] = number;
            plan->filled[storage] = 0;
        }
    }
    for (uint32_t i = 0; i < node->access_count; ++i) {
        if (node->accesses[i].how & COOP_PLAN_FILLS) {
            plan->filled[node->accesses[i].storage] = 1;
        }
    }
}

static int is_cut_alike(const struct coop_plan_storage *left, const struct coop_plan_storage *right)
{
    return memcmp(&left->cut, &right->cut, sizeof left->cut) == 0 &&
           memcmp(left->cells, right->cells, sizeof left->cells) == 0;
}

static coop_status check_cuts(struct coop_plan *plan, const char *name,
                              const struct coop_plan_access *accesses, uint32_t access_count)
{
    for (uint32_t i = 1; i < access_count; ++i) {
        const struct coop_plan_storage *first = &plan->storages[accesses[0].storage];
        const struct coop_plan_storage *other = &plan->storages[accesses[i].storage];

        if (other->scalar == NULL && !is_cut_alike(first, other)) {
            return coop_plan_refuse(plan, COOP_INVALID_ARGUMENT,
                                    "the tensors of '%s' are cut differently: %u x %u x %u cells into %u x "
                                    "%u x %u, and %u x %u x %u "
                                    "cells into %u x %u x %u",
                                    name, first->cells[0], first->cells[1], first->cells[2],
                                    first->cut.parts[0], first->cut.parts[1], first->cut.parts[2],
                                    other->cells[0], other->cells[1], other->cells[2], other->cut.parts[0],
                                    other->cut.parts[1], other->cut.parts[2]);
        }
    }
    return COOP_OK;
}

static coop_status check_node(struct coop_plan *plan, const char *name,
                              const struct coop_plan_access *accesses, uint32_t access_count)
{
    coop_status status = coop_plan_check_name(plan, name);

    if (status != COOP_OK) {
        return status;
    }
    if (access_count > COOP_PLAN_ACCESSES) {
        return coop_plan_refuse(plan, COOP_INVALID_ARGUMENT, "'%s' has %u tensors; at most %u", name,
                                access_count, COOP_PLAN_ACCESSES);
    }
    return check_cuts(plan, name, accesses, access_count);
}

coop_status coop_plan_check_cuts(struct coop_plan *plan)
{
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < plan->node_count && status == COOP_OK; ++i) {
        const struct coop_plan_node *node = &plan->nodes[i];

        status = check_cuts(plan, node->name, node->accesses, node->access_count);
    }
    return status;
}

/* Adds a node to the present level.
 * wanted  its name, kind, item and accesses. */
static coop_status place_node(struct coop_plan *plan, struct coop_plan_node *wanted, int is_by_block)
{
    uint32_t tasks =
        wanted->access_count > 0 ? coop_cut_count(&plan->storages[wanted->accesses[0].storage].cut) : 1;
    struct coop_plan_node *node;

    is_by_block = is_by_block && !plan->is_behind_all;
    for (uint32_t i = 0; i < wanted->access_count; ++i) {
        wanted->accesses[i].storage = plan->names[wanted->accesses[i].storage];
    }
    if (!coop_plan_fill_borders(plan, wanted, is_by_block)) {
        return coop_plan_out_of_memory(plan);
    }
    node = coop_plan_make_node(plan, wanted->kind, wanted->name, tasks);
    if (node == NULL || !coop_plan_append(&plan->present, plan->node_count - 1)) {
        return coop_plan_out_of_memory(plan);
    }
    node->item = wanted->item;
    node->path = wanted->path;
    node->access_count = wanted->access_count;
    memcpy(node->accesses, wanted->accesses, sizeof wanted->accesses);
    for (uint32_t i = 0; i < tasks; ++i) {
        if (!coop_plan_join_last(plan, is_by_block ? i : COOP_PLAN_NONE, tasks, node->first_task + i) ||
            !coop_plan_join_borders(plan, node, node->first_task + i)) {
            return coop_plan_out_of_memory(plan);
        }
    }
    note_reads(plan, node, plan->node_count - 1);
    note_writes(plan, node, plan->node_count - 1);
    return COOP_OK;
}

coop_status coop_plan_add(struct coop_plan *plan, enum coop_plan_kind kind, const char *name, uint32_t item,
                          enum coop_plan_where where, const struct coop_plan_access *accesses,
                          uint32_t access_count)
{
    struct coop_plan_node wanted = {.kind = kind, .item = item, .access_count = access_count};
    coop_status status = check_node(plan, name, accesses, access_count);

    if (status != COOP_OK) {
        return status;
    }
    if (where != COOP_PLAN_BESIDE) {
        coop_plan_begin_level(plan);
    }
    snprintf(wanted.name, sizeof wanted.name, "%s%s", plan->prefix, name);
    for (uint32_t i = 0; i < access_count; ++i) {
        wanted.accesses[i] = accesses[i];
    }
    status = place_node(plan, &wanted, where == COOP_PLAN_THEN_BY_BLOCK);
    return status == COOP_OK ? coop_plan_note(plan,
                                              &(struct coop_plan_word){.verb = COOP_PLAN_ADD,
                                                                       .kind = kind,
                                                                       .where = where,
                                                                       .items = {item},
                                                                       .access_count = access_count},
                                              name, accesses)
                             : status;
}

coop_status coop_plan_reduce(struct coop_plan *plan, const char *name, const uint32_t items[2],
                             enum coop_plan_where where, uint32_t tensor, uint32_t scalar)
{
    const struct coop_plan_access accesses[] = {{tensor, COOP_PLAN_READS}, {scalar, COOP_PLAN_WRITES}};
    struct coop_plan_node pieces = {
        .path = sizeof "pieces of " - 1, .kind = COOP_PLAN_PIECES, .item = items[0], .access_count = 1};
    struct coop_plan_node all = {.kind = COOP_PLAN_COMBINE, .item = items[1], .access_count = 1};
    coop_status status = check_node(plan, name, accesses, 2);

    if (status != COOP_OK) {
        return status;
    }
    if (where != COOP_PLAN_BESIDE) {
        coop_plan_begin_level(plan);
    }
    snprintf(pieces.name, sizeof pieces.name, "pieces of %s%s", plan->prefix, name);
    snprintf(all.name, sizeof all.name, "%s%s", plan->prefix, name);
    pieces.accesses[0] = accesses[0];
    all.accesses[0] = accesses[1];
    status = place_node(plan, &pieces, where == COOP_PLAN_THEN_BY_BLOCK);
    if (status == COOP_OK) {
        status = place_node(plan, &all, 0);
    }
    if (status == COOP_OK && !coop_plan_join_node(plan, plan->node_count - 2, COOP_PLAN_NONE, 0,
                                                  plan->nodes[plan->node_count - 1].first_task)) {
        status = coop_plan_out_of_memory(plan);
    }
    return status == COOP_OK ? coop_plan_note(plan,
                                              &(struct coop_plan_word){.verb = COOP_PLAN_REDUCE,
                                                                       .where = where,
                                                                       .access_count = 2,
                                                                       .items = {items[0], items[1]}},
                                              name, accesses)
                             : status;
}

coop_status coop_plan_swap(struct coop_plan *plan, uint32_t left, uint32_t right)
{
    const struct coop_plan_access both[] = {{left, 0}, {right, 0}};
    uint32_t storage = plan->names[left];

    if (!is_cut_alike(&plan->storages[left], &plan->storages[right])) {
        return coop_plan_refuse(plan, COOP_INVALID_ARGUMENT,
                                "tensors that are cut differently are not swapped");
    }
    plan->names[left] = plan->names[right];
    plan->names[right] = storage;
    return coop_plan_note(plan, &(struct coop_plan_word){.verb = COOP_PLAN_SWAP, .access_count = 2}, "",
                          both);
}

coop_status coop_plan_edge(struct coop_plan *plan, const char *before, const char *after)
{
    struct coop_plan_word word = {.verb = COOP_PLAN_EDGE};
    uint32_t from = coop_plan_find(plan, before, 0);
    uint32_t first = coop_plan_find(plan, after, 0);

    if (from == COOP_PLAN_NONE || first == COOP_PLAN_NONE) {
        return coop_plan_refuse(plan, COOP_INVALID_ARGUMENT, "there is no node '%.60s'",
                                from == COOP_PLAN_NONE ? before : after);
    }
    for (; from != COOP_PLAN_NONE; from = coop_plan_find(plan, before, from + 1)) {
        for (uint32_t to = first; to != COOP_PLAN_NONE; to = coop_plan_find(plan, after, to + 1)) {
            for (uint32_t i = 0; i < plan->nodes[to].task_count; ++i) {
                if (!coop_plan_join_node(plan, from, COOP_PLAN_NONE, 0, plan->nodes[to].first_task + i)) {
                    return coop_plan_out_of_memory(plan);
                }
            }
        }
    }
    snprintf(word.after, sizeof word.after, "%s", after);
    return coop_plan_note(plan, &word, before, NULL);
}
