/* Messages: what lies in memory between the work-groups that send, the host that carries, and the work-groups
 * that apply what has arrived. User's manual: docs/net.md#messages. Protocol: docs/protocol/message.md.
 *
 * Stands on: types.h, ring.h. Used by: device/message.clh and device/delivery.clh (on the device), host/net
 * (fills it, empties the queue, writes what arrives), tests and models (directly).
 *
 * A net's part of device memory begins with a struct coop_network, to which the kernel's parameter points.
 * All its places are distances in bytes from there, modulo 2^64, so that nobody needs to know where the arena
 * is.
 *
 *     work-group ── fills a slot ──▶ full ──▶ host ──▶ other ranks' hosts
 *         ▲                                    │                 │
 *         └────────────── free ◀───────────────┘                 ▼
 *                                         inbound places ──▶ delivery work-groups
 *
 * A *slot* has three rows of `width` words each: message i has word i of each row (row 0: its head; 1: its
 * place; 2: its value). Slots are numbers that go round: *free*, which the host puts and work-groups take;
 * open at one work-group; *full*, into which work-groups put and which the host alone takes, in order; the
 * host. An *inbound place* holds what came from one rank in one buffer: messages as rows, one behind the
 * other.
 *
 * Invariants:
 *   B1   a slot is in exactly one place: free, open at one work-group, full, or with the host. Who takes it
 *        from a ring alone owns it.
 *   B2   a place of an open slot has one writer: the work-item whose addition to the local word `place` has
 *        drawn it. What is drawn at `width` or above is no place.
 *   B3   an open slot is published once: by the work-item whose write is the last of `width`, or by the
 *        leader between two steps. A published slot's messages are all there.
 *   B4   each ring has at least as many places as there are slots, a power of two. So putting never waits.
 *   B5   a work-group has at most one open slot, and one with at least one message. There are more slots than
 *        work-groups. So who waits for a free slot waits for the host alone. With COOP_MESSAGE_DRAW=sub_group
 *        this holds for each 32 work-items in place of the work-group. Where each message draws a slot of its
 *        own (item), a work-item has it for one send, in which it waits for nobody.
 *   B6   no wait of the host or of a delivery work-group is for a sender.
 *   B7   the ticket word only grows, and is above a slot's ticket only if each of its messages is applied at
 *        its destination. A work-group is quiet when the word is above its last ticket.
 *   B8   an inbound place is written by the host while it is not filled, and read by the one delivery
 *        work-group that has taken its ticket, until this says that it is applied.
 *   B9   each message is applied once, at its destination alone, with the order release: who sees what it has
 *        done sees what was applied before it was sent.
 *   B10  a work-group ends with no open slot.
 *   B11  what a work-group has sent that offer_kill ends, or suspends, is applied by then. What one has sent
 *        that a resizing barrier ends is known to those that go on behind it. So a quiet of those that go on,
 *        or of who is resumed in its place, is behind its messages, too.
 *   B12  a call's rows lie next to each other in a slot, in a buffer and in an inbound place. A rank's calls
 *        of handlers that coop_handlers names run one at a time: by the leader that holds `handling`. Those
 *        of coop_handlers_parallel take no turn: the work-item runs one that has its first row among its
 *        share of the place.
 *   B13  an inbound place with calls is applied when its handlers have returned, at all work-items, and what
 *        they have sent is published. So who has seen it applied finds in `full` what they sent.
 *   B14  the work-groups of an instance that come to a net barrier have read the same `meet_answered`: each
 *        reads it before it arrives at the instance's barrier, and the host changes it only when it has taken
 *        what is published behind that barrier (B15).
 *   B15  a net barrier is published once at each rank: by the work-group that has raised `meet_claimed`, in a
 *        slot of its own, behind the instance's barrier. So the slots that its work-groups had published have
 *        lower tickets.
 *   B16  the host raises `meet_answered` when all ranks' hosts have told that their launches have come to
 *        this net barrier, and tells so when everything in slots of lower tickets is applied. So who has seen
 *        it changed sees what all had sent.
 * Source: Orr, "Fine-grain task aggregation and coordination on GPUs" (doctoral thesis, chapter 5: Gravel)
 * has one ring of slots whose places are drawn first, and lets the host apply. */
#ifndef COOP_SHARED_MESSAGE_H
#define COOP_SHARED_MESSAGE_H

