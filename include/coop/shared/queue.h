/* The public queue of a work-group: tasks in global memory that others may steal, and the one 64-bit word
 * that decides who gets which of them.
 *
 * Stands on: types.h. Used by: device/queue.clh (on the device), host/workqueue/workqueue.c (fills it), tests
 * and models (directly). Each function below is a pure step from one value of the word to the next; the
 * caller names the atomic that performs it.
 *
 * Fields of the word, from bit 0:
 *   tail      position in the ring of the first task that was published with this value
 *   initial   how many tasks were published with it
 *   epoch     one bit, which each publishing flips
 *   lock      one bit: the lock's holder is about to publish
 *   attempts  the rest: how many steals have been tried since
 *
 *     thief   before = word, word += one attempt      one fetch-add; `before` alone says which tasks the
 *                                                     thief gets
 *     locker  before = word, word |= lock             one fetch-or; the locker has the lock if `before` was
 *                                                     not locked
 *             word = published(...) or word = before  one store, which gives the lock back
 *
 * Attempt number i on a value with n tasks gets the i-th share of n: half of what the earlier attempts leave,
 * or a fixed number. So the shares of one value are disjoint and their sum is n, whichever thieves make the
 * attempts, and in any order. A thief copies its share and then counts the steal as completed in its epoch's
 * counter.
 *
 * Invariants:
 *   Q1  each published task is in the share of exactly one attempt, or in the rest that the next locker
 *       finds.
 *   Q2  an attempt on a locked word gets nothing. Only the locker that moved the lock from 0 to 1 writes what
 *       the lock protects (the struct's `claimed`, the ring, the overflow area and its count), and only that
 *       locker stores the word.
 *   Q3  a value with epoch e is published only when all steals of the last value with epoch e have completed.
 *       So uncompleted steals belong to the present value or to the one before.
 *   Q4  a position of the ring is written only when no uncompleted steal has it in its share.
 *   Q5  attempts do not overflow: a thief that has failed on a queue polls it before it tries again, so that
 *       a value sees at most the attempts that succeed and one or two more for each thief.
 *   Q6  a task is in the count of outstanding tasks before any work-group but its maker can see it.
 *   Q7  the count is 0 exactly when no work-group has a task and no queue holds one; it stays 0 then.
 * Q8 is cl/work.cl's, Q9 to Q12 are device/run_on.clh's, Q13 to Q16 device/seats.clh's.
 * Source: Cartier, Dinan, Larkins, "Optimizing Work Stealing Communication with Structured Atomic Operations"
 * (ICPP 2021; SWS); local and public queue: Kittner, "Fully GPU-Orchestrated Multi-GPU Work Stealing" (KIT
 * 2026; MGWS). This project adds the overflow area under the same lock, and queues that outlive their
 * work-groups (decision 0011). */
#ifndef COOP_SHARED_QUEUE_H
#define COOP_SHARED_QUEUE_H

#include "coop/shared/types.h"

/* Widths; models and tests make them small to see every field wrap. */
#ifndef COOP_QUEUE_TAIL_BITS
#define COOP_QUEUE_TAIL_BITS 16
#endif
#ifndef COOP_QUEUE_INITIAL_BITS
#define COOP_QUEUE_INITIAL_BITS 16
#endif
#ifndef COOP_QUEUE_WORD_BITS
#define COOP_QUEUE_WORD_BITS 64
#endif

#define COOP_QUEUE_TAIL_MASK (((coop_u32)1 << COOP_QUEUE_TAIL_BITS) - 1u)
#define COOP_QUEUE_INITIAL_MASK (((coop_u32)1 << COOP_QUEUE_INITIAL_BITS) - 1u)
#define COOP_QUEUE_EPOCH_BIT (COOP_QUEUE_TAIL_BITS + COOP_QUEUE_INITIAL_BITS)
#define COOP_QUEUE_EPOCH ((coop_u64)1 << COOP_QUEUE_EPOCH_BIT)
#define COOP_QUEUE_LOCK ((coop_u64)2 << COOP_QUEUE_EPOCH_BIT)
#define COOP_QUEUE_ATTEMPT ((coop_u64)4 << COOP_QUEUE_EPOCH_BIT)

/* The number of a ring's places is a power of two, small enough that `initial` can count them, and that a
 * position wraps to the same place. */
#define COOP_QUEUE_RING_MAX (1u << (COOP_QUEUE_INITIAL_BITS - 1))

/* More attempts on one value than thieves that poll first can make (Q5). */
#define COOP_QUEUE_ATTEMPTS_MANY (1u << 20)

/* How much a steal takes. */
#define COOP_QUEUE_STEAL_HALF 0u /* otherwise: so many tasks */

