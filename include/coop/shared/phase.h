/* The phase word of an instance tells the waiting work-groups that a barrier is complete: the phase in the
 * upper 48 bits, bit 15 set where it was a resizing barrier, M after the barrier in the bits below. One store
 * writes all three, so that no reader sees one without the others.
 *
 * Stands on: types.h, limits.h. Used by: cl/barrier.cl, cl/resize.cl and cl/round.cl, tests and models
 * (directly).
 *   R1  the phase only grows, over all the instances that use the same table entry.
 *   R2  a work-group knows its own phase; it never reads it back from memory when it arrives.
 *   R3  a work-group that waits with phase g lives on exactly when it sees g + 1 and its id is below M. Only
 *       a work-group that ended at the barrier can see a later phase, since a survivor would have had to
 *       arrive at the next barrier. A non-resizing barrier ends no work-group. */
#ifndef COOP_SHARED_PHASE_H
#define COOP_SHARED_PHASE_H

#include "coop/shared/limits.h"
#include "coop/shared/types.h"

#define COOP_PHASE_RESIZING ((coop_u64)1 << 15)
COOP_STATIC_ASSERT(COOP_SLOTS_MAX - 1 <= 0x7fff, "M has fifteen bits");

static inline coop_u64 coop_phase_make(coop_u64 phase, coop_u32 active)
{
    return (phase << 16) | active;
}

static inline coop_u64 coop_phase_number(coop_u64 release)
{
    return release >> 16;
}

static inline coop_u32 coop_phase_active(coop_u64 release)
{
    return (coop_u32)(release & 0x7fffu);
}

/* A work-group waited with `phase` at a barrier: was that barrier of the other kind (P9)? */
static inline int coop_phase_clashes(coop_u64 release, coop_u64 phase, int resizes)
{
    if (coop_phase_number(release) !=
        phase + 1) { /* the work-group ended there, as it can at a resizing barrier (R3) */
        return !resizes;
    }
    return ((release & COOP_PHASE_RESIZING) != 0) != (resizes != 0);
}

static inline int coop_phase_survives(coop_u64 release, coop_u64 phase, coop_u32 group_id)
{
    return coop_phase_number(release) == phase + 1 && group_id < coop_phase_active(release);
}

#endif
