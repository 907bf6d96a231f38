/* What the scheduler's plan knows of each kernel, and who is served before whom.
 *
 * Stands on: types.h, limits.h. Used by: policy_share.h, policy.h; tests directly. The claims Y1 to Y7 are
 * those of policy.h. */
#ifndef COOP_SHARED_POLICY_ENTRY_H
#define COOP_SHARED_POLICY_ENTRY_H

#include "coop/shared/limits.h"
#include "coop/shared/types.h"

/* EXPECTED: the next job of a series (series.h), for which work-groups are held before it is there. */
enum coop_policy_phase {
    COOP_POLICY_ABSENT = 0,
    COOP_POLICY_WAITING = 1,
    COOP_POLICY_RUNNING = 2,
    COOP_POLICY_EXPECTED = 3
};

struct coop_policy_entry {
    coop_u32 phase; /* enum coop_policy_phase */
    coop_u32 is_cooperative;
    coop_u32 can_shrink; /* of a regular one: it is elastic (S9a) */
    coop_u32 can_grow;
    coop_u32 wanted;   /* regular: work-groups; cooperative: the limit */
    coop_u32 active;   /* M */
    coop_u32 returned; /* how many of them have reached their end */
    coop_u32 priority;
    coop_u32 sequence;
    coop_u32 may_kill_all;
    coop_u32 is_suspended; /* waiting: it has started before, and goes on with one work-group */
    /* Of a suspended one: the latest sequence number when it was suspended; of an expected one, and of the
     * job that has come for it: when its work-groups were first held. 0: none */
    coop_u32 behind;
    /* Cooperative or elastic: work-groups that it keeps, 0: one. Regular: with how many it may start, 0: all
     * that it wants, of an elastic one: one. */
    coop_u32 least;
    coop_u32 weight; /* cooperative: its part of the share of a priority; 0: 1; at most COOP_WEIGHT_MAX */
    coop_u64 due_ns; /* regular: when it is to have ended, by the device's clock; 0: at no certain time */
    coop_u32 start;  /* out: work-groups to start with now; 0: not yet, or running already. Expected: held */
    coop_u32 target; /* out: cooperative or elastic, and running or starting: M as it should be */
    coop_u32 need;   /* out: waiting: work-groups that it must have to start */
    coop_u32 is_displaced; /* out: cooperative: its last work-group may go, too */
};

/* An entry of the table in which the plan is made. On a device the table lies in local memory: only the
 * leader uses it, and private memory would be set aside for every work-item. */
#if COOP_ON_DEVICE
#define COOP_POLICY_ENTRY local struct coop_policy_entry
#else
#define COOP_POLICY_ENTRY struct coop_policy_entry
#endif

static inline coop_u32 coop_policy_min(coop_u32 a, coop_u32 b)
{
    return a < b ? a : b;
}

/* Does it run, now or as soon as the plan is carried out? A kernel that starts for the first time is counted
 * apart. */
static inline int coop_policy_runs(const COOP_POLICY_ENTRY *entry)
{
    return entry->phase == COOP_POLICY_RUNNING || (entry->is_suspended && entry->start > 0);
}

/* M of an entry that runs. */
static inline coop_u32 coop_policy_active(const COOP_POLICY_ENTRY *entry)
{
    return entry->active + (entry->phase != COOP_POLICY_RUNNING);
}

/* Is the number of this entry's work-groups fixed until it ends? */
static inline int coop_policy_is_fixed(const COOP_POLICY_ENTRY *entry)
{
    return entry->returned > 0 || (!entry->can_shrink && !entry->can_grow);
}

/* A regular kernel that may give work-groups up, and take more (S9a). */
static inline int coop_policy_is_elastic(const COOP_POLICY_ENTRY *entry)
{
    return !entry->is_cooperative && entry->can_shrink;
}

/* Does M of this entry follow the scheduler's requests while it runs? */
static inline int coop_policy_follows(const COOP_POLICY_ENTRY *entry)
{
    return entry->is_cooperative || entry->can_shrink;
}

/* The least number of work-groups that a cooperative or elastic kernel asks for. */
static inline coop_u32 coop_policy_least(const COOP_POLICY_ENTRY *entry)
{
    return entry->least > 1 ? coop_policy_min(entry->least, entry->wanted) : 1;
}

/* How many a kernel that can shrink keeps, of those that it has or starts with: never more than
 * these, so that what all keep can always be had at once. */
static inline coop_u32 coop_policy_floor(const COOP_POLICY_ENTRY *entry)
{
    return coop_policy_min(coop_policy_least(entry),
                           coop_policy_runs(entry) ? coop_policy_active(entry) : entry->start);
}

/* The place in the queue of its priority. */
static inline coop_u64 coop_policy_position(const COOP_POLICY_ENTRY *entry)
{
    return entry->behind > 0 ? ((coop_u64)entry->behind << 32) + entry->sequence
                             : (coop_u64)entry->sequence << 32;
}

/* Y1, among entries that wait or are expected: no two of them are alike. */
static inline int coop_policy_is_ahead(const COOP_POLICY_ENTRY *one, const COOP_POLICY_ENTRY *other)
{
    if (one->priority != other->priority) {
        return one->priority > other->priority;
    }
    if (one->due_ns != other->due_ns) { /* as unsigned numbers no time is the latest */
        return one->due_ns - 1 < other->due_ns - 1;
    }
    return coop_policy_position(one) < coop_policy_position(other);
}

/* The waiting or expected entry to look at after `previous` (count: before the first); `count` when there is
 * none. */
COOP_SMALL static inline coop_u32 coop_policy_next_waiting(const COOP_POLICY_ENTRY *entries, coop_u32 count,
                                                           coop_u32 previous)
{
    coop_u32 best = count;

    for (coop_u32 i = 0; i < count; i++) {
        const COOP_POLICY_ENTRY *entry = &entries[i];
        if (entry->phase != COOP_POLICY_WAITING && entry->phase != COOP_POLICY_EXPECTED) {
            continue;
        }
        if (previous < count && !coop_policy_is_ahead(&entries[previous], entry)) {
            continue;
        }
        if (best == count || coop_policy_is_ahead(entry, &entries[best])) {
            best = i;
        }
    }
    return best;
}

#endif