enum coop_queue_event {
    COOP_QUEUE_GOT,
    COOP_QUEUE_LOST, /* the lock is held: there may be tasks in a moment */
    COOP_QUEUE_EMPTY
};

/* What an attempt has got: `count` tasks from ring position `first` on. */
struct coop_queue_claim {
    coop_u32 event; /* enum coop_queue_event */
    coop_u32 first;
    coop_u32 count;
    coop_u32 epoch;
};

/* What attempts have left of a value, and how many attempts have got something. */
struct coop_queue_rest {
    coop_u32 first;
    coop_u32 count;
    coop_u32 claims;
    coop_u32 pad0;
};

static inline coop_u32 coop_queue_tail(coop_u64 word)
{
    return (coop_u32)word & COOP_QUEUE_TAIL_MASK;
}

static inline coop_u32 coop_queue_initial(coop_u64 word)
{
    return (coop_u32)(word >> COOP_QUEUE_TAIL_BITS) & COOP_QUEUE_INITIAL_MASK;
}

static inline coop_u32 coop_queue_epoch(coop_u64 word)
{
    return (coop_u32)(word >> COOP_QUEUE_EPOCH_BIT) & 1u;
}

static inline int coop_queue_is_locked(coop_u64 word)
{
    return (word & COOP_QUEUE_LOCK) != 0;
}

static inline coop_u32 coop_queue_attempts(coop_u64 word)
{
#if COOP_QUEUE_WORD_BITS < 64
    word &= ((coop_u64)1 << COOP_QUEUE_WORD_BITS) - 1; /* the models' words are narrower */
#endif
    return (coop_u32)(word >> (COOP_QUEUE_EPOCH_BIT + 2));
}

/* The size of the next share of `left` tasks: `amount` as in COOP_QUEUE_STEAL_..., and never above `most`,
 * the capacity that every thief has. */
static inline coop_u32 coop_queue_share(coop_u32 left, coop_u32 amount, coop_u32 most)
{
    coop_u32 share = amount == COOP_QUEUE_STEAL_HALF ? left - left / 2 : amount;

    share = share < left ? share : left;
    return share < most ? share : most;
}

/* What the attempts counted in the word have left (Q1). */
static inline struct coop_queue_rest coop_queue_rest(coop_u64 word, coop_u32 amount, coop_u32 most)
{
    struct coop_queue_rest rest;
    coop_u32 attempts = coop_queue_attempts(word);

    rest.first = coop_queue_tail(word);
    rest.count = coop_queue_initial(word);
    rest.claims = 0;
    rest.pad0 = 0;
    while (rest.claims < attempts && rest.count > 0) {
        coop_u32 share = coop_queue_share(rest.count, amount, most);
        rest.first += share;
        rest.count -= share;
        rest.claims++;
    }
    rest.first &= COOP_QUEUE_TAIL_MASK;
    return rest;
}

/* What an attempt gets that found `before` and added COOP_QUEUE_ATTEMPT to it; or, for a thief that polls
 * before it tries, what such an attempt would get. */
static inline struct coop_queue_claim coop_queue_claim(coop_u64 before, coop_u32 amount, coop_u32 most)
{
    struct coop_queue_rest rest = coop_queue_rest(before, amount, most);
    struct coop_queue_claim claim;

    claim.event = COOP_QUEUE_GOT;
    claim.first = rest.first;
    claim.count = coop_queue_share(rest.count, amount, most);
    claim.epoch = coop_queue_epoch(before);
    if (coop_queue_is_locked(before)) {
        claim.event = COOP_QUEUE_LOST;
        claim.count = 0;
    } else if (claim.count == 0) {
        claim.event = COOP_QUEUE_EMPTY;
    }
    return claim;
}

/* The word that publishes `count` tasks from position `first` on, after a value with `epoch`. */
static inline coop_u64 coop_queue_published(coop_u32 epoch, coop_u32 first, coop_u32 count)
{
    return ((coop_u64)(epoch ^ 1u) << COOP_QUEUE_EPOCH_BIT) |
           ((coop_u64)(count & COOP_QUEUE_INITIAL_MASK) << COOP_QUEUE_TAIL_BITS) |
           (first & COOP_QUEUE_TAIL_MASK);
}

/* How many tasks a locker can put behind the rest. The shares of the present value's steals occupy their
 * places, too, until all those steals have completed (Q4). */
static inline coop_u32 coop_queue_room(coop_u64 word, struct coop_queue_rest rest, int are_complete,
                                       coop_u32 ring)
{
    return ring - (are_complete ? rest.count : coop_queue_initial(word));
}

/* In memory: a set of queues begins with its head, which the host writes once, except where said otherwise.
 * Places are byte offsets from the head. */
