/* Instances: launched kernels, as the host posts them and the device runs them.
 *
 * Stands on: types.h, limits.h. Protocol: docs/protocol.md#instance. */
#ifndef COOP_SHARED_INSTANCE_H
#define COOP_SHARED_INSTANCE_H

#include "coop/shared/bounds.h"
#include "coop/shared/limits.h"
#include "coop/shared/slot.h"
#include "coop/shared/types.h"

/* The state of a table entry. EMPTY -> POSTED by the host (publishes `launch` and `args`), POSTED -> QUEUED
 * -> RUNNING -> DONE by the scheduler (DONE publishes `stats`), DONE -> POSTED by the host, at any time after
 * it has read `stats`. An entry is EMPTY until it is first used. Of a launch that repeats, RUNNING -> RESTING
 * -> QUEUED, and at last RESTING -> DONE, by the scheduler. */
enum coop_instance_state {
    COOP_INSTANCE_EMPTY = 0,
    COOP_INSTANCE_POSTED = 1,
    COOP_INSTANCE_QUEUED = 2,
    COOP_INSTANCE_RUNNING = 3,
    COOP_INSTANCE_DONE = 4,
    COOP_INSTANCE_RESTING = 5
};

enum coop_instance_flags {
    COOP_INSTANCE_COOPERATIVE = 1, /* otherwise regular */
    /* The kernel has a place at which it can lose a work-group. Of a regular one: it is elastic (S9a), and
     * also grows, kills any and never meets */
    COOP_INSTANCE_SHRINKS = 2,
    COOP_INSTANCE_GROWS = 4,     /* the kernel has a place at which it can gain one */
    COOP_INSTANCE_KILLS_ANY = 8, /* work-groups end in any order; ids have gaps (S1a, S3a) */
    /* The last work-group may be killed, too: suspended, not complete (S1b, S3b) */
    COOP_INSTANCE_MAY_KILL_ALL = 16,
    COOP_INSTANCE_NEVER_MEETS = 32, /* the kernel has no global barrier */
    COOP_INSTANCE_AUTOMATIC = 64,   /* how many work-groups it takes is learnt from its series */
    COOP_INSTANCE_BY_TIME = 128,    /* its deadline is its place among those that wait */
    COOP_INSTANCE_REPEATS = 256,    /* the scheduler launches its next job itself (repeat.h) */
    COOP_INSTANCE_LEAVES = 512      /* a lease: its work-groups leave, and run no kernel (lease.h) */
};

/* Writer: the host, before POSTED. Readers: the scheduler and the work-groups of the instance. */
struct coop_launch_record {
    coop_u32 sequence;      /* launch number, from 1; unique in a run */
    coop_u32 kernel_index;  /* index in the module; of a lease, how many there are */
    coop_u32 flags;         /* enum coop_instance_flags */
    coop_u32 priority;      /* higher first */
    coop_u32 groups_wanted; /* regular: work-groups to gather; cooperative: the limit N */
    /* Most kills at one resizing barrier: 1 is CK's single-kill variant, all ones the query barrier */
    coop_u32 kills_max;
    coop_u32 transmit_bytes;
    coop_u32 dimensions;     /* 1..3; regular only, as all below */
    coop_u32 local_items[3]; /* enqueued local size */
    coop_u32 args_bytes;     /* of every kernel */
    coop_u64 global_items[3];
    coop_u64 global_offset[3];
    coop_u64 logical_groups[3];
    coop_u64 logical_groups_total;
    coop_u64 posted_ns; /* the host's clock; on PoCL also the device's */
    /* Cooperative or elastic: work-groups that it keeps, 0: one. Regular: with how many it may start, 0: all,
     * of an elastic one: one */
    coop_u32 groups_least;
    coop_u32 weight; /* cooperative: 1 .. COOP_WEIGHT_MAX; of a lease, its queue: shared/lease.h */
    coop_u32 series; /* of the kernel's series, which one */
    /* Entries of the table, a bit each, whose launches this one comes after; docs/protocol.md#after */
    coop_u32 after;
    coop_u64 period_ns;   /* regular, as the next two; 0: of no series */
    coop_u64 deadline_ns; /* from when it is due, or posted; 0: none */
    coop_u64 lead_ns;     /* how long ahead of the next job work-groups are held; series.h */
    coop_u64 bounds_at; /* struct coop_bounds_table: offset in device memory; 0: addresses are not checked */
};
COOP_SIZE_IS(struct coop_launch_record, 184);
COOP_STATIC_ASSERT(COOP_INSTANCES_MAX <= 32, "an entry is a bit of a word, here and in cl/, host/run");

/* Writers as noted. All times are of the device clock, and 0 where the device has none. Reader: the host,
 * after DONE. */
