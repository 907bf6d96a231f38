/* The control block: the megakernel's one argument. It lies at the base of the arena (offset 0), or where
 * several devices share one, behind those of the devices before it.
 *
 * Stands on: types.h, limits.h, failure.h, instance.h, slot.h, trace.h. Protocol: docs/protocol.md.
 * Slots follow the block, trace events follow the slots; `slots_at` and `trace_at` are offsets from its
 * beginning. */
#ifndef COOP_SHARED_CONTROL_H
#define COOP_SHARED_CONTROL_H

#include "coop/shared/failure.h"
#include "coop/shared/instance.h"
#include "coop/shared/limits.h"
#include "coop/shared/slot.h"
#include "coop/shared/trace.h"
#include "coop/shared/types.h"

#define COOP_CONTROL_MAGIC 0x636f6f70u
#define COOP_CONTROL_VERSION 1u

/* Set once by the host before the launch. */
struct coop_control_setup {
    coop_u32 magic;
    coop_u32 version;
    coop_u32 groups_wanted; /* occupants to keep, the scheduler's included */
    coop_u32 local_items;
    coop_u32 kernel_count;
    coop_u32 slots_at;
    coop_u32 trace_capacity; /* events */
    coop_u32 trace_barriers; /* so many events of global barriers are traced at most; 0: none */
    coop_u64 trace_at;
    coop_u64 discovery_ns;  /* how long the scheduler waits for more arrivals */
    coop_u32 local_offset;  /* always 0; the device compiler must not know it (cl/entry.cl) */
    coop_u16 rings_by_copy; /* 1: the host rings by writing `host_doorbell`, and cannot wake a sleeper */
    coop_u16 trace_flow;    /* 1: events of flow graphs are traced */
    /* Discovery ends when no work-group has arrived for so long; 0: only with discovery_ns */
    coop_u64 settle_ns;
    coop_u64 arena_before; /* the arena begins so many bytes before the control block */
    coop_u32 member;       /* the device's number among those that share the arena */
    coop_u32 vars_bytes;   /* that the work-items of a slot keep across steps, in the memory at `vars_at` */
    /* From the block's beginning; where one thread runs a whole work-group (cl/item.cl), else 0 */
    coop_u64 vars_at;
    coop_u8 pad1[COOP_LINE_BYTES - 24];
};
COOP_SIZE_IS(struct coop_control_setup, 2 * COOP_LINE_BYTES);

/* 0 slots are held for no kernel. */
#define COOP_HELD(slots, kernel_index) ((coop_u64)(slots) | (coop_u64)(kernel_index) << 32)
#define COOP_HELD_SLOTS(held) ((coop_u32)(held))
#define COOP_HELD_KERNEL(held) ((coop_u32)((held) >> 32))

/* The arrival word: tickets in the lower 31 bits, the upper bit closes the poll (IWB). */
#define COOP_ARRIVALS_CLOSED 0x80000000u

struct coop_control {
    struct coop_control_setup setup;

    /* Writers: host and leaders add; reader: the scheduler. A new value: something changed that the scheduler
     * must look at. */
    coop_word32 doorbell;
    coop_word32 scheduler_sleeps; /* written by the scheduler; a ringer that sees it wakes the scheduler */
    coop_u8 pad0[COOP_LINE_BYTES - 8];

    /* Writer: the host; and of `stop` the scheduler, where the host does not answer (X3). All work-groups
     * drain at their next primitive. */
    coop_word32 stop;
    /* As `doorbell`, where the host cannot add to that one: any change is a ring */
    coop_word32 host_doorbell;
    coop_u8 pad1[COOP_LINE_BYTES - 8];

    /* Writer: the device; reader: the host. A new value: something changed that the host may wait for.
     * This line is cleared for each context, not for each run (X4). */
    /* A run's first count: discovery is over. Where the host rings by copies, the second: the greeting is
     * over (X3) */
    coop_word32 completions;
    coop_word32 host_sleeps; /* written by the host */
    coop_u8 pad2[COOP_LINE_BYTES - 8];

    /* Writers: arriving leaders, and the scheduler, which closes the poll. */
    coop_word32 arrivals;
    coop_u8 pad3[COOP_LINE_BYTES - 4];

    /* Writers: leaving leaders add 1; one that comes in the place of another takes 1 away (L5). */
    coop_word32 exited;
    coop_u8 pad4[COOP_LINE_BYTES - 4];

    /* Leases (shared/lease.h), for each queue by which work-groups come back: who has left and who has come
     * for the lease that has the queue. Writers: leaders, and the host between two turns. */
    coop_word64 away[COOP_JOINS_MAX];
    /* How many of those that came by it have ended. Writers: they; reader: the host. Cleared for each
     * context, not for each run: who has waited for the run before may still read it (X4). */
    coop_word32 joins_ended[COOP_JOINS_MAX];

    /* Writer: the scheduler; reader: the host. */
    coop_word32 slot_count; /* occupants, scheduler included; 0 until discovery is over */
    coop_u32 has_clock;     /* 1 where the device clock works */
    coop_word64 heartbeat;
    /* COOP_HELD: the free slots that are left to expected jobs, and the kernel of the first of these */
    coop_word64 held;
    coop_u8 pad5[COOP_LINE_BYTES - 24];

    /* Writers: leaders add; reader: the host. */
    struct coop_trace_cursors trace_cursors;
    coop_u8 pad6[COOP_LINE_BYTES - 16];

    struct coop_failure_record failure;
    struct coop_slotset free; /* slots that are neither promised nor in use */
    struct coop_instance instances[COOP_INSTANCES_MAX];

    /* On a GPU (D1). Writers: arriving leaders count themselves, on their compute unit and by the rank that
     * they have there; the scheduler writes the rest, where the numbers of each rank begin. */
    coop_word32 units[COOP_UNITS_MAX];
    coop_word32 ranks[COOP_RANKS_MAX];
    coop_u32 rank_begins[COOP_RANKS_MAX];
    coop_u32 is_by_rank;
    coop_u32 scheduler_place;
    coop_u8 pad7[COOP_LINE_BYTES - 8];
    /* The slots, of 16 bits, of the first work-groups on each compute unit; 0: none. Writers: their owners,
     * behind the poll; readers: those that come for leases. */
    coop_word64 unit_slots[COOP_UNITS_MAX][COOP_UNIT_WORDS];
};
COOP_SIZE_IS(struct coop_control, 14 * COOP_LINE_BYTES + (COOP_UNITS_MAX + 2 * COOP_RANKS_MAX) * 4 +
                                      COOP_UNITS_MAX * COOP_UNIT_WORDS * 8 + COOP_SLOTSET_WORDS * 8 +
                                      COOP_INSTANCES_MAX * sizeof(struct coop_instance));

#if COOP_ON_DEVICE || !defined(__cplusplus)
_Static_assert(sizeof(struct coop_control) <= COOP_CONTROL_BYTES_MAX, "the control block stays below 80 KiB");
#endif

#endif
