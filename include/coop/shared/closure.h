/* Closures: how a task on channels waits for the tasks that it has spawned. What lies in memory, and the
 * steps that need no device.
 *
 * Stands on: types.h. Used by: shared/channel.h, device/closure.clh, host/channel/, tests and models.
 * Protocol: docs/protocol/channels.md#closures; user's manual: docs/tasks.md#tasks-that-wait.
 *
 * Terms. A *task* is what one item of a channel stands for, with all that comes of it. It is cut where it
 * waits: the channel of its *beginning* has items {up, arguments}; behind each wait there is a *point*, a
 * channel whose items are numbers of closures. A *closure* is what a waiting task leaves in memory: {pending,
 * where it goes on, up, variables}. `up` names the closure of the task's parent and the byte in it where the
 * result goes. A task takes its closure when it first spawns, so one that spawns nothing never has one.
 *
 * Invariants:
 *   J1   `pending` is the number of children that have not returned, plus one while the task keeps itself.
 *        The step that makes it 0 is unique, and makes the closure an item, or goes on with it, once. Who
 *        returns to a closure whose `pending` is 0 fails the launch.
 *   J2   what children have written is visible to their parent's point.
 *   J3   a result is in its place before `pending` tells of it.
 *   J4   a closure is free from the end of its task on, and taken before its number is in any item.
 *   J5   a task's effects and result are those of the same program run by one thread, call by call, if it has
 *        no races between a spawn and the next wait.
 *   J6   a batch begins only with a closure for each of its items that may take one. With coop_closures_bound
 *        closures none is refused for want of one.
 * Source: Blumofe et al., "Cilk: An Efficient Multithreaded Runtime System" (PPoPP 1995), section 2, has
 * closures with a join counter, and a pool of them. Where they differ and why: decision 0041. */
#ifndef COOP_SHARED_CLOSURE_H
#define COOP_SHARED_CLOSURE_H

#include "coop/shared/types.h"

#if !COOP_ON_DEVICE || (defined(COOP_FLOW) && COOP_FLOW)

#define COOP_CLOSURE_BYTES_MAX 256u
#define COOP_CLOSURES_MAX 0x7fffffffu
#define COOP_CLOSURE_STOCK \
    1024u                  /* COOP_FLOW_CLOSURES of a module of tasks, and what the rule takes it to be */
#define COOP_NO_CLOSURE 0u /* in coop_up: nobody waits. So {0} is a task to which nobody listens */

/* Where a task returns to. `at` is 0 where nobody wants its result: there a closure has its head. */
struct coop_up {
    coop_u32 closure; /* its number, from 1 on; COOP_NO_CLOSURE */
    coop_u32 at;      /* byte in the closure */
};
COOP_SIZE_IS(struct coop_up, 8);

/* A closure begins with its head; the task's variables follow. */
struct coop_closure {
    coop_word32 pending; /* writers: the task's step, before its children can be seen; then each child */
    coop_u32 tag;        /* of the point at which the task goes on; 0: the host waits. Writer: as before */
    struct coop_up up;   /* of the task itself; writer: the step that has taken the closure */
};
COOP_SIZE_IS(struct coop_closure, 16);

/* Bytes of a closure whose head and variables take `bytes`: the alignment of a variable is at most 16. */
static inline coop_u32 coop_closure_stride(coop_u32 bytes)
{
    return (bytes + 15u) / 16u * 16u;
}

/* ---- joining (J1) ---- */

/* Is whoever is about to return the last one, when `pending` is what it has seen? It counts itself until it
 * has returned. So 1 is its own, and nobody else can change it; any other number says nothing: other children
 * may return meanwhile. */
static inline int coop_closure_is_last_left(coop_u32 pending)
{
    return pending == 1;
}

/* Was it the last one, when `before` is what its own subtraction has found? */
static inline int coop_closure_was_last(coop_u32 before)
{
    return before == 1;
}

/* ---- the stock of a work-group ---- */

/* How many items of a batch may begin when each may take a closure: those in the stock and those that are
 * free, at most as many as a stock has room for. */
static inline coop_u32 coop_closures_admitted(coop_u32 items, coop_u32 in_stock, coop_u64 free, coop_u32 room)
{
    coop_u64 there = in_stock + free;
    coop_u32 admitted = items < room ? items : room;

    return there < admitted ? (coop_u32)there : admitted;
}

/* How many closures a stock may hold when a batch of `items` items begins, each of which may give one back.
 */
static inline coop_u32 coop_closures_left(coop_u32 items, coop_u32 in_stock, coop_u32 room)
{
    coop_u32 most = room - items;

    if (in_stock <= most) {
        return in_stock;
    }
    return most < room / 2 ? most : room / 2; /* more than need be, so that it is seldom */
}

/* ---- bounds ---- */

/* J6: closures that are always enough for `groups` work-groups, batches of at most `items` items, and a
 * recursion `levels` deep. When a batch of level l begins, each deeper level has fewer than `items` items, so
 * fewer than (levels - l) * items closures of level l wait; the batch adds `items`. What was taken from a
 * ring has at most `items` ancestors on each level above it. And each work-group may keep `stock` free ones
 * at hand, which no other has before it is quiet. */
static inline coop_u64 coop_closures_bound(coop_u32 groups, coop_u32 items, coop_u32 levels, coop_u32 stock)
{
    coop_u64 waiting = (coop_u64)items * ((coop_u64)levels * (levels + 1ul) / 2 + 3ul * levels);

    return groups * (waiting + stock);
}

/* What a graph gets when nobody says otherwise; admission makes do with it. */
static inline coop_u64 coop_closures_default(coop_u32 groups, coop_u32 items, coop_u32 levels)
{
    return 2ul * groups * items * levels;
}

#endif
#endif
