/* Trace events: what happened to which work-group, and when. Written by leaders, read by the host after the run.
 *
 * Stands on: types.h. A buffer of `capacity` events follows the slots in device memory; `cursor` counts all events that
 * were offered, so cursor > capacity means that the last ones are missing. */
#ifndef COOP_SHARED_TRACE_H
#define COOP_SHARED_TRACE_H

#include "coop/shared/types.h"

/* X(name, number, what group_id and value mean) */
#define COOP_TRACE_LIST(X)                                                                                   \
    X(SEEN, 1, "scheduler took a posting; value: groups wanted")                                             \
    X(STARTED, 2, "scheduler started an instance; value: its work-groups")                                   \
    X(GROUP_BEGINS, 3, "a work-group begins; value: M in its frame")                                         \
    X(GROUP_RETURNS, 4, "a work-group ends by returning; value: logical groups that it ran, 0 cooperative")  \
    X(GROUP_KILLED, 5, "a work-group ends at offer_kill; value: M after it")                                 \
    X(GROUP_RESIZED_AWAY, 6, "a work-group ends at a resizing barrier; value: M after it")                   \
    X(KILL_WANTED, 7, "scheduler asks for kills; group_id: target; value: kills")                            \
    X(FORK_GRANTED, 8, "scheduler grants forks; group_id: target; value: grant")                             \
    X(FORKED, 9, "a work-group took a grant; value: new work-groups")                                        \
    X(RESIZED, 10, "a resizing barrier changed M; group_id: completer; value: M after it")                   \
    X(COMPLETED, 11, "scheduler saw an instance complete; value: 1 when it was cut short")

#define COOP_TRACE_ENUM(name, number, meaning) COOP_TRACE_##name = number,
enum coop_trace_kind { COOP_TRACE_LIST(COOP_TRACE_ENUM) COOP_TRACE_KIND_END };
#undef COOP_TRACE_ENUM

struct coop_trace_event {
    coop_u64 time_ns; /* device clock */
    coop_u32 launch;  /* sequence number of the instance */
    coop_u32 group_id;
    coop_u32 value;
    coop_u16 kind; /* enum coop_trace_kind; 0 while the event is not complete */
    coop_u16 slot;
    coop_u64 pad0;
};
COOP_SIZE_IS(struct coop_trace_event, 32);

#endif
