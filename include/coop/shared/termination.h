/* The words by which work-groups find that no task is left, where they do not count tasks: two ways to be
 * compared with that count (COOP_WORK_TERMINATION, device/termination.clh).
 *
 * Stands on: types.h. Each function is a pure step; whoever uses it names the atomic that performs it. */
#ifndef COOP_SHARED_TERMINATION_H
#define COOP_SHARED_TERMINATION_H

#include "coop/shared/types.h"

/* ---- Idle work-groups counted in one word: members, idle ones, and a number that each change moves on. All
 * are idle and no queue holds a task, seen between two equal values: then there is none. */
#define COOP_IDLE_CHANGE ((coop_u64)1 << 32)
#define COOP_IDLE_ONE ((coop_u64)1 << 16)
#define COOP_IDLE_MEMBER ((coop_u64)1)

static inline int coop_idle_is_all(coop_u64 word)
{
    return ((word >> 16) & 0xffffu) == (word & 0xffffu);
}

/* ---- Votes on a tree. Every number that a work-group may have is a node of a heap: the children of i are
 * 2i+1 and 2i+2.
 *
 * A node's state says whether its work-group is absent, active or idle, and how often that has changed since
 * the host made the queue. Its vote says, for one wave, the sum of all changes in its subtree, and that
 * nobody in it was active. */
struct coop_node {
    coop_word64
        /* Changes << 2 | enum coop_node_state; writer: the leader of the work-group that has the number */
        state;
    coop_word64 vote; /* wave << 32 | sum; writer: the same. Readers of both: leaders of nodes above */
    coop_u8 pad0[COOP_LINE_BYTES - 16];
};
COOP_SIZE_IS(struct coop_node, COOP_LINE_BYTES);

enum coop_node_state { COOP_NODE_ABSENT, COOP_NODE_ACTIVE, COOP_NODE_IDLE };

#define COOP_NODE_NONE 0xffffffffu /* no node: a walk is over */

/* The word of a set that numbers the waves: 0 before the first one, then 1, 2, ...; this bit once the end is
 * found. */
#define COOP_WAVE_OVER ((coop_u64)1 << 63)

static inline coop_u64 coop_node_word(coop_u32 changes, coop_u32 state)
{
    return (coop_u64)changes << 2 | state;
}

static inline coop_u32 coop_node_state_of(coop_u64 word)
{
    return (coop_u32)word & 3u;
}

static inline coop_u32 coop_node_changes(coop_u64 word)
{
    return (coop_u32)(word >> 2);
}

static inline coop_u64 coop_vote(coop_u32 wave, coop_u32 sum)
{
    return (coop_u64)wave << 32 | sum;
}

static inline coop_u32 coop_vote_wave(coop_u64 vote)
{
    return (coop_u32)(vote >> 32);
}

static inline coop_u32 coop_vote_sum(coop_u64 vote)
{
    return (coop_u32)vote;
}

/* A walk over the nodes below `top`, of `count` nodes in all, begins with coop_node_first. The next one is a
 * child of the last one (coop_node_next), or it passes over what is below the last one (coop_node_skip). */
static inline coop_u32 coop_node_skip(coop_u32 at, coop_u32 top, coop_u32 count)
{
    while (at != top) {
        if (at % 2 == 1 && at + 1 < count) {
            return at + 1; /* from the first child to the second */
        }
        at = (at - 1) / 2;
    }
    return COOP_NODE_NONE;
}

static inline coop_u32 coop_node_next(coop_u32 at, coop_u32 top, coop_u32 count)
{
    return 2 * at + 1 < count ? 2 * at + 1 : coop_node_skip(at, top, count);
}

static inline coop_u32 coop_node_first(coop_u32 top, coop_u32 count)
{
    return 2 * top + 1 < count ? 2 * top + 1 : COOP_NODE_NONE;
}

#endif