#define COOP_WORKQUEUE_MAGIC 0x51776f63u /* "cowQ" */
#define COOP_WORKQUEUE_VERSION 3u
#define COOP_WORKQUEUE_TEAM_VERSION 0x10003u /* of a set for several devices (team.h) */

enum coop_workqueue_flags {
    COOP_WORKQUEUE_STATIC = 1 /* no steals: each queue's tasks are its owners' (a baseline) */
};

struct coop_workqueue {
    coop_u32 magic;
    coop_u32 version;
    coop_u32 task_bytes;     /* of one task; the kernel's must be the same */
    coop_u32 queue_count;    /* queues; at least 1 */
    coop_u32 ring_tasks;     /* places in a queue's ring: a power of two */
    coop_u32 overflow_tasks; /* places in a queue's overflow area */
    coop_u32 outbox_count;   /* work-groups that can take part, each with an outbox */
    coop_u32 outbox_tasks;   /* places in an outbox */
    coop_u32 owners;         /* work-groups that share a queue; at least 1 */
    coop_u32 flags;          /* enum coop_workqueue_flags */
    coop_u64 seed;           /* of the choice of victims */
    coop_u64 bytes;          /* all of it */
    coop_u8 pad0[COOP_LINE_BYTES - 56];
    coop_u64 queues_at;   /* struct coop_queue [queue_count] */
    coop_u64 rings_at;    /* tasks [queue_count][ring_tasks] */
    coop_u64 overflow_at; /* tasks [queue_count][overflow_tasks] */
    coop_u64 outboxes_at; /* tasks [outbox_count][outbox_tasks] */
    coop_u64 team_at;     /* struct coop_team_table; 0: the set is of one device */
    coop_u8 pad1[COOP_LINE_BYTES - 40];
    coop_word64 outstanding; /* Q6, Q7; writers: leaders, by adding */
    coop_u8 pad2[COOP_LINE_BYTES - 8];
    coop_word32 fault; /* enum coop_failure; writers: leaders, the first one wins */
    coop_word32 fault_detail;
    coop_u8 pad3[COOP_LINE_BYTES - 8];
};
COOP_SIZE_IS(struct coop_workqueue, 4 * COOP_LINE_BYTES);

/* What the owners of a queue count. */
enum coop_work_count {
    COOP_COUNT_EXECUTED,      /* tasks */
    COOP_COUNT_SPAWNED,       /* tasks pushed by kernels */
    COOP_COUNT_RECLAIMED,     /* times that an owner took from its own queue */
    COOP_COUNT_STEALS,        /* times that a work-group took from another's queue */
    COOP_COUNT_STOLEN,        /* tasks taken from others' queues */
    COOP_COUNT_LOST,          /* tries that found the lock held */
    COOP_COUNT_EMPTY,         /* tries that found nothing */
    COOP_COUNT_SHARED,        /* times that tasks were made stealable */
    COOP_COUNT_OVERFLOWED,    /* tasks put into the overflow area */
    COOP_COUNT_FLUSHES,       /* times that a work-group gave up all it had, to end */
    COOP_COUNT_DECLINED,      /* ends that were declined, because those tasks did not fit */
    COOP_COUNT_IDLE,          /* rounds without a task */
    COOP_COUNT_REMOTE_STEALS, /* of the steals, those from another device's queue (team.h) */
    COOP_COUNT_REMOTE_STOLEN, /* tasks that came that way */
    COOP_COUNT_REMOTE_VAIN,   /* tries at another device's queue that found nothing, or the lock held */
    COOP_COUNT_DEALT,         /* first tasks drawn (Q18) */
    COOP_COUNTS = 16
};

struct coop_queue {
    coop_word64 word; /* writers: thieves (an attempt), the lock's holder */
    coop_u8 pad0[COOP_LINE_BYTES - 8];
    coop_word32 completed[2]; /* steals of each epoch that have copied their tasks; writers: thieves */
    coop_u8 pad1[COOP_LINE_BYTES - 8];
    coop_u32 claimed
        /* Steals of each epoch that have got tasks, without those of the present value; under the lock */
        [2];
    coop_word32 overflowed; /* tasks in the overflow area; written under the lock, read by all as a hint */
    coop_word32 present;    /* without steals: owners that are there; writers: leaders, by adding; a hint */
    coop_u8 pad2[COOP_LINE_BYTES - 16];
    coop_word64 counts
        [COOP_COUNTS]; /* enum coop_work_count; writers: leaders, by adding; the host reads them afterwards */
};
COOP_SIZE_IS(struct coop_queue, 5 * COOP_LINE_BYTES);

#endif
