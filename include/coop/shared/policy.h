/* Who gets how many work-groups: the scheduler's plan, as a pure function of what it sees.
 *
 * Stands on: types.h, limits.h. Used by: cl/scheduler.cl; tests directly.
 *   Y1  waiting kernels are served FIFO within a priority, higher priorities first, none before one that is ahead of it.
 *   Y2  a regular kernel starts with what it asked for, or with all that can ever be obtained while the present
 *       cooperative kernels run, if that is less: no wait for kills that cannot come (S9).
 *   Y3  every cooperative kernel that has started keeps at least one work-group (S1); one that cannot shrink keeps all.
 *   Y4  what regular kernels do not hold or wait for goes to the cooperative ones: all of it to the highest priority
 *       up to its limits, in equal shares within a priority.
 *   Y5  a cooperative kernel that can grow starts with one work-group if need be (S9); one that cannot, and so would keep for
 *       ever what it starts with, gathers its share first.
 * Source: CK 4.1 (two kernels); any number of instances is this project's (S10). */
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
    coop_u32 returned; /* of them, how many have reached their end */
    coop_u32 priority;
    coop_u32 sequence;
    coop_u32 start;  /* out: work-groups to start with now; 0: not yet, or running already */
    coop_u32 target; /* out: cooperative and running or starting: M as it should be */
    coop_u32 pad0;
};

static inline coop_u32 coop_policy_min(coop_u32 a, coop_u32 b)
{
    return a < b ? a : b;
}

/* Is the number of this entry's work-groups fixed until it ends? */
static inline int coop_policy_is_fixed(const struct coop_policy_entry *entry)
{
    return entry->returned > 0 || (!entry->can_shrink && !entry->can_grow);
}

/* The waiting entry to look at after `previous` (count: before the first); `count` when there is none. */
static inline coop_u32 coop_policy_next_waiting(const struct coop_policy_entry *entries, coop_u32 count,
                                                coop_u32 previous)
{
    coop_u32 best = count;

    for (coop_u32 i = 0; i < count; i++) {
        const struct coop_policy_entry *entry = &entries[i];
        if (entry->phase != COOP_POLICY_WAITING) {
            continue;
        }
        if (previous < count && (entry->priority > entries[previous].priority ||
                                 (entry->priority == entries[previous].priority &&
                                  entry->sequence <= entries[previous].sequence))) {
            continue;
        }
        if (best == count || entry->priority > entries[best].priority ||
            (entry->priority == entries[best].priority && entry->sequence < entries[best].sequence)) {
            best = i;
        }
    }
    return best;
}

/* Work-groups that running kernels hold for certain: those of regular ones, and the cooperative ones' least numbers. */
struct coop_policy_held {
    coop_u32 regular;
    coop_u32 cooperative;
};

static inline struct coop_policy_held coop_policy_count_held(const struct coop_policy_entry *entries,
                                                             coop_u32 count)
{
    struct coop_policy_held held;

    held.regular = 0;
    held.cooperative = 0;
    for (coop_u32 i = 0; i < count; i++) {
        const struct coop_policy_entry *entry = &entries[i];
        if (entry->phase != COOP_POLICY_RUNNING) {
            continue;
        }
        if (!entry->is_cooperative) {
            held.regular += entry->active - entry->returned;
        } else if (entry->can_shrink && entry->returned == 0) {
            held.cooperative += 1;
        } else {
            held.cooperative += entry->active - entry->returned;
        }
    }
    return held;
}

/* What a waiting entry must have to start, of `obtainable` work-groups: see Y2 and Y5. An equal share is reckoned among the
 * running cooperative kernels that can shrink and the entry itself. */
