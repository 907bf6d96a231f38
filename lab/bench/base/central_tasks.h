/* The comparison with stealing: the tasks of all work-groups in one queue, to which all push and from which
 * all take. */
#ifndef LAB_BENCH_CENTRAL_TASKS_H
#define LAB_BENCH_CENTRAL_TASKS_H

#include "apps/uts/uts.h"
#include "tools/workqueue/both.h"

/* Of an unbalanced tree: what struct make_children of uts_tasks.h is. */
struct central_task {
    struct sha1_digest state;
    word32 height;
    word32 count;
};

/* Place p of the ring holds the task of turn p when `turn` is p + 1, and waits for it when `turn` is p. */
struct central_place {
    atomic_word32 turn;
    struct central_task task;
};

/* Words of different writers lie on different lines. The places follow. */
struct central_queue {
    atomic_word32 taken;
    word32 pad0[15];
    atomic_word32 pushed;
    word32 pad1[15];
    atomic_word32 outstanding; /* pushed and not done */
    word32 pad2[15];
    atomic_word32 overflowed; /* tasks that found the ring full, and are lost */
    word32 mask;              /* places less one; places are a power of two */
    word32 pad3[14];
};

#endif