#include "coop/shared/ring.h"
#include "coop/shared/types.h"

/* coopc sets it for modules that use messages; other modules need none of this. */
#if !COOP_ON_DEVICE || (defined(COOP_MESSAGE) && COOP_MESSAGE)

#define COOP_NETWORK_MAGIC 0x4e776f63u /* "cowN" */
#define COOP_NETWORK_VERSION 3u

#define COOP_MESSAGE_ARRAYS_MAX 64u
#define COOP_MESSAGE_COLUMNS 3u         /* words of a message */
#define COOP_MESSAGE_WIDTH_DEFAULT 256u /* a slot has as many messages, or as the local size if it is more */
#define COOP_MESSAGE_WIDTH_MAX ((1u << COOP_RING_COUNT_BITS) - 1u)
#define COOP_MESSAGE_SLOTS_MAX (1u << COOP_RING_BLOCK_BITS)
#define COOP_INBOUND_PLACES_MAX 4096u

/* What a message does to its element. Unsigned, of the element's width. */
enum coop_message_operation {
    COOP_MESSAGE_NONE, /* no message */
    COOP_MESSAGE_PUT,
    COOP_MESSAGE_ADD,
    COOP_MESSAGE_MIN,
    COOP_MESSAGE_MAX,
    COOP_MESSAGE_OR,
    COOP_MESSAGE_ELEMENT_OPERATIONS, /* those above name an element */
    /* A call of a handler: a row for each 16 bytes of its parameters. */
    COOP_MESSAGE_CALL = COOP_MESSAGE_ELEMENT_OPERATIONS, /* its first row */
    COOP_MESSAGE_MORE,                                   /* its other rows */
    COOP_MESSAGE_SKIP, /* nothing: the end of a slot that a call does not fit into */
    COOP_MESSAGE_MEET, /* to the own host: the launch has come to net barrier `place`, with `value` */
    COOP_MESSAGE_OPERATIONS
};

/* Handlers are numbered from 1 on, those of coop_handlers_parallel from behind this. */
#define COOP_HANDLER_PARALLEL 32u
/* COOP_HANDLERS, which coopc sets: of which kinds a module has handlers. */
#define COOP_HANDLERS_IN_TURN 1
#define COOP_HANDLERS_AT_ONCE 2

#define COOP_CALL_BYTES_MAX 48u /* of a call's parameters */
#define COOP_CALL_ROWS_MAX 3u
#define COOP_CALL_WORDS 6

static inline coop_u32 coop_call_rows(coop_u32 bytes)
{
    return bytes > 16u ? (bytes + 15u) / 16u : 1u;
}

/* A message, as it lies in an inbound place and on the wire. In a slot its words are in different rows. */
struct coop_message {
    coop_u64 head;  /* coop_message_head */
    coop_u64 place; /* of the element among its owner's; the sender has checked that it is one */
    coop_u64 value;
};
COOP_SIZE_IS(struct coop_message, COOP_MESSAGE_COLUMNS * 8);

/* A head, from bit 0: the operation (8 bits), the number of the array or the handler (16), 8 bits, the
 * destination (32). The 8 bits are 0 but in rows of a call: in the first one how many rows it has, in the
 * others which one it is, from 1 on. `place` and `value` of a call's row are words of its parameters. */
static inline coop_u64 coop_message_head(coop_u32 operation, coop_u32 array, coop_u32 rank)
{
    return (coop_u64)rank << 32 | (coop_u64)(array & 0xffffu) << 8 | (operation & 0xffu);
}

static inline coop_u32 coop_message_operation(coop_u64 head)
{
    return (coop_u32)head & 0xffu;
}

static inline coop_u32 coop_message_array(coop_u64 head)
{
    return (coop_u32)(head >> 8) & 0xffffu;
}

static inline coop_u64 coop_call_head(coop_u32 operation, coop_u32 handler, coop_u32 row, coop_u32 rank)
{
    return coop_message_head(operation, handler, rank) | (coop_u64)row << 24;
}

static inline coop_u32 coop_call_row(coop_u64 head)
{
    return (coop_u32)(head >> 24) & 0xffu;
}

static inline coop_u32 coop_message_rank(coop_u64 head)
{
    return (coop_u32)(head >> 32);
}

