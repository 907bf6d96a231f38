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

/* The numbers in events of flow graphs (shared/trace.h).
 *
 * Stands on: shared/trace.h, shared/item.h's bounds. */

#define COOP_TRACE_CHANNELS 256u /* that an event can name */

/* Of a CHANNEL and a NAME the value has it, of others the word. */
static inline uint32_t coop_flow_event_channel(const struct coop_trace_event *event)
{
    return event->kind == COOP_TRACE_FLOW_CHANNEL || event->kind == COOP_TRACE_FLOW_NAME
               ? event->value & 0xffu
               : (uint32_t)event->word & 0xffu;
}

static inline uint32_t coop_flow_event_level(const struct coop_trace_event *event)
{
    return (uint32_t)(event->word >> 8) & 0xffu;
}

/* Of a SHARED and a TAKEN; of a chain the whole word is its first block. */
static inline uint32_t coop_flow_event_block(const struct coop_trace_event *event)
{
    return (uint32_t)(event->word >> 16);
}

/* Of a BATCH. */
static inline uint32_t coop_flow_event_items(const struct coop_trace_event *event)
{
    return event->value & 0xffffu;
}

static inline uint32_t coop_flow_event_kept(const struct coop_trace_event *event)
{
    return event->value >> 16;
}

static inline uint64_t coop_flow_event_ns(const struct coop_trace_event *event)
{
    return event->word >> 16;
}

/* Of a CHANNEL: what the host has pushed, in blocks and items; and the work-items of a work-group. */
static inline uint64_t coop_flow_event_first_blocks(const struct coop_trace_event *event)
{
    return event->word & 0xffffffu;
}

static inline uint64_t coop_flow_event_pushed(const struct coop_trace_event *event)
{
    return event->word >> 24;
}

/* Of an OPENED: closures taken, waits begun, and the units that they wait for. */
static inline uint32_t coop_flow_event_opened(const struct coop_trace_event *event)
{
    return event->value & 0xffffu;
}

static inline uint32_t coop_flow_event_waits(const struct coop_trace_event *event)
{
    return event->value >> 16;
}

/* Of a CLOSURES the roots, of an OPENED the units, of a RETURNED the last ones of a wait. */
static inline uint64_t coop_flow_event_rest(const struct coop_trace_event *event)
{
    return event->word >> 16;
}

static inline uint32_t coop_flow_event_work_items(const struct coop_trace_event *event)
{
    return event->value >> 16;
}

static inline int coop_flow_event_is_by_group(const struct coop_trace_event *event)
{
    return (event->value >> 8 & 0xffu) != 0;
}

#endif