struct coop_instance_stats {
    coop_u64 seen_ns;           /* scheduler: took the posting */
    coop_u64 started_ns;        /* scheduler: enough work-groups were free */
    coop_u64 ended_ns;          /* scheduler: saw the completion */
    coop_word64 last_return_ns; /* every work-group that returns */
    coop_u32 kills;             /* scheduler: work-groups ended at offer_kill */
    coop_word32 barrier_kills;  /* ... at a resizing barrier */
    coop_word32 forks;          /* work-groups begun at request_fork */
    coop_word32 barrier_forks;  /* ... at a resizing barrier */
    coop_u32 groups_at_start;   /* scheduler */
    coop_u32 was_cut_short;     /* scheduler: the run stopped or failed before the instance completed */
    coop_u64 barriers;          /* scheduler: global barriers passed */
    /* Scheduler: time without any work-group, between suspensions and resumptions */
    coop_u64 suspended_ns;
    coop_u32 suspensions;   /* scheduler */
    coop_u32 resumptions;   /* scheduler */
    coop_u32 groups_wanted; /* scheduler: for a series, what it has chosen */
    coop_u32 ahead_us;      /* scheduler: how long before it came it began to hold work-groups */
    coop_u64 after_ns;      /* scheduler: from seen_ns until all that it comes after had ended */
    coop_u32 after_left;    /* scheduler: entries that it still waited for when it was cut short */
    coop_u32 pad1;
    coop_u64 seal; /* scheduler, before DONE: coop_stats_seal of all the above */
    coop_u8 pad0[COOP_LINE_BYTES - 48];
};
COOP_SIZE_IS(struct coop_instance_stats, 2 * COOP_LINE_BYTES);

/* What the seal is made of: the statistics in words, and whose they are. */
#define COOP_STATS_WORDS 13

/* A number that only the final statistics of this launch have, so that a reader whose copy takes its words in
 * any order knows whether all of them are final: a sum of products of the words with odd numbers, of which a
 * change of any word changes every bit above it. */
static inline coop_u64 coop_stats_seal(const coop_u64 *words, coop_u32 sequence)
{
    coop_u64 factor = 0x9e3779b97f4a7c15;
    coop_u64 seal = (sequence + 1) * factor;

    for (coop_u32 i = 0; i < COOP_STATS_WORDS; i++) {
        factor = factor * 0xd1342543de82ef95 + 2;
        seal += (words[i] ^ words[i] >> 32) * factor;
    }
    return seal ^ seal >> 29;
}

/* The jobs of a launch that repeats. Each word is whole, and no two need be of the same moment before DONE.
 * Writer: the scheduler. Reader: the host, at any time. */
struct coop_repeat_figures {
    coop_word64 launched;     /* jobs */
    coop_word64 missed;       /* due times that passed before the job before them had ended */
    coop_word64 overdue;      /* jobs that ended after their deadline */
    coop_word64 late_ns;      /* the latest job that has ended: from when it was due until it started */
    coop_word64 most_late_ns; /* the longest of these */
};
COOP_SIZE_IS(struct coop_repeat_figures, 40);

/* Arrivals change the group-count word, and waiting work-groups poll it, or the phase word. The two lie in
 * different lines of 128 bytes, since a GPU's cache serves the accesses to one line one after the other. */
struct coop_instance {
    coop_word32 state; /* enum coop_instance_state */
    /* The number of the launch that is to repeat no more: no earlier one and no later one of the entry means
     * itself, so nobody clears it. Writer: the host. Reader: the scheduler, while the launch rests. */
    coop_word32 repeat_end;
    coop_u8 pad0[COOP_LINE_BYTES - 8];
    coop_word64 next_logical_group; /* regular: ticket counter of its leaders */
    coop_u8 pad1[COOP_LINE_BYTES - 8];
    coop_word64 counts; /* shared/groups.h; writers: the leaders of the instance and the scheduler */
    coop_u8 pad2[2 * COOP_LINE_BYTES - 8];
    /* shared/groups.h; writer: the completer of a barrier; readers: those that wait */
    coop_word64 phase_word;
    coop_u8 pad3[COOP_LINE_BYTES - 8];
    /* How many work-groups may not know yet that a resizing barrier has ended them (P12), of whichever
     * instance of the entry. Writers: the completer that ends them; each of them, when it knows. Readers: a
     * barrier's completer, the scheduler at a start. */
    coop_word32 leaving;
    /* How many work-groups a cooperative kernel has use for, all ones: any number (S11); of a regular one,
     * what its series has chosen. Both words of the line change seldom. Writers: the scheduler when it takes
     * the posting, leaders of a cooperative instance; readers: the scheduler, the host. */
    coop_word32 groups_wished;
    coop_u8 pad4[COOP_LINE_BYTES - 8];
    struct coop_instance_stats stats;
    struct coop_slotset reserved; /* slots granted to this instance (P6); of a lease, those that are AWAY */
    /* The state at which a resizing barrier's joining work-groups begin; written with `transmit` */
    coop_u32 resume_state;
    /* The parked frame, with `resume_state` and `transmit`. Writer: the leader of the only work-group that
     * runs, before it suspends the instance. Reader: the scheduler, before it resumes it. */
    coop_u32 parked_group;
    coop_u64 parked_phase;
    /* The scheduler's own. */
    coop_u64 suspended_since_ns;
    coop_u32 suspended_behind; /* latest sequence number when it saw the suspension; 0: it has seen none */
    coop_word32 repeat_of;     /* whose figures these are: the number of its launch. As the figures */
    struct coop_repeat_figures repeat; /* these fill the line, and `launch` ends with it */
    /* `args` follows `launch` at once: the host writes both by one copy. */
    struct coop_launch_record launch;
    coop_u8 args[COOP_ARGS_BYTES_MAX];
    /* Writer: the leader of work-group 0, before it arrives at a resizing barrier. Reader: the completer,
     * before it releases the barrier, hence before work-group 0 can write again. Also of the parked frame, as
     * above. */
    coop_u8 transmit[COOP_TRANSMIT_BYTES_MAX];
};
COOP_SIZE_IS(struct coop_instance, 8 * COOP_LINE_BYTES + COOP_SLOTSET_WORDS * 8 + 256 +
                                       COOP_TRANSMIT_BYTES_MAX + COOP_ARGS_BYTES_MAX);

#endif