/* What ranks meet for at a net barrier, in the place of the array in the head of COOP_MESSAGE_MEET. */
enum coop_meet_kind { COOP_MEET_BARRIER, COOP_MEET_SUM, COOP_MEET_MAX, COOP_MEET_KINDS };

/* In `meet_members`: work-groups that have come with a kind, 20 bits for each. */
#define COOP_MEET_MEMBER(kind) ((coop_u64)1 << 20u * (kind))

static inline coop_u64 coop_meet_combine(coop_u32 kind, coop_u64 a, coop_u64 b)
{
    return kind != COOP_MEET_MAX ? a + b : a > b ? a : b;
}

/* A row of a slot in words, and a slot in bytes. */
static inline coop_u64 coop_message_slot_bytes(coop_u32 width)
{
    return (coop_u64)COOP_MESSAGE_COLUMNS * 8u * width;
}

/* An array. Writer: the host, before any launch that names the array. */
struct coop_network_array {
    coop_u64 elements;      /* of all ranks together; 0: there is no such array */
    coop_u64 block;         /* elements of a rank's part where they are spread by blocks; 0: cyclic */
    coop_u64 own_at;        /* this rank's part */
    coop_u64 own_count;     /* its elements */
    coop_u32 element_bytes; /* 4 or 8 */
    coop_u32 pad0;
    coop_u64 pad1[3];
};
COOP_SIZE_IS(struct coop_network_array, COOP_LINE_BYTES);

/* The rank that has an element, and its place there. The index is one of the array's. */
static inline coop_u32 coop_message_home(coop_u64 block, coop_u32 ranks, coop_u64 index)
{
    return (coop_u32)(block > 0 ? index / block : index % ranks);
}

static inline coop_u64 coop_message_place(coop_u64 block, coop_u32 ranks, coop_u64 index)
{
    return block > 0 ? index % block : index / ranks;
}

/* An inbound place. The host writes messages, then `messages`, `source` and `calls`, then `filled`; it writes
 * into the place of ticket t again only when `applied` is t + 1. Tickets count up from 0; place: ticket
 * modulo the number of places. */
struct coop_inbound {
    coop_word64 filled; /* ticket + 1; writer: the host; 0 at the beginning */
    coop_u32 messages;
    coop_u32 source; /* the rank that it came from; for people */
    coop_u32 calls;  /* first rows of calls among the messages */
    coop_u32 reserved;
    coop_u8 pad0[COOP_LINE_BYTES - 24];
    coop_word64 applied; /* ticket + 1; writer: the delivery work-group that has applied it (B8) */
    coop_u8 pad1[COOP_LINE_BYTES - 8];
};
COOP_SIZE_IS(struct coop_inbound, 2 * COOP_LINE_BYTES);

/* What the device counts; the host reads it afterwards. Messages to the own rank that the sender applies
 * itself are in no slot. */
enum coop_network_count {
    COOP_NETWORK_SENT,   /* messages in published slots; of a call its rows, as wherever they are counted */
    COOP_NETWORK_DIRECT, /* messages that the sender has applied itself */
    COOP_NETWORK_PUBLISHED, /* slots */
    COOP_NETWORK_WHOLE,     /* of these, whole ones */
    COOP_NETWORK_WAITS,     /* times that a work-item found no free slot */
    COOP_NETWORK_APPLIED,   /* messages from inbound places */
    COOP_NETWORK_BUFFERS,   /* inbound places applied */
    COOP_NETWORK_CALLS,     /* handlers that have run */
    COOP_NETWORK_COUNTS = 8
};

/* Why a net does not fit, in the detail of COOP_FAILURE_MESSAGE_NET: one of these, and a number of the
 * net. */
enum coop_network_misfit {
    COOP_NETWORK_FITS,
    COOP_NETWORK_NONE,        /* the memory holds none, or one of another version */
    COOP_NETWORK_FEWER_SLOTS, /* not more slots than work-groups may run (B5); with the number of slots */
    COOP_NETWORK_SEVERAL,     /* plain OpenCL C, where no host is beside the kernel, and more than one rank */
    COOP_NETWORK_NARROW       /* slots that a call does not fit into; with their width */
};
#define COOP_NETWORK_MISFIT(what, number) ((coop_u32)(what) << 24 | (number))

