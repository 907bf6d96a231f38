/* What must hold among the lives of a launch (S1, S3 to S6), once each of them has been run.
 *
 * Numbers of records are drawn from one counter of the launch, so that they are an order of time: what
 * happens before something else has the smaller number. A primitive happens between the record before it and
 * the next one. */
#include "replay_state.h"

#include <stdlib.h>

static void check_statistics(struct replay *r)
{
    const struct coop_launch_stats *stats = &r->evidence->stats;
    uint32_t kills = 0;
    uint32_t barrier_kills = 0;
    uint32_t forks = 0;
    uint32_t barrier_forks = 0;
    uint32_t barriers = 0;
    uint32_t roots = 0;

    for (uint32_t i = 0; i < r->event_count; i++) {
        const struct event *event = &r->events[i];
        kills += event->node->kind == N_OFFER && event->next_number == UNKNOWN;
        barrier_kills += event->node->kind == N_RESIZING_BARRIER && event->next_number == UNKNOWN;
        forks += event->node->kind == N_FORK ? event->joiners : 0;
        barrier_forks += event->node->kind == N_RESIZING_BARRIER ? event->joiners : 0;
        if ((event->node->kind == N_GLOBAL_BARRIER || event->node->kind == N_RESIZING_BARRIER) &&
            event->epoch + 1 > barriers) {
            barriers = event->epoch + 1;
        }
    }
    for (uint32_t i = 0; i < r->life_count; i++) {
        roots += r->lives[i].birth == UNKNOWN;
    }
    if (kills != stats->kills || barrier_kills != stats->barrier_kills || forks != stats->forks ||
        barrier_forks != stats->barrier_forks || barriers != stats->barriers ||
        roots != stats->groups_at_start) {
        replay_fail(r,
                    "the statistics say %u kills, %u at barriers, %u forks, %u at barriers, %u barriers, %u "
                    "at the start; "
                    "the records %u, %u, %u, %u, %u, %u",
                    stats->kills, stats->barrier_kills, stats->forks, stats->barrier_forks,
                    (unsigned)stats->barriers, stats->groups_at_start, kills, barrier_kills, forks,
                    barrier_forks, barriers, roots);
    }
}

/* 1 <= M <= N, and everybody who lives is below M. */
static void check_bounds(struct replay *r)
{
    uint32_t limit = r->evidence->limit;

    for (uint32_t i = 0; i < r->event_count; i++) {
        const struct event *event = &r->events[i];
        uint32_t after = event->groups_after == UNKNOWN ? event->groups_before : event->groups_after;
        if (event->groups_before <= event->group || event->groups_before > limit || after > limit ||
            after <= event->group) {
            replay_fail(r, "record %u: work-group %u sees M as %u, then as %u; the limit is %u",
                        event->node->first, event->group, event->groups_before, after, limit);
        }
        if (event->group == 0 && event->next_number == UNKNOWN) {
            replay_fail(r, "record %u: work-group 0 was killed", event->node->first);
        }
    }
    for (uint32_t i = 0; i < r->life_count; i++) {
        if (r->lives[i].first_groups <= r->lives[i].group || r->lives[i].first_groups > limit) {
            replay_fail(r, "work-group %u begins where M is %u; the limit is %u", r->lives[i].group,
                        r->lives[i].first_groups, limit);
        }
    }
}

/* Joining work-groups have the ids below the new M, without gaps, and learn the M that the forker did. */
static void check_forks(struct replay *r)
{
    for (uint32_t i = 0; i < r->event_count; i++) {
        const struct event *event = &r->events[i];
        uint32_t k = event->joiners;
        if (k == 0) {
            continue;
        }
        if (event->node->kind == N_RESIZING_BARRIER && event->group != 0) {
            replay_fail(r, "record %u: joining work-groups have the values of work-group %u instead of 0",
                        event->node->first, event->group);
        }
        if (event->joiners_first + k != event->groups_after ||
            event->joiners_sum != k * event->joiners_first + k * (k - 1) / 2) {
            replay_fail(r,
                        "record %u of work-group %u: %u joining work-groups from %u on, and M is %u after it",
                        event->node->first, event->group, k, event->joiners_first, event->groups_after);
        }
    }
    for (uint32_t i = 0; i < r->life_count; i++) {
        const struct life *life = &r->lives[i];
        const struct event *from = life->birth == UNKNOWN ? NULL : &r->events[r->event_of[life->birth]];
        if (from == NULL) {
            if (life->first_groups != r->evidence->stats.groups_at_start) {
                replay_fail(r, "work-group %u starts where M is %u instead of %u", life->group,
                            life->first_groups, r->evidence->stats.groups_at_start);
            }
        } else if (life->first_groups != from->groups_after || life->first_number <= from->number) {
            replay_fail(r, "work-group %u begins at record %u where M is %u, and %u for the forker",
                        life->group, from->node->first, life->first_groups, from->groups_after);
        }
    }
}

