/* Leases: work-groups that leave the device, so that it runs other kernels, and others that come in their
 * places.
 *
 * Stands on: types.h. Used by: cl/lease.cl, cl/round.cl; the host, tests and models. Protocol:
 * docs/protocol.md#lease.
 * The word `away` of a lease's entry has two counts. A work-group that is to leave adds 1 to the balance; one
 * that comes for the lease takes 1 off it, and adds 1 to those that have come. So each finds in the value
 * before whether one of the other kind was there first and has found nobody: then they cancel out. */
#ifndef COOP_SHARED_LEASE_H
#define COOP_SHARED_LEASE_H

#include "coop/shared/types.h"

#define COOP_AWAY_LEAVES ((coop_u64)1 << 32)
#define COOP_AWAY_COMES ((coop_u64)1 - COOP_AWAY_LEAVES)

/* Those that have left and have not been replaced; negative: those that have come and found no place. */
static inline int coop_away_balance(coop_u64 away)
{
    return (int)(coop_u32)(away >> 32);
}

/* How many have come, whether they have found a place or not. */
static inline coop_u32 coop_away_come(coop_u64 away)
{
    return (coop_u32)away;
}

/* The megakernel's argument beside the control block: 0 where it begins; of those that come for the lease in
 * entry `index`, by queue `queue` of the run. */
#define COOP_LEASE_JOIN(index, queue) (((index) + 1u) | (queue) << 16)
#define COOP_LEASE_JOIN_ENTRY(join) (((join)&0xffffu) - 1u)
#define COOP_LEASE_JOIN_QUEUE(join) ((join) >> 16)

#endif
