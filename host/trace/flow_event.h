/* The numbers in events of flow graphs (shared/trace.h).
 *
 * Stands on: shared/trace.h, shared/item.h's bounds. */
#ifndef COOP_HOST_TRACE_FLOW_EVENT_H
#define COOP_HOST_TRACE_FLOW_EVENT_H

#include "coop/shared/trace.h"

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
