/* The work-group's own state, in local memory: what it works on, and what its next step is.
 *
 * Stands on: shared/control.h, mailbox.cl. The leader writes it between the two barriers of the megakernel's
 * loop (entry.cl); all work-items read it outside them. */

/* What a step function returns: an operation (shared/op.h), and the state to go on at. */
#define COOP_NEXT(op, state) (((uint)(op) << 24) | (uint)(state))
#define COOP_NEXT_OP(next) ((next) >> 24)
#define COOP_NEXT_STATE(next) ((next)&0xffffffu)

/* A work-group looks whether it must drain where `steps` is a multiple of it (worker.cl). */
#define COOP_WORKER_LOOK 16u

union coop_module_locals;

/* What the scheduler remembers between its rounds. Only the leader writes it. */
struct coop_scheduler_table;
struct coop_scheduler_memory {
    local struct coop_scheduler_table *table; /* in the place of a kernel's local variables (table.cl) */
    struct coop_doorbells doorbells; /* as they were before the poll */
    uint slot_count;
    uint local_items;
    uint held;          /* a bit for each entry that it has taken and has not finished */
    uint next_sequence; /* of the posting to be taken next (C4) */
    uint is_missing;    /* the last round has seen a later posting but not this one */
};

#if COOP_STRUCTURED
/* Logical work-groups of a regular kernel for the work-items of a step (draw.cl). */
struct coop_drawn {
    ulong group_at[3]; /* of the first one */
    uint count;        /* 0: the step ends */
};
#endif

struct coop_group {
    /* The step. */
    uint kernel_index;
    uint state;
    uint begins;
    uint has_work;     /* 0: no step to run in this round */
    uint runs;         /* 0: the work-group leaves the megakernel */
    uint active_items; /* work-items that run the step; fewer than the work-group's in small or edge groups */
    uint slot;
    ulong join; /* COOP_LEASE_JOIN: how it has come, in the place of another; 0: when the megakernel began */
    uint steps; /* steps that have ended, for `doing` */
    uint op;       /* the leader's: the operation that it performs, or has performed last */
    uint op_state; /* the leader's: where that operation stands */
    /* The leader's: the operation that it has put off, and that it may perform in the next round (W2) */
    uint pending;

    /* Copies from control->setup and the slot, which never change, so that no step reads global memory for
     * them. */
    uint items; /* of the work-group */
#if COOP_LOOPS
    uint item; /* that is in its step now (item.cl) */
#endif
    uint trace_capacity;
    uint trace_barriers;
    uint trace_flow;
    uint passes; /* it may take the shortest way through a global barrier (coop_worker_pass) */
    global coop_word64 *doing;

    /* The leader's step writes these, and they are constant between the barriers: what it asked for, and
     * where it was. */
    uint next;
    uint stepped_sequence;
    uint stepped_group;
    uint stepped_state;

    /* The frame. */
    uint instance_index;
    uint sequence;
    uint flags;
    uint kills_max;
    uint transmit_bytes;
    uint logical_groups_done;
    uint draw_shares; /* the parts that a draw takes one of (draw.cl) */
    uint draw_most;   /* that it takes at most */
    uint drew;        /* how many the last draw took, and when it was, by coop_ticks: where draws are paced */
    ulong drew_at;
    ulong draw_total; /* the logical work-groups of a regular kernel */
    ulong drawn;      /* of them the next that is drawn and not begun, ... */
    ulong drawn_end;  /* ... and behind the last one */
#if COOP_STRUCTURED
    uint begun;       /* how many a step begins with: all work-items read it there, and no other count */
    uint ahead_count; /* how many it has drawn while its work-group ran these, and the first one */
    ulong ahead;
    ulong step_ns; /* when the step began */
    uint drains;   /* whether a step with barriers must end: the leader writes it in front of one of them */
    struct coop_drawn next_drawn[2]; /* in turns: who is late reads one while the leader writes the other */
#endif
    ulong phase;

    global uchar *arena;
#if COOP_ARGS_ARE_COPIED
    COOP_ALIGNED(128) uchar args[COOP_ARGS_BYTES_MAX];
#else
    global const uchar *args;
#endif
    global struct coop_control *control;
    global struct coop_instance *instance;

    COOP_PARTS_OF_GROUP

    /* The index space, as the work-item functions see it (workitem.cl). */
    uint dimensions;
    uint local_items[3]; /* as enqueued */
    uint edge_items[3];  /* of this logical group */
    ulong groups[3];
    ulong group_at[3];
    ulong global_items[3];
    ulong global_offset[3];

    ulong transmit_in[COOP_TRANSMIT_BYTES_MAX / 8];
    ulong transmit_out[COOP_TRANSMIT_BYTES_MAX / 8];

    struct coop_scheduler_memory scheduler;
};

static inline global uchar *coop_pointer(global uchar *arena, ulong offset)
{
#if defined(COOP_IMPORTS) && COOP_IMPORTS /* it may lead out of the arena, which is no object then */
    return offset != 0 ? (global uchar *)((ulong)arena + offset) : (global uchar *)0;
#else
    return offset != 0 ? arena + offset : (global uchar *)0;
#endif
}

/* Copy whole words of launched arguments or transmitted values into local memory and out of it. The areas are
 * padded to whole words. */
static inline void coop_copy_in(local void *into, global const void *from, uint bytes)
{
    for (uint i = 0; i < (bytes + 7u) / 8u; i++) {
        ((local ulong *)into)[i] = ((global const ulong *)from)[i];
    }
}

static inline void coop_copy_out(global void *into, local const void *from, uint bytes)
{
    for (uint i = 0; i < (bytes + 7u) / 8u; i++) {
        ((global ulong *)into)[i] = ((local const ulong *)from)[i];
    }
}

/* Loads the address whatever the offset is, beside the load of the offset and not after it. */
#define COOP_POINTER(coop, type, offset) ((type)coop_pointer((coop)->arena, (offset)))

/* W2: an operation that ends the work-group waits for the next round. Otherwise the launch might be complete
 * before another work-item says that it did not ask for that operation. By the next round the work-item has
 * said so, and the leader drains instead. True when `op` is put off. */
static int coop_group_puts_off(local struct coop_group *coop, uint op)
{
    if (COOP_LOOPS || coop->items == 1 || coop->pending != COOP_OP_NONE) { /* nobody else can say so */
        return 0;
    }
    coop->pending = op;
    coop->has_work = 0;
    return 1;
}

/* The id that decides whose turn it is to be killed (shared/groups.h). */
static inline uint coop_group_kill_id(local const struct coop_group *coop)
{
    return coop->flags & COOP_INSTANCE_KILLS_ANY ? COOP_GROUPS_ANY_GROUP : (uint)coop->group_at[0];
}

static inline global struct coop_slot *coop_slot_at(global struct coop_control *control, uint slot)
{
    return (global struct coop_slot *)((global uchar *)control + control->setup.slots_at) + slot;
}

/* Shows the host where the work-group is. Relaxed: the store publishes nothing; the host compares the word
 * with its earlier value. */
static inline void coop_slot_show(local struct coop_group *coop, uint op, uint state)
{
    coop_store64_relaxed(coop->doing, COOP_DOING(op, state, coop->steps));
}
