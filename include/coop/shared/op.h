/* Operations: what a step function asks for between two states (docs/module.md), and what a slot's `doing`
 * shows. This is the only list of them: the numbers, the device's dispatch, the host's texts and coopc's
 * tables come from it.
 *
 * Stands on: types.h. */
#ifndef COOP_SHARED_OP_H
#define COOP_SHARED_OP_H

#include "coop/shared/types.h"

/* X(name, number, keyword, text, may_fork, may_kill, may_chain)
 *
 * number     below 256, without gaps
 * keyword    the call by which a kernel asks for the operation; "": coop has no keyword for it
 * text       says where a work-group is, after "work-group 3 "
 * may_fork   work-groups may begin behind it
 * may_kill   work-groups may end at it
 * may_chain  the leader may perform it behind another operation, without a round of all work-items, since no
 *            work-group waits in it */

/* The primitives of the language, coop/kernel.clh. */
#define COOP_PRIMITIVE_LIST(X)                                                 \
    X(OFFER_KILL, 3, "offer_kill", "is at offer_kill", 0, 1, 1)                \
    X(REQUEST_FORK, 4, "request_fork", "is at request_fork", 1, 0, 1)          \
    X(GLOBAL_BARRIER, 5, "global_barrier", "waits at global_barrier", 0, 0, 0) \
    X(RESIZING_BARRIER, 6, "resizing_global_barrier", "waits at resizing_global_barrier", 1, 1, 0)

#define COOP_OP_LIST(X)                                                                                   \
    X(NONE, 0, "", "runs its kernel", 0, 0, 0)                                                            \
    X(RETURN, 1, "", "returns", 0, 0, 0)                                                                  \
    X(BARRIER, 2, "", "is at a barrier", 0, 0, 0) /* OpenCL's own, of the work-group */                   \
    COOP_PRIMITIVE_LIST(X)                                                                                \
    X(IDLE, 7, "", "waits for work", 0, 0, 0)                      /* only shown: it waits for a frame */ \
    X(WORK_NEXT, 8, "coop_work_next", "looks for a task", 0, 0, 1) /* coop/workqueue.clh */               \
    X(FLOW_NEXT, 9, "coop_flow_next", "looks for items", 0, 0, 1)  /* coop/channel.clh */                 \
    X(MESSAGES_FLUSH, 10, "coop_messages_flush", "publishes messages", 0, 0, 1) /* coop/message.clh */    \
    X(MESSAGES_QUIET, 11, "coop_messages_quiet", "waits for its messages to be applied", 0, 0, 1)         \
    X(MESSAGES_ARRIVE, 12, "coop_messages_arrive", "looks for messages that have arrived", 0, 0, 1)       \
    X(MESSAGES_BARRIER, 13, "coop_messages_barrier", "waits at coop_messages_barrier", 0, 0, 0)           \
    X(MESSAGES_SUM, 14, "coop_messages_barrier_sum", "waits at coop_messages_barrier_sum", 0, 0, 0)       \
    X(MESSAGES_MAX, 15, "coop_messages_barrier_max", "waits at coop_messages_barrier_max", 0, 0, 0)

#define COOP_OP_ENUM(name, number, keyword, text, may_fork, may_kill, may_chain) COOP_OP_##name = number,
enum coop_op { COOP_OP_LIST(COOP_OP_ENUM) COOP_OP_COUNT };
#undef COOP_OP_ENUM

/* Each number once, and none left out: the numbers index tables. */
#define COOP_OP_BIT(name, number, keyword, text, may_fork, may_kill, may_chain) | (coop_u64)1 << (number)
#define COOP_OP_ONE(name, number, keyword, text, may_fork, may_kill, may_chain) +1
COOP_STATIC_ASSERT(((coop_u64)0 COOP_OP_LIST(COOP_OP_BIT)) ==
                       ((coop_u64)1 << (0 COOP_OP_LIST(COOP_OP_ONE))) - 1,
                   "operations have the numbers from 0 on, each once");
COOP_STATIC_ASSERT(COOP_OP_COUNT == 0 COOP_OP_LIST(COOP_OP_ONE), "the list ends with the greatest number");
COOP_STATIC_ASSERT(COOP_OP_COUNT <= 256, "an operation has eight bits (COOP_NEXT, COOP_DOING)");
#undef COOP_OP_BIT
#undef COOP_OP_ONE

#define COOP_OP_IF_FORKS(name, number, keyword, text, may_fork, may_kill, may_chain) \
    || ((may_fork) && op == COOP_OP_##name)
static inline int coop_op_may_fork(coop_u32 op)
{
    return 0 COOP_OP_LIST(COOP_OP_IF_FORKS);
}
#undef COOP_OP_IF_FORKS

#define COOP_OP_IF_KILLS(name, number, keyword, text, may_fork, may_kill, may_chain) \
    || ((may_kill) && op == COOP_OP_##name)
static inline int coop_op_may_kill(coop_u32 op)
{
    return 0 COOP_OP_LIST(COOP_OP_IF_KILLS);
}
#undef COOP_OP_IF_KILLS

#define COOP_OP_IF_CHAINS(name, number, keyword, text, may_fork, may_kill, may_chain) \
    || ((may_chain) && op == COOP_OP_##name)
static inline int coop_op_may_chain(coop_u32 op)
{
    return 0 COOP_OP_LIST(COOP_OP_IF_CHAINS);
}
#undef COOP_OP_IF_CHAINS

/* Does the operation have a keyword, by which a kernel asks for it? */
#define COOP_OP_IF_KEYWORD(name, number, keyword, text, may_fork, may_kill, may_chain) \
    || (sizeof(keyword) > 1 && op == COOP_OP_##name)
static inline int coop_op_has_keyword(coop_u32 op)
{
    return 0 COOP_OP_LIST(COOP_OP_IF_KEYWORD);
}
#undef COOP_OP_IF_KEYWORD

/* Does the operation wait for those of all ranks, too? */
static inline int coop_op_is_net_barrier(coop_u32 op)
{
    return op >= COOP_OP_MESSAGES_BARRIER && op <= COOP_OP_MESSAGES_MAX;
}

/* Does the operation wait for all active work-groups of the instance? */
static inline int coop_op_is_global_barrier(coop_u32 op)
{
    return op == COOP_OP_GLOBAL_BARRIER || op == COOP_OP_RESIZING_BARRIER || coop_op_is_net_barrier(op);
}

/* Does the primitive's call have a second argument, which the step evaluates in front of it? */
static inline int coop_op_has_value(coop_u32 op)
{
    return op == COOP_OP_MESSAGES_SUM || op == COOP_OP_MESSAGES_MAX;
}

/* The value of a switch of the module's own. Where `switch` is a macro (cl/workitem.cl), it is expanded only
 * with a parenthesis right behind it. */
#define COOP_PLAIN(value) (value)

#endif