/* What happened at one global barrier. */
struct barrier {
    const struct node *node;
    uint32_t arrived, sum, top;
    uint32_t last_arrival, first_departure;
    uint32_t after; /* M */
    uint32_t ended, lowest_ended, joiners;
};

static void check_barrier(struct replay *r, const struct barrier *b, uint32_t epoch)
{
    const char *word = b->node->kind == N_RESIZING_BARRIER ? "resizing" : "plain";

    if (b->top + 1 != b->arrived || b->sum != b->arrived * (b->arrived - 1) / 2) {
        replay_fail(r, "barrier %u (%s, record %u): %u work-groups, the highest is %u", epoch, word,
                    b->node->first, b->arrived, b->top);
    }
    if (b->last_arrival > b->first_departure) {
        replay_fail(r, "barrier %u (%s, record %u) was left before all had arrived", epoch, word,
                    b->node->first);
    }
    if (b->node->kind == N_GLOBAL_BARRIER && b->after != b->arrived) {
        replay_fail(r, "barrier %u (plain, record %u): %u arrived, and M is %u", epoch, b->node->first,
                    b->arrived, b->after);
    }
    if (b->arrived - b->ended + b->joiners != b->after || (b->ended > 0 && b->joiners > 0) ||
        (b->ended > 0 && b->lowest_ended != b->after)) {
        replay_fail(r, "barrier %u (%s, record %u): %u arrived, %u ended from %u on, %u began, and M is %u",
                    epoch, word, b->node->first, b->arrived, b->ended, b->lowest_ended, b->joiners, b->after);
    }
    if (r->program->is_plain_resizing && b->ended > 1) {
        replay_fail(r, "barrier %u (record %u) ended %u in a launch that allows one", epoch, b->node->first,
                    b->ended);
    }
}

static struct barrier *gather_barriers(struct replay *r, uint32_t *count)
{
    struct barrier *barriers = calloc(r->event_count + 1, sizeof *barriers);

    *count = 0;
    if (barriers == NULL) {
        abort();
    }
    for (uint32_t i = 0; i < r->event_count && !r->failed; i++) {
        const struct event *event = &r->events[i];
        struct barrier *b = &barriers[event->epoch < r->event_count ? event->epoch : 0];
        if (event->node->kind != N_GLOBAL_BARRIER && event->node->kind != N_RESIZING_BARRIER) {
            continue;
        }
        if (b->node == NULL) {
            *b = (struct barrier){
                .node = event->node, .first_departure = UNKNOWN, .after = UNKNOWN, .lowest_ended = UNKNOWN};
            *count = event->epoch + 1 > *count ? event->epoch + 1 : *count;
        }
        if (b->node != event->node) {
            replay_fail(r, "barrier %u: some are at record %u, others at %u", event->epoch, b->node->first,
                        event->node->first);
        }
        b->arrived++;
        b->sum += event->group;
        b->top = event->group > b->top ? event->group : b->top;
        b->last_arrival = event->number > b->last_arrival ? event->number : b->last_arrival;
        b->joiners += event->joiners;
        if (event->next_number == UNKNOWN) {
            b->ended++;
            b->lowest_ended = event->group < b->lowest_ended ? event->group : b->lowest_ended;
            continue;
        }
        b->first_departure =
            event->next_number < b->first_departure ? event->next_number : b->first_departure;
        if (b->after != UNKNOWN && b->after != event->groups_after) {
            replay_fail(r, "barrier %u (record %u): work-group %u sees M as %u, another as %u", event->epoch,
                        b->node->first, event->group, event->groups_after, b->after);
        }
        b->after = event->groups_after;
    }
    for (uint32_t i = 0; i < r->life_count; i++) {
        const struct life *life = &r->lives[i];
        const struct event *from = life->birth == UNKNOWN ? NULL : &r->events[r->event_of[life->birth]];
        if (from != NULL && from->node->kind == N_RESIZING_BARRIER && barriers[from->epoch].node != NULL &&
            life->first_number < barriers[from->epoch].first_departure) {
            barriers[from->epoch].first_departure = life->first_number;
        }
    }
    return barriers;
}

/* --- an order of the changes of M --- */

struct change {
    uint32_t from, to;
    uint32_t after, before; /* it happened between the records with these numbers */
};

struct order {
    struct change *changes;
    unsigned char *is_done;
    uint32_t count;
    uint32_t steps;
};

/* Can what is left be put in order, beginning at M = groups? */
static int can_order(struct order *o, uint32_t groups, uint32_t left)
{
    uint32_t deadline = UNKNOWN;

    if (left == 0 || o->steps++ > 200000) {
        return 1;
    }
    for (uint32_t i = 0; i < o->count; i++) {
        if (!o->is_done[i] && o->changes[i].before < deadline) {
            deadline = o->changes[i].before;
        }
    }
    for (uint32_t i = 0; i < o->count; i++) {
        const struct change *change = &o->changes[i];
        if (o->is_done[i] || change->from != groups || change->after >= deadline) {
            continue;
        }
        o->is_done[i] = 1;
        if (can_order(o, change->to, left - 1)) {
            return 1;
        }
        o->is_done[i] = 0;
    }
    return 0;
}

