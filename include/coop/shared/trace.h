/* Trace events: what happened to which work-group, and when. Leaders write them; the host reads them after
 * the run.
 *
 * Stands on: types.h. A buffer of `trace_capacity` events follows the slots in device memory. `events` counts
 * all that were offered to it, so events > trace_capacity means that the last ones are missing. The events of
 * one slot lie in the buffer in the order in which its leader wrote them.
 *
 * Events of global barriers are many: two for each work-group and barrier. So that they leave room for all
 * others, they have a budget, `trace_barriers`. `barriers` counts them before they are offered to the buffer;
 * those beyond the budget are dropped. From then on the trace lacks events of barriers, and no others.
 *
 *   T1  An event belongs to the leader that drew its number from `events`; nobody else writes to its place.
 *   T2  Both counters only grow. So of each slot's events of barriers those that are kept are the first, and
 *       the same holds for all its events once the buffer is full.
 *   T3  Events of barriers take at most trace_barriers places; trace_capacity - trace_barriers are left for
 *       the others.
 *
 * The event of a step of the group-count word (shared/groups.h) holds the time *before* the step and the word
 * *after* it. So the checker can put the steps of an instance into their true order afterwards, whatever the
 * clock says: each step must follow from the word that the one before it left (host/trace/check.c). The last
 * arrival completes a barrier that leaves M unchanged; taking the arrivals back later is no step of the
 * trace. */
#ifndef COOP_SHARED_TRACE_H
#define COOP_SHARED_TRACE_H

#include "coop/shared/types.h"

/* The kinds of events. Everything that depends on them comes from this list: the enumeration below, and in
 * host/trace the names, what the pictures draw, and the checker's tables. A new kind takes a line here, and
 * its rule.
 *
 * X(name, number, writer, recorded, about, word, active, life, rule, meaning)
 *
 * writer    SCHEDULER, in slot 0; or WORKER, the leader of the work-group concerned, in any other slot
 * recorded  ALWAYS; WITH_BARRIERS, only in a run with trace_barriers, and within their budget; or WITH_FLOW,
 *           only in a run with trace_flow
 * about     what group_id is: a GROUP, the TARGET of a request by the scheduler, or 0: NOBODY
 * word      what word is: POOL, the group-count word after the step; RELEASE, a phase word that was read; a
 *           PHASE; FLOW, numbers of a flow graph (below); or 0: NONE
 * active    what the event says of M: it IS_VALUE, it GROWS_BY_VALUE, it is 0 since the instance ENDS, or
 *           nothing: KEEPS
 * life      what the slot's work-group does: it BEGINS, RETURNS, GIVES_UP or GOES_ON
 * rule      how the checker takes it. STEP(fork): a step of the group-count word; check_rules.c has
 *           coop_rule_fork, check_step.c has take_fork. SIGHT(pass): what follows from steps; check_sight.c
 *           has may_pass and take_pass. EITHER(rule of the step, rule of the sight). SUM(flow),
 *           SUM(ran): it is no part of the replay; check_flow.c and check.c add such events up
 * meaning   for people */
