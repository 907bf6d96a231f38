#include "host/graph/plan_part.h"

#include "host/graph/plan.h"
#include "host/graph/plan_join.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int copy_list(struct coop_plan_list *to, const struct coop_plan_list *from)
{
    *to = (struct coop_plan_list){.items = NULL};
    for (uint32_t i = 0; i < from->count; ++i) {
        if (!coop_plan_append(to, from->items[i])) {
            return 0;
        }
    }
    return 1;
}

/* Its first level is behind the level before, and nothing stands on it yet. */
static coop_status enter(struct coop_plan *plan, const char *name, enum coop_plan_where where,
                         int is_behind_all)
{
    size_t length = strlen(plan->prefix);
    struct coop_plan_list last;

    if (where != COOP_PLAN_BESIDE) {
        coop_plan_begin_level(plan);
    }
    if (!coop_plan_grow(&plan->frames, plan->frame_count, sizeof *plan->frames)) {
        return coop_plan_out_of_memory(plan);
    }
    if (!copy_list(&last, &plan->last)) {
        free(last.items);
        return coop_plan_out_of_memory(plan);
    }
    plan->frames[plan->frame_count++] =
        (struct coop_plan_frame){plan->last, plan->present, length, plan->is_behind_all, plan->has_begun};
    plan->last = last;
    plan->present = (struct coop_plan_list){.items = NULL};
    plan->is_behind_all |= is_behind_all;
    plan->has_begun = 0;
    snprintf(plan->prefix + length, sizeof plan->prefix - length, "%s/", name);
    return coop_plan_note(
        plan,
        &(struct coop_plan_word){.verb = COOP_PLAN_ENTER, .where = where, .is_behind_all = is_behind_all},
        name, NULL);
}

/* Its last level is on the level on which it stands. A level that has begun may still be empty. */
static coop_status leave(struct coop_plan *plan)
{
    struct coop_plan_frame frame = plan->frames[--plan->frame_count];
    struct coop_plan_list own[2] = {plan->last, plan->present};
    const struct coop_plan_list *end = own[1].count == 0 && plan->has_begun ? &own[0] : &own[1];
    int is_good = 1;

    plan->last = frame.last;
    plan->present = frame.present;
    plan->is_behind_all = frame.is_behind_all;
    plan->has_begun = frame.has_begun;
    plan->prefix[frame.prefix_length] = '\0';
    for (uint32_t i = 0; i < end->count && is_good; ++i) {
        is_good = coop_plan_append(&plan->present, end->items[i]);
    }
    free(own[0].items);
    free(own[1].items);
    return is_good ? coop_plan_note(plan, &(struct coop_plan_word){.verb = COOP_PLAN_LEAVE}, "", NULL)
                   : coop_plan_out_of_memory(plan);
}

static coop_status say(struct coop_plan *plan, const struct coop_plan_word *word, const uint32_t *numbers,
                       uint32_t first_item)
{
    struct coop_plan_access accesses[COOP_PLAN_ACCESSES];
    const uint32_t items[2] = {word->items[0] + first_item, word->items[1] + first_item};

    for (uint32_t i = 0; i < word->access_count; ++i) {
        accesses[i] = (struct coop_plan_access){numbers[word->accesses[i].storage], word->accesses[i].how};
    }
    switch (word->verb) {
    case COOP_PLAN_ADD:
        return coop_plan_add(plan, word->kind, word->name, items[0], word->where, accesses,
                             word->access_count);
    case COOP_PLAN_REDUCE:
        return coop_plan_reduce(plan, word->name, items, word->where, accesses[0].storage,
                                accesses[1].storage);
    case COOP_PLAN_SWAP:
        return coop_plan_swap(plan, accesses[0].storage, accesses[1].storage);
    case COOP_PLAN_EDGE:
        return coop_plan_edge(plan, word->name, word->after);
    case COOP_PLAN_ENTER:
        return enter(plan, word->name, word->where, word->is_behind_all);
    default:
        return leave(plan);
    }
}

static coop_status say_all(struct coop_plan *plan, const struct coop_plan *part, const uint32_t *numbers,
                           uint32_t first_item)
{
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < part->word_count && status == COOP_OK; ++i) {
        status = say(plan, &part->words[i], numbers, first_item);
    }
    return status;
}

/* Of the longest path that a node of the part would have. */
static size_t longest_path(const struct coop_plan *plan, const char *name, const struct coop_plan *part)
{
    return strlen(plan->prefix) + strlen(name) + part->longest + sizeof "//256/" - 1;
}

coop_status coop_plan_check_part(struct coop_plan *plan, const char *name, const struct coop_plan *part)
{
    size_t length = longest_path(plan, name, part);
    coop_status status = coop_plan_check_name(plan, name);

    if (status == COOP_OK && length >= COOP_PLAN_PATH_BYTES) {
        status = coop_plan_refuse(plan, COOP_INVALID_ARGUMENT,
                                  "the nodes of '%.60s' would have names of %llu bytes, and %u is the most; "
                                  "give graphs and nodes shorter names",
                                  name, (unsigned long long)length, COOP_PLAN_PATH_BYTES - 1);
    }
    return status;
}

coop_status coop_plan_part(struct coop_plan *plan, const char *name, enum coop_plan_where where,
                           const struct coop_plan *part, uint32_t times, const uint32_t *numbers,
                           uint32_t first_item)
{
    size_t length = longest_path(plan, name, part);
    coop_status status = coop_plan_check_part(plan, name, part);

    if (status == COOP_OK) {
        plan->longest = length > plan->longest ? length : plan->longest;
        status = enter(plan, name, where, 0);
    }
    for (uint32_t i = 0; i < times && times > 1 && status == COOP_OK; ++i) {
        char number[16];

        snprintf(number, sizeof number, "%u", i + 1);
        status = enter(plan, number, COOP_PLAN_THEN, i > 0);
        status = status == COOP_OK ? say_all(plan, part, numbers, first_item) : status;
        status = status == COOP_OK ? leave(plan) : status;
    }
    if (times == 1 && status == COOP_OK) {
        status = say_all(plan, part, numbers, first_item);
    }
    return status == COOP_OK ? leave(plan) : status;
}
