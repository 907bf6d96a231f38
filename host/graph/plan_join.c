#include "host/graph/plan_join.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

coop_status coop_plan_refuse(struct coop_plan *plan, coop_status status, const char *message, ...)
{
    va_list arguments;

    va_start(arguments, message);
    vsnprintf(plan->message, sizeof plan->message, message, arguments);
    va_end(arguments);
    return status;
}

coop_status coop_plan_out_of_memory(struct coop_plan *plan)
{
    return coop_plan_refuse(plan, COOP_OUT_OF_MEMORY, "the host has no memory left for a graph");
}

int coop_plan_grow(void *items, uint32_t count, size_t bytes)
{
    void *more;

    if ((count & (count - 1)) != 0) { /* there is room up to the next power of two */
        return 1;
    }
    memcpy(&more, items, sizeof more);
    more = realloc(more, (count == 0 ? 1 : 2 * (size_t)count) * bytes);
    if (more != NULL) {
        memcpy(items, &more, sizeof more);
    }
    return more != NULL;
}

int coop_plan_append(struct coop_plan_list *list, uint32_t item)
{
    if (!coop_plan_grow(&list->items, list->count, sizeof *list->items)) {
        return 0;
    }
    list->items[list->count++] = item;
    return 1;
}

int coop_plan_join(struct coop_plan *plan, uint32_t before, uint32_t after)
{
    struct coop_plan_task *task = &plan->tasks[after];

    for (uint32_t i = 0; i < task->before_count; ++i) {
        if (task->before[i] == before) {
            return 1;
        }
    }
    if (!coop_plan_grow(&task->before, task->before_count, sizeof *task->before)) {
        return 0;
    }
    task->before[task->before_count++] = before;
    return 1;
}

int coop_plan_join_node(struct coop_plan *plan, uint32_t node, uint32_t block, uint32_t block_count,
                        uint32_t after)
{
    const struct coop_plan_node *from = &plan->nodes[node];
    int is_by_block =
        block != COOP_PLAN_NONE && from->task_count == block_count && from->kind != COOP_PLAN_HOST;
    uint32_t first = from->first_task + (is_by_block ? block : 0);
    uint32_t count = is_by_block ? 1 : from->task_count;

    for (uint32_t i = 0; i < count; ++i) {
        if (!coop_plan_join(plan, first + i, after)) {
            return 0;
        }
    }
    return 1;
}

int coop_plan_join_last(struct coop_plan *plan, uint32_t block, uint32_t block_count, uint32_t after)
{
    for (uint32_t i = 0; i < plan->last.count; ++i) {
        if (!coop_plan_join_node(plan, plan->last.items[i], block, block_count, after)) {
            return 0;
        }
    }
    return 1;
}

struct coop_plan_node *coop_plan_make_node(struct coop_plan *plan, enum coop_plan_kind kind, const char *name,
                                           uint32_t task_count)
{
    struct coop_plan_node *node;

    if (!coop_plan_grow(&plan->nodes, plan->node_count, sizeof *plan->nodes)) {
        return NULL;
    }
    node = &plan->nodes[plan->node_count];
    memset(node, 0, sizeof *node);
    snprintf(node->name, sizeof node->name, "%s", name);
    node->kind = kind;
    node->first_task = plan->task_count;
    node->task_count = task_count;
    for (uint32_t i = 0; i < task_count; ++i) {
        if (!coop_plan_grow(&plan->tasks, plan->task_count, sizeof *plan->tasks)) {
            return NULL;
        }
        plan->tasks[plan->task_count++] = (struct coop_plan_task){.node = plan->node_count, .block = i};
    }
    plan->node_count++;
    return node;
}

void coop_plan_begin_level(struct coop_plan *plan)
{
    struct coop_plan_list old = plan->last;

    if (plan->present.count > 0) { /* an empty level is none */
        plan->last = plan->present;
        plan->present = old;
        plan->present.count = 0;
        plan->has_begun = 1;
        plan->is_behind_all = 0;
    }
}

coop_status coop_plan_note(struct coop_plan *plan, const struct coop_plan_word *word, const char *name,
                           const struct coop_plan_access *accesses)
{
    struct coop_plan_word *kept;

    if (!coop_plan_grow(&plan->words, plan->word_count, sizeof *plan->words)) {
        return coop_plan_out_of_memory(plan);
    }
    kept = &plan->words[plan->word_count++];
    *kept = *word;
    snprintf(kept->name, sizeof kept->name, "%s", name);
    for (uint32_t i = 0; i < word->access_count; ++i) {
        kept->accesses[i] = accesses[i];
    }
    return COOP_OK;
}

/* Borders and pieces are those of a part, but do not bear the name of their node. */
static int means(const struct coop_plan_node *node, const char *path)
{
    const char *own = node->name + node->path;
    size_t length = strlen(path);

    return strcmp(node->name, path) == 0 || (strncmp(own, path, length) == 0 && own[length] == '/');
}

uint32_t coop_plan_find(const struct coop_plan *plan, const char *name, uint32_t first)
{
    char path[2 * COOP_PLAN_PATH_BYTES + 16];
    uint32_t i = first;

    if (snprintf(path, sizeof path, "%s%s", plan->prefix, name) >= (int)sizeof path) {
        return COOP_PLAN_NONE;
    }
    while (i < plan->node_count && !means(&plan->nodes[i], path)) {
        ++i;
    }
    return i < plan->node_count ? i : COOP_PLAN_NONE;
}

coop_status coop_plan_check_name(struct coop_plan *plan, const char *name)
{
    size_t length = strlen(plan->prefix) + strlen(name);

    if (name[0] == '\0' || strlen(name) > COOP_PLAN_NAME_MAX ||
        coop_plan_find(plan, name, 0) != COOP_PLAN_NONE) {
        return coop_plan_refuse(plan, COOP_INVALID_ARGUMENT,
                                "a node's name has 1 to %u bytes and is its own; '%.60s' is not",
                                COOP_PLAN_NAME_MAX, name);
    }
    plan->longest = length > plan->longest ? length : plan->longest;
    return COOP_OK;
}
