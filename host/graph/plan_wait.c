#include "host/graph/plan_wait.h"

#include "host/graph/plan_border.h"
#include "host/graph/plan_join.h"
#include <stdlib.h>

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