static void change_add(struct order *o, uint32_t from, uint32_t to, uint32_t after, uint32_t before)
{
    if (from != to) {
        o->changes[o->count++] = (struct change){from, to, after, before};
    }
}

/* When the next work-group with the id of a killed one begins. */
static uint32_t reborn(const struct replay *r, const struct event *event)
{
    for (uint32_t i = event->life + 1; i < r->life_count; i++) {
        if (r->lives[i].group == event->group) {
            return r->lives[i].first_number;
        }
    }
    return UNKNOWN;
}

static void check_order(struct replay *r, const struct barrier *barriers, uint32_t barrier_count)
{
    struct order o = {0};

    o.changes = calloc(r->event_count + barrier_count + 1, sizeof *o.changes);
    o.is_done = calloc(r->event_count + barrier_count + 1, 1);
    if (o.changes == NULL || o.is_done == NULL) {
        abort();
    }
    for (uint32_t i = 0; i < barrier_count; i++) {
        change_add(&o, barriers[i].arrived, barriers[i].after, barriers[i].last_arrival,
                   barriers[i].first_departure);
    }
    for (uint32_t i = 0; i < r->event_count; i++) {
        const struct event *event = &r->events[i];
        if (event->node->kind == N_FORK && event->joiners > 0) {
            change_add(&o, event->groups_after - event->joiners, event->groups_after, event->number,
                       event->next_number);
        } else if (event->node->kind == N_OFFER && event->next_number == UNKNOWN) {
            uint32_t before = reborn(r, event);
            if (event->epoch < barrier_count && barriers[event->epoch].first_departure < before) {
                before = barriers[event->epoch].first_departure;
            }
            change_add(&o, event->group + 1, event->group, event->number, before);
        }
    }
    if (o.count < 2000 && !can_order(&o, r->evidence->stats.groups_at_start, o.count)) {
        replay_fail(r, "M changed %u times, but in no order do the changes follow each other", o.count);
    }
    free(o.changes);
    free(o.is_done);
}

/* --- memory --- */

/* S5: what is read in an epoch is the last that was written in the epochs before it. */
static void check_reads(struct replay *r)
{
    uint32_t last[2 * LANES_MAX];
    uint32_t *previous = calloc(r->write_count + 1, sizeof *previous);

    if (previous == NULL) {
        abort();
    }
    for (uint32_t i = 0; i < 2 * LANES_MAX; i++) {
        last[i] = UNKNOWN;
    }
    for (uint32_t i = 0; i < r->write_count; i++) {
        previous[i] = last[r->writes[i].place];
        last[r->writes[i].place] = i;
    }
    for (uint32_t i = 0; i < r->read_count && !r->failed; i++) {
        const struct write *read = &r->reads[i];
        uint32_t found = last[read->place];
        uint32_t wanted;
        while (found != UNKNOWN && r->writes[found].epoch >= read->epoch) {
            found = previous[found];
        }
        wanted = found == UNKNOWN ? 0 : r->writes[found].value;
        if (wanted != read->value) {
            replay_fail(r, "after barrier %u, word %u is read as %#x instead of %#x", read->epoch,
                        read->place, read->value, wanted);
        }
    }
    free(previous);
}

static void check_ends(struct replay *r)
{
    uint32_t returned[GROUPS_MAX] = {0};
    uint32_t count = 0;

    for (uint32_t i = 0; i < r->life_count; i++) {
        if (r->lives[i].end_event == UNKNOWN) {
            returned[r->lives[i].group]++;
            count++;
        }
    }
    for (uint32_t group = 0; group < GROUPS_MAX; group++) {
        if (returned[group] != (group < count)) {
            replay_fail(r, "%u work-groups returned, %u of them with the id %u", count, returned[group],
                        group);
        }
    }
}

void check_world(struct replay *r)
{
    struct barrier *barriers;
    uint32_t count;

    if (r->failed) {
        return;
    }
    check_bounds(r);
    check_forks(r);
    check_ends(r);
    barriers = gather_barriers(r, &count);
    for (uint32_t i = 0; i < count && !r->failed; i++) {
        if (barriers[i].node == NULL) {
            replay_fail(r, "nobody was at barrier %u", i);
            break;
        }
        check_barrier(r, &barriers[i], i);
    }
    if (!r->failed) {
        check_order(r, barriers, count);
    }
    check_reads(r);
    check_statistics(r);
    if (r->drawn_count != r->evidence->log[1]) {
        replay_fail(r, "%u numbers were drawn, and %u recorded", r->evidence->log[1], r->drawn_count);
    }
    free(barriers);
}