/* clang-format off */
#define COOP_TRACE_LIST(X) \
    X(SEEN, 1, SCHEDULER, ALWAYS, NOBODY, NONE, KEEPS, GOES_ON, SIGHT(posting), \
      "scheduler took a posting; value: groups wanted") \
    X(STARTED, 2, SCHEDULER, ALWAYS, NOBODY, PHASE, IS_VALUE, GOES_ON, STEP(start), \
      "scheduler started an instance; value: work-groups") \
    X(GROUP_BEGINS, 3, WORKER, ALWAYS, GROUP, PHASE, KEEPS, BEGINS, SIGHT(begin), \
      "a work-group begins; value: M in its frame; word: as its frame has it") \
    X(GROUP_RETURNS, 4, WORKER, ALWAYS, GROUP, POOL, KEEPS, RETURNS, STEP(return), \
      "a work-group returns; value: logical groups it ran, 0 cooperative") \
    X(GROUP_KILLED, 5, WORKER, ALWAYS, GROUP, POOL, IS_VALUE, GIVES_UP, STEP(be_killed), \
      "a work-group ends at offer_kill, or leaves an elastic kernel; value: M after it") \
    X(GROUP_RESIZED_AWAY, 6, WORKER, ALWAYS, GROUP, RELEASE, KEEPS, GIVES_UP, SIGHT(end_at_barrier), \
      "a work-group ends at a resizing barrier; value: M after it") \
    X(KILL_WANTED, 7, SCHEDULER, ALWAYS, TARGET, POOL, KEEPS, GOES_ON, STEP(request), \
      "scheduler asks for kills; value: kills") \
    X(FORK_GRANTED, 8, SCHEDULER, ALWAYS, TARGET, POOL, KEEPS, GOES_ON, STEP(request), \
      "scheduler grants forks; value: grant") \
    X(FORKED, 9, WORKER, ALWAYS, GROUP, POOL, GROWS_BY_VALUE, GOES_ON, STEP(fork), \
      "a work-group took a grant; value: new work-groups") \
    X(RESIZED, 10, WORKER, ALWAYS, GROUP, POOL, IS_VALUE, GOES_ON, \
      EITHER(complete_barrier, barrier_of_kill), \
      "a resizing barrier changed M; group_id: who completed it; value: M after it") \
    X(COMPLETED, 11, SCHEDULER, ALWAYS, NOBODY, POOL, ENDS, GOES_ON, SIGHT(completion), \
      "scheduler saw an instance complete; value: 1 when it was cut short") \
    X(ARRIVED, 12, WORKER, WITH_BARRIERS, GROUP, POOL, KEEPS, GOES_ON, STEP(arrive), \
      "a work-group arrives at a global barrier; value: 1 plain, 2 resizing") \
    X(PASSED, 13, WORKER, WITH_BARRIERS, GROUP, RELEASE, KEEPS, GOES_ON, SIGHT(pass), \
      "a work-group goes on after a global barrier; value: M after it") \
    X(RESUMED, 14, SCHEDULER, ALWAYS, GROUP, POOL, IS_VALUE, GOES_ON, STEP(resume), \
      "scheduler resumes an instance; group_id: the parked one; value: M after it") \
    X(BARRIER, 15, WORKER, WITH_BARRIERS, GROUP, POOL, KEEPS, GOES_ON, STEP(complete_barrier), \
      "a barrier was to change M, and leaves it as it is; group_id: who completed it; value: M") \
    X(FLOW_CHANNEL, 16, WORKER, WITH_FLOW, GROUP, FLOW, KEEPS, GOES_ON, SUM(flow), \
      "a channel of the launch's flow graph, told once; value: channel, by group, work-items") \
    X(FLOW_NAME, 17, WORKER, WITH_FLOW, GROUP, FLOW, KEEPS, GOES_ON, SUM(flow), \
      "eight letters of a channel's name; value: channel, which eight") \
    X(FLOW_BATCH, 18, WORKER, WITH_FLOW, GROUP, FLOW, KEEPS, GOES_ON, SUM(flow), \
      "a batch has been run; value: its items, and how many were kept") \
    X(FLOW_EMITTED, 19, WORKER, WITH_FLOW, GROUP, FLOW, KEEPS, GOES_ON, SUM(flow), \
      "a batch has emitted into a channel; value: items") \
    X(FLOW_SHARED, 20, WORKER, WITH_FLOW, GROUP, FLOW, KEEPS, GOES_ON, SUM(flow), \
      "a block was put into its channel's ring; value: items, 0 when it is no whole one") \
    X(FLOW_TAKEN, 21, WORKER, WITH_FLOW, GROUP, FLOW, KEEPS, GOES_ON, SUM(flow), \
      "a block was taken from its channel's ring") \
    X(FLOW_REFUSED, 22, WORKER, WITH_FLOW, GROUP, FLOW, KEEPS, GOES_ON, SUM(flow), \
      "no batch of a channel finds room, the first time since the work-group's last batch") \
    X(FLOW_CHAIN_GIVEN, 23, WORKER, WITH_FLOW, GROUP, FLOW, KEEPS, GOES_ON, SUM(flow), \
      "a work-group that ends gives up its blocks; value: blocks") \
    X(FLOW_CHAIN_TAKEN, 24, WORKER, WITH_FLOW, GROUP, FLOW, KEEPS, GOES_ON, SUM(flow), \
      "a work-group takes the blocks of one that has ended") \
    X(FLOW_DONE, 25, WORKER, WITH_FLOW, GROUP, FLOW, KEEPS, GOES_ON, SUM(flow), \
      "a work-group finds that no item is left") \
    X(FLOW_CLOSURES, 26, WORKER, WITH_FLOW, GROUP, FLOW, KEEPS, GOES_ON, SUM(flow), \
      "the closures of the launch's flow graph, told once; value: their number") \
    X(FLOW_OPENED, 27, WORKER, WITH_FLOW, GROUP, FLOW, KEEPS, GOES_ON, SUM(flow), \
      "tasks of a batch begin to wait; value: closures taken, and waits") \
    X(FLOW_RETURNED, 28, WORKER, WITH_FLOW, GROUP, FLOW, KEEPS, GOES_ON, SUM(flow), \
      "tasks of a batch have returned to those that wait for them; value: how many") \
    X(FLOW_CLOSED, 29, WORKER, WITH_FLOW, GROUP, FLOW, KEEPS, GOES_ON, SUM(flow), \
      "tasks of a batch have ended; value: closures given back") \
    X(RESTED, 30, SCHEDULER, ALWAYS, NOBODY, POOL, ENDS, GOES_ON, SIGHT(rest), \
      "scheduler saw a job of a launch that repeats complete; the next one starts, or the launch completes") \
    X(GROUP_RAN, 31, WORKER, ALWAYS, GROUP, NONE, KEEPS, GOES_ON, SUM(ran), \
      "a work-group of an elastic regular kernel ends at an offer; value: logical groups it ran")
