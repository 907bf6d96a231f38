/* Trace events: what happened to which work-group, and when. Written by leaders, read by the host after the
 * run.
 *
 * Stands on: types.h. A buffer of `capacity` events follows the slots in device memory; `cursor` counts all
 * events that were offered, so cursor > capacity means that the last ones are missing. The events of one slot
 * lie in the buffer in the order in which its leader wrote them.
 *
 * A step of the pool word (shared/pool.h) is written down with the time *before* it and the word *after* it.
 * So the steps of an instance can be put into their true order afterwards, whatever the clock says: each must
 * follow from the word that the one before left (host/trace/check.c). A barrier that leaves M as it is is
 * complete with the last arrival; that the arrivals are taken back later is no step. What is marked B is
 * written only in a run with trace_barriers. */
#ifndef COOP_SHARED_TRACE_H
#define COOP_SHARED_TRACE_H

#include "coop/shared/types.h"

/* X(name, number, what group_id, value and word mean) */
#define COOP_TRACE_LIST(X)                                                                                   \
    X(SEEN, 1, "scheduler took a posting; value: groups wanted")                                             \
    X(STARTED, 2, "scheduler started an instance; value: work-groups; word: generation")                     \
    X(GROUP_BEGINS, 3, "a work-group begins; value: M in its frame; word: generation in its frame")          \
    X(GROUP_RETURNS, 4, "a work-group returns; value: logical groups it ran, 0 cooperative; word: pool")     \
    X(GROUP_KILLED, 5, "a work-group ends at offer_kill; value: M after it; word: pool")                     \
    X(GROUP_RESIZED_AWAY, 6, "a work-group ends at a resizing barrier; value: M after it; word: release")    \
    X(KILL_WANTED, 7, "scheduler asks for kills; group_id: target; value: kills; word: pool")                \
    X(FORK_GRANTED, 8, "scheduler grants forks; group_id: target; value: grant; word: pool")                 \
    X(FORKED, 9, "a work-group took a grant; value: new work-groups; word: pool")                            \
    X(RESIZED, 10, "a resizing barrier changed M; group_id: completer; value: M after it; word: pool")       \
    X(COMPLETED, 11, "scheduler saw an instance complete; value: 1 when it was cut short; word: pool")       \
    X(ARRIVED, 12, "B: a work-group arrives at a global barrier; value: 1 plain, 2 resizing; word: pool")    \
    X(PASSED, 13, "B: a work-group goes on after a global barrier; value: M after it; word: release")        \
    X(RESUMED, 14, "scheduler resumes an instance; group_id: the parked one; value: M after it; word: pool") \
    X(BARRIER, 15,                                                                                           \
      "B: a barrier was to change M, and leaves it as it is; group_id: completer; value: M; word: pool")

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
    coop_u64 word; /* the pool word after the step, a release word seen, or a generation */
};
COOP_SIZE_IS(struct coop_trace_event, 32);

#endif
