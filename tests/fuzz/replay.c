/* Takes the records of a launch apart into lives, runs each, and checks what must hold among them. */
#include "replay_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int replay_fail(struct replay *r, const char *format, ...)
{
    va_list arguments;

    if (!r->failed) {
        va_start(arguments, format);
        vsnprintf(r->message, r->capacity, format, arguments);
        va_end(arguments);
    }
    r->failed = 1;
    return 0;
}

uint32_t replay_count(const struct replay *r, uint32_t group)
{
    uint32_t count = r->evidence->log[16 + group * r->evidence->items];

    return count < r->evidence->room ? count : r->evidence->room;
}

struct record replay_record(const struct replay *r, uint32_t group, uint32_t item, uint32_t at)
{
    uint32_t lane = group * r->evidence->items + item;
    struct record record;

    memcpy(&record, r->evidence->log + LOG_HEAD + ((size_t)lane * r->evidence->room + at) * RECORD_WORDS,
           sizeof record);
    return record;
}

/* Begins and runs the next life of a work-group's id, if where it comes from is known yet. */
static int next_life(struct replay *r, uint32_t group, uint32_t at)
{
    struct record first = replay_record(r, group, 0, at);
    int is_root = at == 0 && first.tag == r->program->root->kid_first->first && first.who == 0;
    struct life *life = &r->lives[r->life_count];
    struct event *from = NULL;

    if (!is_root) {
        if (first.who >= NUMBERS_MAX || r->event_of[first.who] == UNKNOWN) {
            return 0;
        }
        from = &r->events[r->event_of[first.who]];
        from->joiners++;
        from->joiners_sum += group;
        from->joiners_first = group < from->joiners_first ? group : from->joiners_first;
        r->coverage->began[from->node->first]++;
    }
    if (r->life_count >= LIVES_MAX) {
        r->truncated = 1;
        return 0;
    }
    *life = (struct life){.group = group,
                          .birth = is_root ? UNKNOWN : first.who,
                          .first_number = first.number,
                          .end_event = UNKNOWN};
    r->life = r->life_count++;
    r->coverage->lives++;
    r->group = group;
    r->at = at;
    interpret_life(r);
    return 1;
}

static void run_lives(struct replay *r)
{
    uint32_t at[GROUPS_MAX] = {0};
    int progress = 1;

    while (progress && !r->failed && !r->truncated) {
        progress = 0;
        for (uint32_t group = 0; group < GROUPS_MAX && !r->failed && !r->truncated; group++) {
            if (at[group] < replay_count(r, group) && next_life(r, group, at[group])) {
                at[group] = r->at;
                progress = 1;
            }
        }
    }
    for (uint32_t group = 0; group < GROUPS_MAX && !r->failed && !r->truncated; group++) {
        if (at[group] < replay_count(r, group)) {
            struct record record = replay_record(r, group, 0, at[group]);
            replay_fail(r, "work-group %u begins at record %u, but nobody has brought it in: fz_who is %u",
                        group, record.tag, record.who);
        }
    }
}

static void check_lanes(struct replay *r)
{
    uint32_t items = r->evidence->items;

    for (uint32_t lane = 0; lane < GROUPS_MAX * items; lane++) {
        uint32_t first = r->evidence->log[16 + lane / items * items];
        if (r->evidence->log[16 + lane] != first) {
            replay_fail(r, "work-item %u of work-group %u made %u records, and item 0 %u", lane % items,
                        lane / items, r->evidence->log[16 + lane], first);
        }
    }
}

int replay(const struct evidence *evidence, struct coverage *coverage, char *message, unsigned capacity)
{
    struct replay *r = calloc(1, sizeof *r);
    int holds;

    if (r == NULL) {
        abort();
    }
    r->evidence = evidence;
    r->program = evidence->program;
    r->coverage = coverage;
    r->message = message;
    r->capacity = capacity;
    r->events = calloc(EVENTS_MAX, sizeof *r->events);
    r->event_of = malloc(NUMBERS_MAX * sizeof *r->event_of);
    r->lives = calloc(LIVES_MAX, sizeof *r->lives);
    r->writes = malloc(EVENTS_MAX * 16 * sizeof *r->writes);
    r->reads = malloc(EVENTS_MAX * 16 * sizeof *r->reads);
    r->drawn = calloc(NUMBERS_MAX, 1);
    if (r->events == NULL || r->event_of == NULL || r->lives == NULL || r->writes == NULL ||
        r->reads == NULL || r->drawn == NULL) {
        abort();
    }
    memset(r->event_of, 0xff, NUMBERS_MAX * sizeof *r->event_of);
    run_lives(r);
    if (r->truncated && !r->failed) {
        coverage->truncated++;
    } else {
        check_lanes(r);
        check_world(r);
    }
    holds = !r->failed;
    for (uint32_t i = 0; i < r->event_count; i++) {
        free(r->events[i].transmitted);
    }
    free(r->events);
    free(r->event_of);
    free(r->lives);
    free(r->writes);
    free(r->reads);
    free(r->drawn);
    free(r);
    return holds;
}
