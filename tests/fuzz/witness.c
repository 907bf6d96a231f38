/* What the log says of a life: its records, and what the device chose at its primitives. */
#include "replay_state.h"

#include <stdlib.h>

/* Takes the next record of every work-item, which must be of `node`. `wanted` NULL: the value is whatever it
 * is. 0: the life cannot go on. */
static int take_record(struct replay *r, const struct node *node, const uint32_t *wanted,
                       struct record *taken)
{
    if (r->at >= replay_count(r, r->group)) {
        if (r->at >= r->evidence->room) {
            r->truncated = 1;
        } else {
            replay_fail(r, "work-group %u vanished before record %u", r->group, node->first);
        }
        return 0;
    }
    for (uint32_t i = 0; i < r->evidence->items; i++) {
        struct record record = replay_record(r, r->group, i, r->at);
        if (record.tag != node->first) {
            return replay_fail(r, "work-item %u of work-group %u is at record %u instead of %u", i, r->group,
                               record.tag, node->first);
        }
        if (record.who != r->values[V_WHO][0][i]) {
            return replay_fail(r, "record %u, work-item %u of work-group %u: fz_who is %u instead of %u",
                               node->first, i, r->group, record.who, r->values[V_WHO][0][i]);
        }
        if (record.groups != r->groups) {
            return replay_fail(
                r, "record %u, work-item %u of work-group %u: M is %u, and %u for item 0 or before",
                node->first, i, r->group, record.groups, r->groups);
        }
        if (wanted != NULL && record.value != wanted[i]) {
            return replay_fail(r, "record %u, work-item %u of work-group %u: the sum is %#x instead of %#x",
                               node->first, i, r->group, record.value, wanted[i]);
        }
        if (i > 0 && record.number != (0x80000000u | (r->group * r->evidence->items + i))) {
            return replay_fail(r, "record %u, work-item %u of work-group %u: it says it is %#x", node->first,
                               i, r->group, record.number);
        }
        taken[i] = record;
    }
    r->lives[r->life].last_number = taken[0].number;
    r->at++;
    r->coverage->records++;
    return 1;
}

int take_any(struct replay *r, const struct node *node, struct record *taken)
{
    return take_record(r, node, NULL, taken);
}

int take_sums(struct replay *r, const struct node *node, struct record *taken)
{
    uint32_t wanted[ITEMS_MAX];

    for (uint32_t i = 0; i < r->evidence->items; i++) {
        wanted[i] = 7;
        for (unsigned k = 0; k < node->sum_count; k++) {
            uint32_t y = eval(r, node->sums[k], i);
            wanted[i] = (wanted[i] ^ y) * 16777619u + (y >> 7);
        }
    }
    return take_record(r, node, wanted, taken);
}

/* What the variables of item 0 are at a fork point, for its joining work-groups. */
static uint32_t *transmitted(struct replay *r)
{
    uint32_t *values = calloc(VARS_MAX * CELLS_MAX, sizeof *values);

    for (unsigned v = 0; values != NULL && v < r->program->var_count; v++) {
        for (unsigned c = 0; c < types[r->program->vars[v].type].cells; c++) {
            values[v * CELLS_MAX + c] = r->values[v][c][0];
        }
    }
    return values;
}

void pass(struct replay *r, const struct node *node)
{
    if (node->kind == N_GLOBAL_BARRIER || node->kind == N_RESIZING_BARRIER) {
        r->epoch++;
        for (uint32_t i = 0; i < r->evidence->items && r->program->has_epoch == 1; i++) {
            r->values[V_EPOCH][0][i]++;
        }
    }
}

int learn_groups(struct replay *r)
{
    if (r->at >= replay_count(r, r->group)) {
        return 0;
    }
    r->groups = replay_record(r, r->group, 0, r->at).groups;
    return 1;
}

int take_place(struct replay *r, const struct node *node, struct record *taken)
{
    if (!take_sums(r, node, taken)) {
        return 0;
    }
    if (r->event_count >= EVENTS_MAX || taken[0].number >= NUMBERS_MAX || r->at >= r->evidence->room) {
        r->truncated = 1;
        return 0;
    }
    for (uint32_t i = 0; i < r->evidence->items && is_fork_point(node->kind); i++) {
        r->values[V_WHO][0][i] = taken[i].number;
    }
    return 1;
}

enum flow primitive(struct replay *r, const struct node *node, uint32_t number)
{
    struct event *event = &r->events[r->event_count];
    struct record next;
    int goes_on;

    *event = (struct event){.node = node,
                            .life = r->life,
                            .group = r->group,
                            .epoch = r->epoch,
                            .number = number,
                            .next_number = UNKNOWN,
                            .groups_before = r->groups,
                            .groups_after = UNKNOWN,
                            .joiners_first = UNKNOWN};
    r->coverage->reached[node->first]++;
    if (is_fork_point(node->kind)) {
        event->transmitted = transmitted(r);
        r->event_of[number] = r->event_count;
    }
    r->event_count++;
    goes_on = learn_groups(r);
    if (goes_on) {
        next = replay_record(r, r->group, 0, r->at);
        goes_on = next.who == r->values[V_WHO][0][0];
    }
    if (!goes_on) {
        if (node->kind == N_FORK || node->kind == N_GLOBAL_BARRIER) {
            replay_fail(r, "work-group %u ended at record %u, where nothing ends", r->group, node->first);
        }
        r->coverage->ended[node->first]++;
        r->lives[r->life].end_event = r->event_count - 1;
        return ENDS;
    }
    event->next_number = next.number;
    event->groups_after = r->groups;
    pass(r, node);
    return GOES_ON;
}
