/* The fewest work-groups with which a periodic job meets its deadline, learnt from its last jobs. Pure
 * functions of what they are told.
 *
 * Stands on: types.h. Used by: series.h; tests directly.
 *   A1  a job whose time comes near the limit (four fifths of it) gets more work-groups: as many as would
 *       bring it down to the aim, two thirds of the limit, if its time fell as they grow in number; at least
 *       one more. What is left is for the host, which by copies learns of the end up to an eighth later.
 *   A2  after COOP_AUTOMATIC_CALM jobs of which the longest would, with fewer, still have taken no more than
 *       the aim, it gets as few as that.
 *   A3  a number that has missed the limit is not tried again for COOP_AUTOMATIC_MEMORY jobs.
 *   A4  it begins with the most, since a missed deadline cannot be taken back.
 *   A5  a job that had fewer than its number, since others can leave no more, counts for A2 as if its time
 *       fell as they grow in number. One that was slow with fewer says nothing. */
#ifndef COOP_SHARED_AUTOMATIC_H
#define COOP_SHARED_AUTOMATIC_H

#include "coop/shared/types.h"

#define COOP_AUTOMATIC_CALM 4
#define COOP_AUTOMATIC_MEMORY 64

struct coop_automatic {
    coop_u64 longest_ns;  /* of the jobs since the number changed */
    coop_u32 most;        /* work-groups, at least 1 */
    coop_u32 groups;      /* of the next job, 1 .. most */
    coop_u32 least;       /* below which some job missed the limit */
    coop_u32 calm;        /* jobs since the number changed */
    coop_u32 forget_jobs; /* until `least` is 1 again */
    coop_u32 had_room;    /* the job began with more room than its own (V9) */
};

/* As coop_policy_entry. */
#if COOP_ON_DEVICE
#define COOP_AUTOMATIC local struct coop_automatic
#else
#define COOP_AUTOMATIC struct coop_automatic
#endif

static inline void coop_automatic_begin(COOP_AUTOMATIC *automatic, coop_u32 most)
{
    automatic->longest_ns = 0;
    automatic->most = most;
    automatic->groups = most;
    automatic->least = 1;
    automatic->calm = 0;
    automatic->forget_jobs = 0;
    automatic->had_room = 0;
}

/* The fewest that would bring a job of `ns` down to the aim. */
static inline coop_u32 coop_automatic_wanted(const COOP_AUTOMATIC *automatic, coop_u64 ns, coop_u64 limit_ns)
{
    coop_u64 aim_ns = limit_ns / 3 * 2 + 1;
    coop_u64 groups = (automatic->groups * ns + aim_ns - 1) / aim_ns;

    return groups >= automatic->most ? automatic->most : groups < 1 ? 1 : (coop_u32)groups;
}

static inline void coop_automatic_change(COOP_AUTOMATIC *automatic, coop_u32 groups)
{
    automatic->groups = groups < automatic->least ? automatic->least : groups;
    automatic->calm = 0;
    automatic->longest_ns = 0;
}

/* Tells how long a job took with automatic->groups, from when it was due to its end; then `groups` is the
 * next one's number.
 * limit_ns  that it may take, at least 1 and at most 2^48 */
static inline void coop_automatic_note(COOP_AUTOMATIC *automatic, coop_u64 ns, coop_u64 limit_ns)
{
    coop_u32 wanted;

    ns = ns >> 48 != 0 ? (coop_u64)1 << 48 : ns; /* four days, so that no product overflows */
    if (automatic->forget_jobs > 0 && --automatic->forget_jobs == 0) {
        automatic->least = 1;
    }
    if (ns > limit_ns) { /* A3 */
        automatic->least = automatic->groups < automatic->most ? automatic->groups + 1 : automatic->most;
        automatic->forget_jobs = COOP_AUTOMATIC_MEMORY;
    }
    if (ns > limit_ns / 5 * 4) { /* A1 */
        wanted = coop_automatic_wanted(automatic, ns, limit_ns);
        if (wanted <= automatic->groups && automatic->groups < automatic->most) {
            wanted = automatic->groups + 1;
        }
        coop_automatic_change(automatic, wanted);
        return;
    }
    automatic->calm++;
    automatic->longest_ns = ns > automatic->longest_ns ? ns : automatic->longest_ns;
    if (automatic->calm >= COOP_AUTOMATIC_CALM) { /* A2 */
        wanted = coop_automatic_wanted(automatic, automatic->longest_ns, limit_ns);
        coop_automatic_change(automatic, wanted < automatic->groups ? wanted : automatic->groups);
    }
}

/* The same of a job with `groups`, fewer than automatic->groups (A5). */
static inline void coop_automatic_note_fewer(COOP_AUTOMATIC *automatic, coop_u32 groups, coop_u64 ns,
                                             coop_u64 limit_ns)
{
    if (ns <= limit_ns / 5 * 4) {
        ns = (groups * ns + automatic->groups - 1) / automatic->groups;
        coop_automatic_note(automatic, ns, limit_ns);
    }
}

#endif
