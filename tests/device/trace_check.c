#include "trace_check.h"

#include "coop/shared/limits.h"
#include "test.h"
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 64 };

/* What the events say of one launch. */
struct account {
    uint32_t seen;
    uint32_t started;
    uint32_t completed;
    uint32_t groups_at_start;
    uint32_t m_at_barriers; /* M as the resizing barriers have it, where nothing else changes it */
    uint32_t forked;
    uint32_t resizes_away[GROUPS];
    uint32_t resizes_in[GROUPS];
    uint32_t begins[GROUPS];
    uint32_t returns[GROUPS];
    uint32_t kills[GROUPS];
    uint32_t aways[GROUPS];
    uint64_t logical_groups;
    uint64_t last_scheduler_ns;
};

static int is_end(unsigned kind)
{
    return kind == COOP_TRACE_GROUP_RETURNS || kind == COOP_TRACE_GROUP_KILLED ||
           kind == COOP_TRACE_GROUP_RESIZED_AWAY;
}

static void note_resized(struct account *account, uint32_t after)
{
    for (uint32_t id = account->m_at_barriers; id < after && id < GROUPS; id++) {
        account->resizes_in[id]++;
    }
    for (uint32_t id = after; id < account->m_at_barriers && id < GROUPS; id++) {
        account->resizes_away[id]++;
    }
    account->m_at_barriers = after;
}

static void note_scheduler(struct account *account, const struct coop_trace_event *event)
{
    TEST_EQUAL(event->slot, 0);
    TEST_TRUE(event->time_ns >= account->last_scheduler_ns);
    account->last_scheduler_ns = event->time_ns;
    if (event->kind == COOP_TRACE_SEEN) {
        account->seen++;
    } else if (event->kind == COOP_TRACE_STARTED) {
        TEST_EQUAL(account->seen, 1);
        account->started++;
        account->groups_at_start = event->value;
        account->m_at_barriers = event->value;
    } else if (event->kind == COOP_TRACE_COMPLETED) {
        TEST_EQUAL(account->started, 1);
        TEST_EQUAL(event->value, 0);
        account->completed++;
    }
}

static void note(struct account *account, const struct coop_trace_event *event)
{
    uint32_t id = event->group_id < GROUPS ? event->group_id : GROUPS - 1;

    switch (event->kind) {
    case COOP_TRACE_GROUP_BEGINS:
        TEST_TRUE(event->value > event->group_id); /* M in its frame counts it */
        account->begins[id]++;
        break;
    case COOP_TRACE_GROUP_RETURNS:
        account->returns[id]++;
        account->logical_groups += event->value;
        break;
    case COOP_TRACE_GROUP_KILLED:
        TEST_TRUE(event->group_id > 0);
        TEST_TRUE(event->value <= event->group_id);
        account->kills[id]++;
        break;
    case COOP_TRACE_GROUP_RESIZED_AWAY:
        TEST_TRUE(event->group_id > 0);
        TEST_TRUE(event->value >= 1);
        account->aways[id]++;
        break;
    case COOP_TRACE_FORKED:
        account->forked += event->value;
        break;
    case COOP_TRACE_RESIZED:
        note_resized(account, event->value);
        break;
    default:
        note_scheduler(account, event);
        break;
    }
}

static void check_cooperative(const struct account *account)
{
    uint32_t returned = 0;
    uint32_t kills = 0;

    for (uint32_t id = 0; id < GROUPS; id++) {
        returned += account->returns[id];
        kills += account->kills[id];
    }
    TEST_AT_LEAST(returned, 1);
    for (uint32_t id = 0; id < GROUPS; id++) {
        TEST_EQUAL(account->begins[id], account->returns[id] + account->kills[id] + account->aways[id]);
        TEST_EQUAL(account->returns[id], id < returned);
        if (kills == 0 && account->forked == 0) { /* M changes at resizing barriers alone */
            TEST_EQUAL(account->begins[id], account->resizes_in[id] + (id < account->groups_at_start));
            TEST_EQUAL(account->aways[id], account->resizes_away[id]);
            TEST_EQUAL(returned, account->m_at_barriers);
        }
    }
}

static void check_regular(const struct account *account)
{
    for (uint32_t id = 0; id < GROUPS; id++) {
        TEST_EQUAL(account->begins[id], id < account->groups_at_start);
        TEST_EQUAL(account->returns[id], account->begins[id]);
    }
    TEST_AT_LEAST(account->logical_groups, 1);
}

/* On each slot, work-groups begin and end in turn. */
static void check_slots(const struct coop_trace *trace)
{
    const struct coop_trace_event **on = calloc(trace->slot_count, sizeof *on);

    for (size_t i = 0; i < trace->event_count; i++) {
        const struct coop_trace_event *event = &trace->events[i];
        if (!TEST_TRUE(event->slot < trace->slot_count)) {
            break;
        }
        if (event->kind == COOP_TRACE_GROUP_BEGINS) {
            TEST_TRUE(event->slot > 0);
            TEST_TRUE(on[event->slot] == NULL);
            on[event->slot] = event;
        } else if (is_end(event->kind)) {
            const struct coop_trace_event *begun = on[event->slot];
            TEST_TRUE(begun != NULL && begun->launch == event->launch && begun->group_id == event->group_id);
            on[event->slot] = NULL;
        }
    }
    for (uint32_t slot = 0; slot < trace->slot_count; slot++) {
        TEST_TRUE(on[slot] == NULL);
    }
    free(on);
}

void trace_check(const struct coop_trace *trace)
{
    struct account *accounts = calloc(trace->launch_count + 1, sizeof *accounts);

    TEST_AT_LEAST(trace->event_count, 1);
    if (trace->events_lost >
        0) { /* a storm outran the buffer: what is missing cannot be told from what is wrong */
        TEST_NOTE("%llu events found no room; the trace is not checked",
                  (unsigned long long)trace->events_lost);
        free(accounts);
        return;
    }
    check_slots(trace);
    for (size_t i = 0; i < trace->event_count; i++) {
        if (TEST_TRUE(trace->events[i].launch >= 1 && trace->events[i].launch <= trace->launch_count)) {
            note(&accounts[trace->events[i].launch], &trace->events[i]);
        }
    }
    for (size_t i = 0; i < trace->launch_count; i++) {
        const struct account *account = &accounts[i + 1];
        int before = test_failures();
        TEST_EQUAL(trace->launches[i].sequence, i + 1);
        TEST_EQUAL(account->seen, 1);
        TEST_EQUAL(account->started, 1);
        TEST_EQUAL(account->completed, 1);
        TEST_AT_MOST(account->groups_at_start, trace->launches[i].groups);
        (trace->launches[i].is_cooperative ? check_cooperative : check_regular)(account);
        if (test_failures() != before) {
            TEST_NOTE("  launch %zu, %s", i + 1, trace->launches[i].kernel);
            break;
        }
    }
    free(accounts);
}
