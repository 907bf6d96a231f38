/* A domain's record in a team of several domains: the words by which the broker, a thread of the host, and
 * the domain's scheduler move tasks between domains that do not share memory.
 *
 * Stands on: types.h. Used by: device/serve.clh (the scheduler), device/team.clh (leaders), host/team (the
 * broker), tests and models. The record lies in the domain's own memory, in front of its set of queues. The
 * host may reach it by copies alone: each word is 8 aligned bytes, which a copy moves whole, and has one
 * writer, so that nobody needs to add or to compare from afar.
 *
 *     broker                                          scheduler
 *     request = {n, most}, ring              ────▶    copies tasks into the export box
 *                                                     outstanding −= count; exported = {n, count}
 *     reads the box                          ◀────
 *     writes the box, imported = {n, count}, ring ──▶ outstanding += count; publishes; taken = {n, …}
 *
 *   A1  each task is in one queue, with one work-group, in one box, or with the broker.
 *   A2  a word has one writer; a domain has at most one request and one import under way.
 *   A3  a domain counts imported tasks before it publishes them, and both before `taken`; it takes exported
 *       ones from its count before `exported`.
 *   A4  a domain whose count is 0 stays at 0 until the broker brings something.
 *   A5  a work-group takes a count of 0 for "nothing at the moment", and ends at `over` alone.
 *   A6  a domain that is lost is seen within a deadline, and nobody waits for it longer.
 * Why these are enough: docs/protocol/queue.md#domains; the search: tests/model/team.pml. */
#ifndef COOP_SHARED_MEMBER_H
#define COOP_SHARED_MEMBER_H

#include "coop/shared/types.h"

enum coop_member_ready {
    COOP_MEMBER_ABSENT, /* its launch has not begun */
    COOP_MEMBER_READY,
    COOP_MEMBER_ENDED
};

enum coop_member_over {
    COOP_OVER_NOT,
    COOP_OVER_DONE,  /* there is no task in any domain */
    COOP_OVER_FAILED /* the team has failed */
};

struct coop_member {
    /* Writer: the broker. */
    coop_word64 request;  /* {number, COOP_REQUEST}: fill the export box; at so many tasks take no further
                             share, and take those first that are wanted */
    coop_word64 imported; /* {number, count}: the import box holds so many */
    coop_word64 over;     /* enum coop_member_over */
    coop_u8 pad0[COOP_LINE_BYTES - 24];

    /* Writer: the scheduler. */
    coop_word64 exported; /* {number, count}: that has been done; the box is the broker's */
    coop_word64 taken;    /* {number, left}: they are counted and published, and the box is the broker's
                             again; so many tasks lie in the inbox's overflow area */
    coop_word64 hunger;   /* {number, COOP_HUNGER}; a new number: somebody is hungry, or nobody any more */
    coop_word64 ready;    /* enum coop_member_ready */
    coop_u8 pad1[COOP_LINE_BYTES - 32];

    /* Writers: leaders, by adding. */
    coop_word64 done; /* tasks run, brought up to date now and then */
    coop_word32 idle; /* work-groups that have found nothing for a while */
    /* Writers: schedulers of the domain's devices. */
    coop_word32 present; /* devices whose launch is there */
    coop_word32 server;  /* the device whose scheduler serves, counted from 1; 0: none */
    coop_u8 pad2[COOP_LINE_BYTES - 20];
};
COOP_SIZE_IS(struct coop_member, 3 * COOP_LINE_BYTES);

/* A word of a number, which only grows, and what belongs to it. */
static inline coop_u64 coop_member_word(coop_u32 number, coop_u32 value)
{
    return (coop_u64)number << 32 | value;
}

static inline coop_u32 coop_member_number(coop_u64 word)
{
    return (coop_u32)(word >> 32);
}

static inline coop_u32 coop_member_value(coop_u64 word)
{
    return (coop_u32)word;
}

/* The value of `request`: at so many tasks, fewer than 2^30, no further share is taken; and the class of
 * tasks (enum coop_team_class, team.h) that the domain which gets them had better have. */
#define COOP_REQUEST(most, wants) ((coop_u32)(wants) << 30 | ((coop_u32)(most)&0x3fffffffu))
#define COOP_REQUEST_MOST(value) ((coop_u32)(value)&0x3fffffffu)
#define COOP_REQUEST_WANTS(value) ((coop_u32)(value) >> 30)

/* The value of `hunger`: hungry work-groups, and all that there are. */
#define COOP_HUNGER(idle, groups) (((coop_u32)(idle)&0xffffu) << 16 | ((coop_u32)(groups)&0xffffu))
#define COOP_HUNGER_IDLE(value) ((coop_u32)(value) >> 16)
#define COOP_HUNGER_GROUPS(value) ((coop_u32)(value)&0xffffu)

#endif
