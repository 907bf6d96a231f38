/* The counts of a work-item so far, over all tasks in which it took part: a row of its own, so that
 * counting needs no atomics. A work-group that ends leaves its rows to the next one with its id; the host
 * adds them up. */
#ifndef TOOLS_KERNELS_TALLY_H
#define TOOLS_KERNELS_TALLY_H

#include "both.h"

struct tally {
    word64 counts[4];
    word64 busy;  /* cycles in tasks, of modules built with TASK_CLOCK */
    word64 lanes; /* of a leader: tally_lanes */
    /* Of tasks that prefer a kind of device: those that ran on one, and those that ran elsewhere. */
    word64 at_home;
    word64 strayed;
};

/* The same for a leader, who counts by levels: the last levels share a count. */
#define TALLY_LEVELS 57
struct level_tally {
    word64 levels[TALLY_LEVELS];
    word64 inner_nodes;
    word64 leaves;
    word64 depth;
    word64 pad[4];
};

#if defined(__OPENCL_C_VERSION__)
static inline global struct tally *tally_own(global struct tally *tallies)
{
    return &tallies[get_group_id(0) * get_local_size(0) + get_local_id(0)];
}

/* Counts the lanes that a flow graph's batch offers its items: coop_flow_run takes a turn of all work-items
 * for each local size of items. All work-items call it, between coop_flow_next and coop_flow_run. */
#define tally_lanes(tallies, flow)                                                                          \
    if (get_local_id(0) == 0) {                                                                             \
        ulong tally_local = get_local_size(0);                                                              \
        tally_own(tallies)->lanes += (coop_flow_count(flow) + tally_local - 1) / tally_local * tally_local; \
    }

/* A clock to measure how long tasks take; always 0 where the device's compiler has none, or the module is
 * built without TASK_CLOCK. */
#if defined(TASK_CLOCK) && defined(__x86_64__)
#define task_clock() ((ulong)__builtin_readcyclecounter())
#define tally_busy(tallies, began) (tally_own(tallies)->busy += task_clock() - (began))
#else
#define task_clock() 0ul
#define tally_busy(tallies, began) ((void)(began))
#endif
#endif

#endif
