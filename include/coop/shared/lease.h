/* Leases: work-groups that leave the device, so that it runs other kernels, and others that come in their
 * places.
 *
 * Stands on: types.h. Used by: cl/lease.cl, cl/slot.cl; the host, tests and models. Protocol:
 * docs/protocol.md#lease.
 * The word `away` of a lease's queue has two counts. A work-group that is to leave adds 1 to the balance; one
 * that comes for the lease takes 1 off it, and adds 1 to those that have come. So each finds in the value
 * before whether one of the other kind was there first and has found nobody: then they cancel out. The host
 * sends as many as the lease has asked for, which may be more than have left. Those that find no place may
 * wait for room on a full device when the lease is long over. So the word is the queue's, not that of the
 * lease's entry: a queue is given to another lease when all have come. The third field says to which. */
#ifndef COOP_SHARED_LEASE_H
#define COOP_SHARED_LEASE_H

#include "coop/shared/types.h"

/*     bit 0                32         48          63
 *         | turn (32)      | come (16) | balance (16) | */
#define COOP_AWAY_LEAVES ((coop_u64)1 << 48)
#define COOP_AWAY_COMES (((coop_u64)1 << 32) - COOP_AWAY_LEAVES)

/* Those that have left and have not been replaced; negative: those that have come and found no place. */
static inline int coop_away_balance(coop_u64 away)
{
    coop_u32 balance = (coop_u32)(away >> 48);

    return (int)balance - (balance > 0x7fffu ? 0x10000 : 0);
}

/* How many have come, whether they have found a place or not. */
static inline coop_u32 coop_away_come(coop_u64 away)
{
    return (coop_u32)(away >> 32) & 0xffffu;
}

/* Which of the queue's leases, from 0. */
static inline coop_u32 coop_away_turn(coop_u64 away)
{
    return (coop_u32)away;
}

/* The megakernel's argument beside the control block: 0 where it begins; of those that come for the lease in
 * entry `index`, by `queue` of the run, these and the queue's turn. */
#define COOP_LEASE_JOIN(index, queue, turn) \
    ((coop_u64)(index) + 1u + ((coop_u64)(queue) << 16) + ((coop_u64)(turn) << 32))
#define COOP_LEASE_JOIN_ENTRY(join) ((coop_u32)((join)&0xffffu) - 1u)
#define COOP_LEASE_JOIN_QUEUE(join) ((coop_u32)((join) >> 16) & 0xffffu)
#define COOP_LEASE_JOIN_TURN(join) ((coop_u32)((join) >> 32))

#endif
