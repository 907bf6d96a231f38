/* What is known of each kind of event: the columns of the list in shared/trace.h.
 *
 * Stands on: shared/trace.h. */
#ifndef COOP_HOST_TRACE_KIND_H
#define COOP_HOST_TRACE_KIND_H

#include "coop/shared/trace.h"

enum coop_trace_writer { COOP_WRITER_SCHEDULER, COOP_WRITER_WORKER };
enum coop_trace_recorded { COOP_RECORDED_ALWAYS, COOP_RECORDED_WITH_BARRIERS, COOP_RECORDED_WITH_FLOW };
enum coop_trace_about { COOP_ABOUT_NOBODY, COOP_ABOUT_GROUP, COOP_ABOUT_TARGET };
enum coop_trace_word { COOP_WORD_NONE, COOP_WORD_POOL, COOP_WORD_RELEASE, COOP_WORD_PHASE, COOP_WORD_FLOW };
enum coop_trace_active {
    COOP_ACTIVE_KEEPS,
    COOP_ACTIVE_IS_VALUE,
    COOP_ACTIVE_GROWS_BY_VALUE,
    COOP_ACTIVE_ENDS
};
enum coop_trace_life { COOP_LIFE_GOES_ON, COOP_LIFE_BEGINS, COOP_LIFE_RETURNS, COOP_LIFE_GIVES_UP };
enum coop_trace_part { COOP_PART_NONE, COOP_PART_STEP, COOP_PART_SIGHT, COOP_PART_EITHER, COOP_PART_SUM };

struct coop_trace_kind_facts {
    const char *name; /* NULL: there is no such kind */
    enum coop_trace_writer writer;
    enum coop_trace_recorded recorded;
    enum coop_trace_about about;
    enum coop_trace_word word;
    enum coop_trace_active active;
    enum coop_trace_life life;
    enum coop_trace_part part; /* for the checker */
};

/* Never NULL: a number that is no kind has all fields 0. */
const struct coop_trace_kind_facts *coop_trace_kind_get(unsigned kind);

/* Whether the slot's work-group ends. */
static inline int coop_trace_ends_group(unsigned kind)
{
    enum coop_trace_life life = coop_trace_kind_get(kind)->life;

    return life == COOP_LIFE_RETURNS || life == COOP_LIFE_GIVES_UP;
}

/* Follows M of an instance through its events; 1 when this event tells it. */
static inline int coop_trace_follow_active(const struct coop_trace_event *event, uint32_t *active)
{
    switch (coop_trace_kind_get(event->kind)->active) {
    case COOP_ACTIVE_IS_VALUE:
        *active = event->value;
        return 1;
    case COOP_ACTIVE_GROWS_BY_VALUE:
        *active += event->value;
        return 1;
    case COOP_ACTIVE_ENDS:
        *active = 0;
        return 1;
    default:
        return 0;
    }
}

#endif
