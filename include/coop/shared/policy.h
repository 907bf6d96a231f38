/* How many work-groups each kernel gets: the scheduler's plan, as a pure function of what it sees.
 *
 * Stands on: types.h, limits.h. Used by: cl/scheduler.cl; tests directly.
 *   Y1  waiting kernels are served FIFO within a priority, higher priorities first; none starts before one
 *       that is ahead of it. A suspended kernel waits, too: behind those that were there when it was
 *       suspended, before those that came later.
 *   Y2  a regular kernel starts with as many work-groups as it asked for, or with all that it can ever obtain
 *       while the present cooperative kernels run, if that is less: it does not wait for kills that cannot
 *       come (S9).
 *   Y3  every cooperative kernel that has started keeps at least one work-group (S1); one that cannot shrink
 *       keeps all.
 *   Y3b a kernel whose last work-group may be killed (S3b) loses that work-group only to a kernel that waits
 *       to start: a regular one of the same or a higher priority, or a cooperative one of a higher priority;
 *       and only when this lets the first waiting kernel start.
 *   Y4  the cooperative kernels get the work-groups that regular kernels do not hold or wait for: the highest
 *       priority gets all of them up to its limits, in equal shares within a priority.
 *   Y5  a cooperative kernel that can grow starts with one work-group if need be (S9); one that cannot grow
 *       would keep for ever what it starts with, so it gathers its share first.
 * Source: CK 4.1 (two kernels); this project extends it to any number of instances (S10). */
#ifndef COOP_SHARED_POLICY_H
#define COOP_SHARED_POLICY_H

#include "coop/shared/limits.h"
#include "coop/shared/types.h"

enum coop_policy_phase { COOP_POLICY_ABSENT = 0, COOP_POLICY_WAITING = 1, COOP_POLICY_RUNNING = 2 };