/* clang-format on */

#define COOP_TRACE_ENUM(name, number, writer, recorded, about, word, active, life, rule, meaning) \
    COOP_TRACE_##name = number,
enum coop_trace_kind { COOP_TRACE_LIST(COOP_TRACE_ENUM) COOP_TRACE_KIND_END };
#undef COOP_TRACE_ENUM

/* The kinds that are recorded WITH_BARRIERS, a bit for each: events of global barriers. */
#define COOP_TRACE_ALWAYS_BIT 0u
#define COOP_TRACE_WITH_BARRIERS_BIT 1u
#define COOP_TRACE_WITH_FLOW_BIT 0u
#define COOP_TRACE_BIT(name, number, writer, recorded, about, word, active, life, rule, meaning) \
    | (COOP_TRACE_##recorded##_BIT << number)
#define COOP_TRACE_OF_BARRIERS (0u COOP_TRACE_LIST(COOP_TRACE_BIT))

/* Value and word of events of flow graphs, from bit 0. Channels are numbers from 0 on, one less than their
 * tags.
 *
 *                     value                                            word
 *     FLOW_CHANNEL    channel : 8, by group : 8, work-items : 16       blocks : 24, items : 40, of the host
 *     FLOW_NAME       channel : 8, which eight letters : 8             letters, the first one lowest
 *     FLOW_BATCH      items : 16, kept : 16                            channel : 8, level : 8, ns : 48
 *     FLOW_EMITTED    items                                            channel : 8, from channel : 8
 *     FLOW_SHARED     items                                            channel : 8, level : 8, block : 32
 *     FLOW_TAKEN      0                                                channel : 8, level : 8, block : 32
 *     FLOW_REFUSED    items                                            channel : 8, without room : 8 (*)
 *     FLOW_CHAIN_…    blocks, 0 when they are taken                    block : 32, the first
 *     FLOW_DONE       0                                                0
 *     FLOW_CLOSURES   closures, without the host's roots               0 : 16, roots given : 48
 *     FLOW_OPENED     taken : 16, waits begun : 16                     channel : 8, level : 8, awaited : 48
 *     FLOW_RETURNED   returns                                          channel : 8, level : 8, last ones : 48
 *     FLOW_CLOSED     given back                                       channel : 8, level : 8
 *
 * (*) The channel without room; 0xff: closures. */
#define COOP_TRACE_FLOW_WORD(channel, other, rest) \
    ((coop_u64)(channel) | (coop_u64)(other) << 8 | (coop_u64)(rest) << 16)

/* In the control block. */
struct coop_trace_cursors {
    coop_word64 events;
    coop_word64 barriers;
};
COOP_SIZE_IS(struct coop_trace_cursors, 16);

struct coop_trace_event {
    coop_u64 time_ns; /* device clock */
    coop_u32 launch;  /* sequence number of the instance */
    coop_u32 group_id;
    coop_u32 value;
    coop_u16 kind; /* enum coop_trace_kind; 0 while the event is not complete */
    coop_u16 slot;
    coop_u64 word; /* the group-count word after the step, a phase word that was read, or a phase */
};
COOP_SIZE_IS(struct coop_trace_event, 32);

#endif