struct coop_network {
    /* Writer: the host, before the first launch. */
    coop_u32 magic;
    coop_u32 version;
    coop_u32 rank;
    coop_u32 ranks;
    coop_u32 slot_count;     /* more than work-groups may run (B5) */
    coop_u32 width;          /* messages of a slot, at most COOP_MESSAGE_WIDTH_MAX */
    coop_u32 places;         /* of each of the two rings: a power of two, at least slot_count */
    coop_u32 inbound_places; /* a power of two */
    coop_u32 inbound_bytes;  /* of one inbound place's messages, a multiple of 8 */
    coop_u32 pad0;
    coop_u64 wait_ns;    /* how long a send waits for a free slot before the launch fails */
    coop_u64 timeout_ns; /* how long messages stay in an open slot while the work-group has operations */
    coop_u64 bytes;      /* all of the net's memory */
    /* Distances from here. */
    coop_u64 slots_at;        /* coop_u64 [slot_count][COOP_MESSAGE_COLUMNS][width] */
    coop_u64 free_at;         /* coop_word64 [places]: coop_ring_entry(ticket, places, slot, 0, 0) */
    coop_u64 full_at;         /* coop_word64 [places]: coop_ring_entry(ticket, places, slot, messages, 0) */
    coop_u64 inbound_at;      /* struct coop_inbound [inbound_places] */
    coop_u64 inbound_data_at; /* struct coop_message: place i at i * inbound_bytes */
    coop_u8 pad1[2 * COOP_LINE_BYTES - 104];

    /* Writers: work-items that take a free slot, by exchange. */
    coop_word64 free_taken;
    coop_u8 pad2[COOP_LINE_BYTES - 8];
    /* Writers: work-items that publish, by adding. Tickets drawn: the host may read it, as a hint. */
    coop_word64 full_tickets;
    coop_u8 pad3[COOP_LINE_BYTES - 8];
    /* Writers: delivery work-groups that take an inbound place, by exchange. */
    coop_word64 inbound_taken;
    coop_u8 pad4[COOP_LINE_BYTES - 8];

    /* Writer: the host, while kernels run. */
    coop_word64 quiet_ticket; /* everything in slots of lower tickets is applied (B7) */
    coop_word32 is_lost;      /* not 0: the net has failed, and so do launches that use it */
    coop_word32 deliver_stop; /* not 0: delivery ends once nothing is filled */
    /* Changes behind each change of `filled` and of deliver_stop. Where it can, the host also wakes those
     * that sleep on it; nobody sleeps for long. */
    coop_word32 inbound_bell;
    coop_u32 pad5;
    coop_word64 meet_result;   /* of the last net barrier; written before meet_answered */
    coop_word64 meet_answered; /* net barriers that all ranks have come to (B16) */
    coop_u8 pad6[COOP_LINE_BYTES - 40];

    /* Writers: work-groups. In plain OpenCL C the first fault stays here: enum coop_failure, and details. */
    coop_word32 fault;
    coop_u32 fault_array;
    coop_u64 fault_index;
    coop_word32 deliver_sleeps; /* delivery work-groups that sleep on inbound_bell: a hint */
    coop_u32 pad7;
    coop_word64
        barrier_last;     /* of work-groups at resizing barriers, the highest last ticket + 1; by maximum */
    coop_word64 handling; /* 1: a delivery leader runs handlers (B12); in plain OpenCL C any leader */
    coop_u8 pad8[COOP_LINE_BYTES - 40];
    coop_word64 counts[COOP_NETWORK_COUNTS]; /* enum coop_network_count; by adding */

    /* Net barriers. Writers: work-groups that come to one, by adding and by maximum; who has raised
     * meet_claimed, by a store of 0. */
    coop_word64 meet_members;   /* COOP_MEET_MEMBER */
    coop_word64 meet_values[3]; /* their values; in plain OpenCL C by turns, else the first one alone */
    coop_word64 meet_claimed;   /* net barriers that were published (B15); by exchange */
    /* Launches on the device that use the net, delivery among them. Writer: the scheduler. */
    coop_word64 launches;
    coop_u8 pad9[COOP_LINE_BYTES - 48];

    struct coop_network_array arrays[COOP_MESSAGE_ARRAYS_MAX];
};
COOP_SIZE_IS(struct coop_network, (9 + COOP_MESSAGE_ARRAYS_MAX) * COOP_LINE_BYTES);

#endif
#endif