static inline coop_u32 coop_policy_need(const struct coop_policy_entry *entries, coop_u32 count,
                                        const struct coop_policy_entry *entry, coop_u32 obtainable)
{
    coop_u32 sharers = 1;

    if (!entry->is_cooperative) {
        return coop_policy_min(entry->wanted, obtainable);
    }
    if (entry->can_grow) {
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

/* Decides which waiting kernels start, and with how many work-groups at least; those of cooperative ones are added to later.
 * Returns how many work-groups are kept back for those that cannot start yet. */
static inline coop_u32 coop_policy_admit(struct coop_policy_entry *entries, coop_u32 count, coop_u32 workers,
                                         coop_u32 *free_groups)
{
    struct coop_policy_held held = coop_policy_count_held(entries, count);
    coop_u32 kept_back = 0;
    coop_u32 i = coop_policy_next_waiting(entries, count, count);

    for (; i < count; i = coop_policy_next_waiting(entries, count, i)) {
        coop_u32 obtainable = workers > held.cooperative ? workers - held.cooperative : 1;
        coop_u32 need = coop_policy_need(entries, count, &entries[i], obtainable);
        if (kept_back == 0 && *free_groups >= need) {
            entries[i].start = need;
            *free_groups -= need;
            held.cooperative += !entries[i].is_cooperative ? 0 : entries[i].can_shrink ? 1 : need;
        } else {
            kept_back += need;
        }
    }
    return kept_back;
}

/* How much room an entry has above its present target. */
static inline coop_u32 coop_policy_room(const struct coop_policy_entry *entry)
{
    int counts = entry->is_cooperative && (entry->phase == COOP_POLICY_RUNNING || entry->start > 0);
    coop_u32 limit = entry->wanted;

    if (!counts || (entry->phase == COOP_POLICY_RUNNING && coop_policy_is_fixed(entry))) {
        return 0;
    }
    if (entry->phase == COOP_POLICY_RUNNING && !entry->can_grow) {
        limit = coop_policy_min(limit, entry->active);
    }
    return limit > entry->target ? limit - entry->target : 0;
}

/* Gives `budget` work-groups to the entries of one priority in equal shares, as far as they have room. */
static inline coop_u32 coop_policy_share(struct coop_policy_entry *entries, coop_u32 count, coop_u32 priority,
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

/* The entry with room whose priority is highest; `count` when none has room. */
static inline coop_u32 coop_policy_neediest(const struct coop_policy_entry *entries, coop_u32 count)
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

/* Sets the least number that each cooperative entry keeps as its target; returns what is left of `budget`. */
static inline coop_u32 coop_policy_floors(struct coop_policy_entry *entries, coop_u32 count, coop_u32 budget)
{
    for (coop_u32 i = 0; i < count; i++) {
        struct coop_policy_entry *entry = &entries[i];
        coop_u32 held = 0;
        entry->target = 0;
        if (!entry->is_cooperative || (entry->phase != COOP_POLICY_RUNNING && entry->start == 0)) {
            continue;
        }
        if (entry->phase == COOP_POLICY_RUNNING && (coop_policy_is_fixed(entry) || !entry->can_shrink)) {
            entry->target = entry->active;
            held = entry->active - entry->returned;
        } else {
            entry->target = 1;
            held = 1;
        }
        budget -= coop_policy_min(held, budget);
    }
    return budget;
}

/* Fills `start` and `target` of every entry. `free_groups` are the worker work-groups that nobody has. */
static inline void coop_policy_plan(struct coop_policy_entry *entries, coop_u32 count, coop_u32 workers,
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
    budget = coop_policy_floors(entries, count, budget);
    while (budget > 0) { /* each round uses up the budget or the room of one priority */
        coop_u32 neediest = coop_policy_neediest(entries, count);
        if (neediest == count) {
            break;
        }
        budget = coop_policy_share(entries, count, entries[neediest].priority, budget);
    }
    for (coop_u32 i = 0; i < count; i++) {
        if (entries[i].is_cooperative && entries[i].start > 0) {
            coop_u32 extra = entries[i].target > entries[i].start ? entries[i].target - entries[i].start : 0;
            extra = kept_back > 0 ? 0 : coop_policy_min(extra, free_groups);
            entries[i].start += extra;
            free_groups -= extra;
        }
    }
}

#endif