struct coop_policy_entry {
    coop_u32 phase; /* enum coop_policy_phase */
    coop_u32 is_cooperative;
    coop_u32 can_shrink;
    coop_u32 can_grow;
    coop_u32 wanted;   /* regular: work-groups; cooperative: the limit */
    coop_u32 active;   /* M */
    coop_u32 returned; /* how many of them have reached their end */
    coop_u32 priority;
    coop_u32 sequence;
    coop_u32 may_kill_all;
    coop_u32 is_suspended; /* waiting: it has started before, and goes on with one work-group */
    coop_u32 behind;       /* of a suspended one: the latest sequence number when it was suspended */
    coop_u32 start;        /* out: work-groups to start with now; 0: not yet, or running already */
    coop_u32 target;       /* out: cooperative and running or starting: M as it should be */
    coop_u32 need;         /* out: waiting: work-groups that it must have to start */
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

/* The place in the queue of its priority. */
static inline coop_u64 coop_policy_position(const COOP_POLICY_ENTRY *entry)
{
    return entry->is_suspended ? ((coop_u64)entry->behind << 32) + entry->sequence
                               : (coop_u64)entry->sequence << 32;
}

/* Is the number of this entry's work-groups fixed until it ends? */
static inline int coop_policy_is_fixed(const COOP_POLICY_ENTRY *entry)
{
    return entry->returned > 0 || (!entry->can_shrink && !entry->can_grow);
}

/* The waiting entry to look at after `previous` (count: before the first); `count` when there is none. */
static inline coop_u32 coop_policy_next_waiting(const COOP_POLICY_ENTRY *entries, coop_u32 count,
                                                coop_u32 previous)
{
    coop_u32 best = count;

    for (coop_u32 i = 0; i < count; i++) {
        const COOP_POLICY_ENTRY *entry = &entries[i];
        if (entry->phase != COOP_POLICY_WAITING) {
            continue;
        }
        if (previous < count && (entry->priority > entries[previous].priority ||
                                 (entry->priority == entries[previous].priority &&
                                  coop_policy_position(entry) <= coop_policy_position(&entries[previous])))) {
            continue;
        }
        if (best == count || entry->priority > entries[best].priority ||
            (entry->priority == entries[best].priority &&
             coop_policy_position(entry) < coop_policy_position(&entries[best]))) {
            best = i;
        }
    }
    return best;
}

/* May `asker`, which waits, have the last work-group of `entry`? (Y3b) */
static inline int coop_policy_may_displace(const COOP_POLICY_ENTRY *asker, const COOP_POLICY_ENTRY *entry)
{
    return entry->may_kill_all && entry->returned == 0 &&
           (asker->is_cooperative ? asker->priority > entry->priority : asker->priority >= entry->priority);
}

/* Work-groups that running and starting kernels keep in any case, while `asker` waits: those of the regular
 * kernels, and the least numbers of the cooperative ones. */
struct coop_policy_held {
    coop_u32 regular;
    coop_u32 cooperative;
};

static inline struct coop_policy_held coop_policy_count_held(const COOP_POLICY_ENTRY *entries, coop_u32 count,
                                                             const COOP_POLICY_ENTRY *asker)
{
    struct coop_policy_held held;

    held.regular = 0;
    held.cooperative = 0;
    for (coop_u32 i = 0; i < count; i++) {
        const COOP_POLICY_ENTRY *entry = &entries[i];
        int runs = coop_policy_runs(entry);
        coop_u32 holds = runs ? coop_policy_active(entry) - entry->returned : entry->start;
        if (!runs && entry->start == 0) {
            continue;
        }
        if (!entry->is_cooperative) {
            held.regular += holds;
        } else if (entry->can_shrink && (!runs || entry->returned == 0)) {
            held.cooperative += !coop_policy_may_displace(asker, entry);
        } else {
            held.cooperative += holds;
        }
    }
    return held;
}

/* How many of the `obtainable` work-groups a waiting entry must have to start: see Y2 and Y5. Its equal share
 * is one among the running cooperative kernels that can shrink and the entry itself. */
static inline coop_u32 coop_policy_need(const COOP_POLICY_ENTRY *entries, coop_u32 count,
                                        const COOP_POLICY_ENTRY *entry, coop_u32 obtainable)
{
    coop_u32 sharers = 1;

    if (!entry->is_cooperative) {
        return coop_policy_min(entry->wanted, obtainable);
    }
    if (entry->can_grow || entry->is_suspended) {
        return 1;
    }
    for (coop_u32 i = 0; i < count; i++) {
        sharers += entries[i].is_cooperative &&
                   (entries[i].start > 0 ||
                    (entries[i].phase == COOP_POLICY_RUNNING && !coop_policy_is_fixed(&entries[i])));
    }
    obtainable = obtainable / sharers > 0 ? obtainable / sharers : 1;
    return coop_policy_min(entry->wanted, obtainable);
}

/* Decides which waiting kernels start, and with how many work-groups at least; cooperative ones get more
 * later. Returns how many work-groups it keeps back for the kernels that cannot start yet. */
static inline coop_u32 coop_policy_admit(COOP_POLICY_ENTRY *entries, coop_u32 count, coop_u32 workers,
                                         coop_u32 *free_groups)
{
    coop_u32 kept_back = 0;
    coop_u32 i = coop_policy_next_waiting(entries, count, count);

    for (; i < count; i = coop_policy_next_waiting(entries, count, i)) {
        struct coop_policy_held held = coop_policy_count_held(entries, count, &entries[i]);
        coop_u32 obtainable = workers > held.cooperative ? workers - held.cooperative : 1;
        coop_u32 need = coop_policy_need(entries, count, &entries[i], obtainable);
        entries[i].need = need;
        if (kept_back == 0 && *free_groups >= need) {
            entries[i].start = need;
            *free_groups -= need;
        } else {
            kept_back += need;
        }
    }
    return kept_back;
}

/* Must the last work-group of `entry` go? Yes, when a waiting kernel may have it and the first waiting kernel
 * could then start without the end of any other kernel: otherwise work-groups would lie idle meanwhile. */
static inline int coop_policy_must_displace(const COOP_POLICY_ENTRY *entries, coop_u32 count,
                                            coop_u32 workers, const COOP_POLICY_ENTRY *entry)
{
    coop_u32 first = count;

    if (!entry->may_kill_all) {
        return 0;
    }
    for (coop_u32 i = coop_policy_next_waiting(entries, count, count); i < count;
         i = coop_policy_next_waiting(entries, count, i)) {
        if (entries[i].start > 0) {
            continue;
        }
        first = first < count ? first : i;
        if (coop_policy_may_displace(&entries[i], entry)) {
            struct coop_policy_held held = coop_policy_count_held(entries, count, &entries[i]);
            if (entries[first].need + held.regular + held.cooperative <= workers) {
                return 1;
            }
        }
    }
    return 0;
}

/* How many work-groups an entry can take beyond its present target. */
static inline coop_u32 coop_policy_room(const COOP_POLICY_ENTRY *entry)
{
    int runs = coop_policy_runs(entry);
    coop_u32 limit = entry->wanted;

    if (!entry->is_cooperative || (!runs && entry->start == 0) || (runs && coop_policy_is_fixed(entry))) {
        return 0;
    }
    if (runs && !entry->can_grow) {
        limit = coop_policy_min(limit, coop_policy_active(entry));
    }
    return limit > entry->target ? limit - entry->target : 0;
}

/* Gives `budget` work-groups to the entries of one priority in equal shares, as far as the entries can take
 * them. */
static inline coop_u32 coop_policy_share(COOP_POLICY_ENTRY *entries, coop_u32 count, coop_u32 priority,
                                         coop_u32 budget)
{
    while (budget > 0) {
        coop_u32 takers = 0;
        coop_u32 share;
        for (coop_u32 i = 0; i < count; i++) {
            takers += entries[i].priority == priority && coop_policy_room(&entries[i]) > 0;
        }
        if (takers == 0) {
            break;
        }
        share = budget / takers > 0 ? budget / takers : 1;
        for (coop_u32 i = 0; i < count && budget > 0; i++) {
            if (entries[i].priority == priority) {
                coop_u32 given =
                    coop_policy_min(coop_policy_min(share, budget), coop_policy_room(&entries[i]));
                entries[i].target += given;
                budget -= given;
            }
        }
    }
    return budget;
}

/* The entry of the highest priority that can take more work-groups; `count` when none can. */
static inline coop_u32 coop_policy_neediest(const COOP_POLICY_ENTRY *entries, coop_u32 count)
{
    coop_u32 best = count;

    for (coop_u32 i = 0; i < count; i++) {
        if (coop_policy_room(&entries[i]) > 0 &&
            (best == count || entries[i].priority > entries[best].priority)) {
            best = i;
        }
    }
    return best;
}

/* One work-group each for those that would be displaced, as far as `budget` goes, higher priorities first. */
static inline coop_u32 coop_policy_spare(COOP_POLICY_ENTRY *entries, coop_u32 count, coop_u32 budget)
{
    while (budget > 0) {
        coop_u32 best = count;
        for (coop_u32 i = 0; i < count; i++) {
            if (entries[i].is_displaced && entries[i].target == 0 &&
                (best == count || entries[i].priority > entries[best].priority)) {
                best = i;
            }
        }
        if (best == count) {
            break;
        }
        entries[best].target = 1;
        budget--;
    }
    return budget;
}

/* Sets the least number that each cooperative entry keeps as its target; returns what is left of `budget`. */
static inline coop_u32 coop_policy_floors(COOP_POLICY_ENTRY *entries, coop_u32 count, coop_u32 workers,
                                          coop_u32 budget)
{
    for (coop_u32 i = 0; i < count; i++) {
        COOP_POLICY_ENTRY *entry = &entries[i];
        int runs = coop_policy_runs(entry);
        coop_u32 held = 0;
        entry->target = 0;
        entry->is_displaced = 0;
        if (!entry->is_cooperative || (!runs && entry->start == 0)) {
            continue;
        }
        if (runs && (coop_policy_is_fixed(entry) || !entry->can_shrink)) {
            entry->target = coop_policy_active(entry);
            held = entry->target - entry->returned;
        } else if (coop_policy_must_displace(entries, count, workers, entry)) {
            entry->is_displaced = 1;
        } else {
            entry->target = 1;
            held = 1;
        }
        budget -= coop_policy_min(held, budget);
    }
    return coop_policy_spare(entries, count, budget);
}

/* Fills `start` and `target` of every entry. `free_groups` are the worker work-groups that no kernel has. */
static inline void coop_policy_plan(COOP_POLICY_ENTRY *entries, coop_u32 count, coop_u32 workers,
                                    coop_u32 free_groups)
{
    coop_u32 kept_back;
    coop_u32 budget = workers;

    for (coop_u32 i = 0; i < count; i++) {
        entries[i].start = 0;
    }
    kept_back = coop_policy_admit(entries, count, workers, &free_groups);
    for (coop_u32 i = 0; i < count; i++) {
        if (!entries[i].is_cooperative && entries[i].phase != COOP_POLICY_ABSENT) {
            coop_u32 holds = entries[i].phase == COOP_POLICY_RUNNING ? entries[i].active - entries[i].returned
                                                                     : entries[i].start;
            budget -= coop_policy_min(holds, budget);
        }
    }
    budget -= coop_policy_min(kept_back, budget);
    budget = coop_policy_floors(entries, count, workers, budget);
    while (budget > 0) { /* each round uses up the budget or fills one priority */
        coop_u32 neediest = coop_policy_neediest(entries, count);
        if (neediest == count) {
            break;
        }
        budget = coop_policy_share(entries, count, entries[neediest].priority, budget);
    }
    for (coop_u32 i = 0; i < count; i++) {
        if (entries[i].is_cooperative && entries[i].start > 0 && !entries[i].is_suspended) {
            coop_u32 extra = entries[i].target > entries[i].start ? entries[i].target - entries[i].start : 0;
            extra = kept_back > 0 ? 0 : coop_policy_min(extra, free_groups);
            entries[i].start += extra;
            free_groups -= extra;
        }
    }
}

#endif
