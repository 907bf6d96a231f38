/* Slots: the occupant work-groups of the megakernel, and the frames through which they get work.
 *
 * Stands on: types.h, limits.h, op.h. Protocol: docs/protocol.md#slot. */
#ifndef COOP_SHARED_SLOT_H
#define COOP_SHARED_SLOT_H

#include "coop/shared/limits.h"
#include "coop/shared/op.h"
#include "coop/shared/types.h"

/* The slot word. The taker of the slot's bit out of a slot set (the scheduler or a forking leader) makes the
 * step FREE -> ASSIGNED, and likewise ASLEEP -> ASSIGNED, and then wakes the owner. The owner makes all other
 * steps. Not the word but the set that holds the slot's bit (struct coop_slotset) says that a free slot is
 * promised to one instance, so that promising and taking back need no hand-shake with the owner. */
enum coop_slot_word {
    COOP_SLOT_FREE = 0,
    COOP_SLOT_ASLEEP = 1, /* as FREE; the owner sleeps in the operating system and must be woken */
    COOP_SLOT_ASSIGNED = 2,
    COOP_SLOT_RUNNING = 3,
    COOP_SLOT_EXITED = 4,
    COOP_SLOT_AWAY = 5 /* its work-group has left for a lease; the slot is another one's soon (lease.h) */
};

/* Writer: the taker of the slot's bit, before ASSIGNED. Reader: the owner, after ASSIGNED. */
struct coop_frame {
    coop_u32 instance;   /* index into the instance table */
    coop_u32 group_id;   /* the work-group's id in the instance */
    coop_u32 state;      /* state of the step function to begin at; 0 is the kernel's beginning */
    coop_u32 num_groups; /* M when the frame was made */
    coop_u64 phase;      /* barriers that the instance has completed when this work-group begins (R2) */
    coop_u8 pad0[COOP_LINE_BYTES - 24];
    coop_u8 transmit[COOP_TRANSMIT_BYTES_MAX];
};
COOP_SIZE_IS(struct coop_frame, COOP_LINE_BYTES + COOP_TRANSMIT_BYTES_MAX);

/* Where a work-group is: the operation that it is in (op.h), or 0 while it runs its kernel; the state that
 * ended in the operation, or that it runs; and how many steps it has ended since the megakernel began, modulo
 * 2^32. Any progress of a work-group changes the word. */
#define COOP_DOING(op, state, steps) (((coop_u64)(steps) << 32) | ((coop_u64)(op) << 24) | (coop_u64)(state))
#define COOP_DOING_OP(doing) ((coop_u32)((doing) >> 24) & 0xffu)
#define COOP_DOING_STATE(doing) ((coop_u32)(doing)&0xffffffu)

/* What a work-group runs of a flow graph: the channel's tag, the level, and so many items. 0: no batch. */
#define COOP_SLOT_BATCH(tag, level, items) \
    ((coop_u64)(tag) | (coop_u64)(level) << 8 | (coop_u64)(items) << 16)
#define COOP_SLOT_BATCH_TAG(batch) ((coop_u32)(batch)&0xffu)
#define COOP_SLOT_BATCH_LEVEL(batch) ((coop_u32)((batch) >> 8) & 0xffu)
#define COOP_SLOT_BATCH_ITEMS(batch) ((coop_u32)((batch) >> 16))

struct coop_slot {
    coop_word32 word;     /* enum coop_slot_word */
    coop_word32 instance; /* owner writes, host reads: index into the instance table */
    coop_word64 doing;    /* owner writes, host reads: COOP_DOING */
    coop_word32 group_id; /* owner writes, host reads: the work-group's id in the instance */
    /* The id that goes with the slot in an instance whose ids have gaps. Writer: the scheduler, when it takes
     * the slot out of the free set (U1). Reader of the id: the taker of the slot out of the instance's
     * reserved set. */
    coop_u32 promised_to; /* launch number; 0: no such instance */
    coop_u32 promised_id;
    coop_u8 pad0[4];
    coop_word64 batch;   /* owner writes, host reads: COOP_SLOT_BATCH */
    coop_word64 flow_at; /* owner writes, host reads: where the batch's flow graph is in the arena */
    coop_u8 pad1[COOP_LINE_BYTES - 48];
    struct coop_frame frame;
};
COOP_SIZE_IS(struct coop_slot, COOP_SLOT_BYTES);

/* A set of slots: bit i of word i/64. A slot is in at most one set; the work-group that clears its bit has
 * the right to write its frame. Adding a slot releases, taking one acquires. */
struct coop_slotset {
    coop_word64 words[COOP_SLOTSET_WORDS];
};
COOP_SIZE_IS(struct coop_slotset, COOP_SLOTSET_WORDS * 8);

#endif
