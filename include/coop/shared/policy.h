/* How many work-groups each kernel gets: the scheduler's plan, as a pure function of what it sees.
 *
 * Stands on: policy_entry.h, policy_share.h. Used by: cl/scheduler.cl; tests directly.
 *   Y1  waiting kernels are served higher priorities first, within a priority those with a deadline first and
 *       the earliest of these, and all others FIFO; none starts before one that is ahead of it. A suspended
 *       kernel waits, too: behind those that were there when it was suspended, before those that came later.
 *   Y2  a regular kernel starts with as many work-groups as it asked for, or with all that it can ever obtain
 *       while the present cooperative kernels run, if that is less: it does not wait for kills that cannot
 *       come (S9). One that may start with fewer starts with what is free, as soon as these are free.
 *   Y3  every cooperative kernel that has started keeps at least one work-group (S1), and as many as it asked
 *       to keep, once it has them; one that cannot shrink keeps all.
 *   Y3b a kernel whose last work-group may be killed (S3b) loses that work-group only to a kernel that waits
 *       to start: a regular one of the same or a higher priority, or a cooperative one of a higher priority;
 *       and only when this lets the first waiting kernel start.
 *   Y4  the cooperative kernels get the work-groups that regular kernels do not hold or wait for: the highest
 *       priority gets all of them up to its limits; within a priority M is as the weights, as far as the
 *       limits, and what each keeps in any case, allow.
 *   Y5  a cooperative kernel that can grow starts with one work-group if need be (S9); one that cannot grow
 *       would keep for ever what it starts with, so it gathers its share first. One that asked to keep a
 *       number gathers that number first, or all that it can obtain.
 *   Y8  an elastic regular kernel (S9a) starts with one work-group if need be, or with as many as it asked to
 *       keep. While it runs it gives up what kernels of a higher priority wait for, or could take, and what
 *       cannot be had otherwise, down to the number that it keeps; the lowest priority first. What it has it
 *       keeps against all others, as any regular kernel does, and it grows as a cooperative one (Y4).
 *   Y7  an expected job gets its work-groups as if it waited, and never starts. It stands behind what was
 *       launched before they were first held. It takes the last work-group of no kernel (Y3b).
 * Source: CK 4.1 (two kernels); this project extends it to any number of instances (S10). */
#ifndef COOP_SHARED_POLICY_H
#define COOP_SHARED_POLICY_H

#include "coop/shared/policy_entry.h"
#include "coop/shared/policy_share.h"

/* May `asker`, which waits, have the last work-group of `entry`? (Y3b) */
static inline int coop_policy_may_displace(const COOP_POLICY_ENTRY *asker, const COOP_POLICY_ENTRY *entry)
{
    return entry->may_kill_all && entry->returned == 0 && asker->phase != COOP_POLICY_EXPECTED &&
           (asker->is_cooperative ? asker->priority > entry->priority : asker->priority >= entry->priority);
}

/* May an elastic kernel still lose work-groups? Not once one of them has returned: all end soon then. */
static inline int coop_policy_gives_way(const COOP_POLICY_ENTRY *entry)
{
    return coop_policy_is_elastic(entry) && (!coop_policy_runs(entry) || entry->returned == 0);
}

/* Does it run or start, and may lose work-groups? */
static inline int coop_policy_loses(const COOP_POLICY_ENTRY *entry)
{
    return coop_policy_gives_way(entry) && (coop_policy_runs(entry) || entry->start > 0);
}

/* Work-groups that running and starting kernels keep in any case, while `asker` waits: those of the regular
 * kernels, and the least numbers of the cooperative ones, and of the elastic ones that give way to it. */
struct coop_policy_held {
    coop_u32 regular;
    coop_u32 cooperative;
};

COOP_SMALL static inline struct coop_policy_held
coop_policy_count_held(const COOP_POLICY_ENTRY *entries, coop_u32 count, const COOP_POLICY_ENTRY *asker)
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
        if (coop_policy_gives_way(entry) && asker->priority > entry->priority) {
            held.cooperative += coop_policy_floor(entry);
        } else if (!entry->is_cooperative) {
            held.regular += holds;
        } else if (entry->can_shrink && (!runs || entry->returned == 0)) {
            held.cooperative += coop_policy_may_displace(asker, entry) ? 0 : coop_policy_floor(entry);
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
    if (entry->is_suspended) {
        return 1;
    }
    if (entry->can_grow) {
        return coop_policy_min(coop_policy_least(entry), obtainable);
    }
    for (coop_u32 i = 0; i < count; i++) {
        sharers += entries[i].is_cooperative &&
                   (entries[i].start > 0 ||
                    (entries[i].phase == COOP_POLICY_RUNNING && !coop_policy_is_fixed(&entries[i])));
    }
    sharers =
        obtainable / sharers > coop_policy_least(entry) ? obtainable / sharers : coop_policy_least(entry);
    return coop_policy_min(coop_policy_min(entry->wanted, obtainable), sharers);
}

/* Of the `need` work-groups of a waiting entry, those with which it may start. */
static inline coop_u32 coop_policy_enough(const COOP_POLICY_ENTRY *entry, coop_u32 need)
{
    int may_have_fewer = !entry->is_cooperative && entry->phase == COOP_POLICY_WAITING &&
                         (entry->least > 0 || coop_policy_is_elastic(entry));

    return may_have_fewer ? coop_policy_min(coop_policy_least(entry), need) : need;
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
        coop_u32 enough = coop_policy_enough(&entries[i], need);
        entries[i].need = need;
        if (kept_back == 0 && *free_groups >= enough) {
            entries[i].start = coop_policy_min(need, *free_groups);
            *free_groups -= entries[i].start;
        } else {
            kept_back += need;
        }
    }
    return kept_back;
}

/* Must the last work-group of `entry` go? Yes, when a waiting kernel may have it and the first waiting kernel
 * could then start without the end of any other kernel: otherwise work-groups would lie idle meanwhile. */
COOP_SMALL static inline int coop_policy_must_displace(const COOP_POLICY_ENTRY *entries, coop_u32 count,
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
        if (entries[i].phase == COOP_POLICY_EXPECTED) { /* nobody behind it starts */
            return 0;
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

/* Work-groups that kernels of a higher priority wait for, or could take beyond their targets. */
static inline coop_u32 coop_policy_wanted_above(const COOP_POLICY_ENTRY *entries, coop_u32 count,
                                                coop_u32 priority)
{
    coop_u32 sum = 0;

    for (coop_u32 i = 0; i < count; i++) {
        const COOP_POLICY_ENTRY *entry = &entries[i];
        if (entry->priority > priority && entry->phase != COOP_POLICY_ABSENT) {
            sum += !coop_policy_runs(entry) && entry->start == 0 ? entry->need : coop_policy_room(entry);
        }
    }
    return sum;
}

/* The elastic kernels of `priority` give up what is wanted above them beyond the `spare` work-groups, which
 * no kernel keeps. Returns how many these are then. */
static inline coop_u32 coop_policy_give_way(COOP_POLICY_ENTRY *entries, coop_u32 count, coop_u32 priority,
                                            coop_u32 spare)
{
    coop_u32 wanted = coop_policy_wanted_above(entries, count, priority);

    for (coop_u32 i = 0; i < count && wanted > spare; i++) {
        COOP_POLICY_ENTRY *entry = &entries[i];
        if (entry->priority == priority && coop_policy_loses(entry)) {
            coop_u32 given = coop_policy_min(entry->target - coop_policy_floor(entry), wanted - spare);
            entry->target -= given;
            spare += given;
        }
    }
    return spare;
}

/* The same of all `elastic` kernels that may give up, the lowest priorities first. Their targets are what
 * they have. */
COOP_SMALL static inline coop_u32 coop_policy_keep(COOP_POLICY_ENTRY *entries, coop_u32 count,
                                                   coop_u32 elastic, coop_u32 spare)
{
    coop_u32 least = 0;

    while (elastic > 0) {
        coop_u32 priority = ~(coop_u32)0;
        for (coop_u32 i = 0; i < count; i++) {
            if (coop_policy_loses(&entries[i]) && entries[i].priority >= least) {
                priority = coop_policy_min(priority, entries[i].priority);
            }
        }
        for (coop_u32 i = 0; i < count; i++) {
            elastic -= coop_policy_loses(&entries[i]) && entries[i].priority == priority;
        }
        spare = coop_policy_give_way(entries, count, priority, spare);
        least = priority + 1;
    }
    return spare;
}

/* Sets as the target of each cooperative entry the least number that it keeps, and of each elastic one what
 * it keeps. Returns what is left of `budget`, without what is kept back for kernels that wait. */
static inline coop_u32 coop_policy_floors(COOP_POLICY_ENTRY *entries, coop_u32 count, coop_u32 workers,
                                          coop_u32 kept_back, coop_u32 budget)
{
    coop_u32 elastic = 0; /* those that may give up */
    coop_u32 left;

    for (coop_u32 i = 0; i < count; i++) {
        COOP_POLICY_ENTRY *entry = &entries[i];
        int runs = coop_policy_runs(entry);
        coop_u32 held = 0;
        entry->target = 0;
        entry->is_displaced = 0;
        if (!coop_policy_follows(entry) || (!runs && entry->start == 0)) {
            continue;
        }
        if (!entry->is_cooperative && !runs) {
            entry->target = entry->start;
            held = entry->target;
        } else if (runs && (coop_policy_is_fixed(entry) || !entry->can_shrink || !entry->is_cooperative)) {
            entry->target = coop_policy_active(entry);
            held = entry->target - entry->returned;
        } else if (coop_policy_must_displace(entries, count, workers, entry)) {
            entry->is_displaced = 1;
        } else {
            entry->target = coop_policy_floor(entry);
            held = entry->target;
        }
        budget -= coop_policy_min(held, budget);
        elastic += coop_policy_loses(entry);
    }
    left = budget - coop_policy_min(kept_back, budget);
    budget -= left - coop_policy_spare(entries, count, left);
    budget = elastic > 0 ? coop_policy_keep(entries, count, elastic, budget) : budget;
    return budget - coop_policy_min(kept_back, budget);
}

/* Fills `start` and `target` of every entry. `free_groups` are the worker work-groups that no kernel has. */
COOP_SMALL static inline void coop_policy_plan(COOP_POLICY_ENTRY *entries, coop_u32 count, coop_u32 workers,
                                               coop_u32 free_groups)
{
    coop_u32 kept_back;
    coop_u32 budget = workers;

    for (coop_u32 i = 0; i < count; i++) {
        entries[i].start = 0;
    }
    kept_back = coop_policy_admit(entries, count, workers, &free_groups);
    for (coop_u32 i = 0; i < count; i++) {
        if (!coop_policy_follows(&entries[i]) && entries[i].phase != COOP_POLICY_ABSENT) {
            coop_u32 holds = entries[i].phase == COOP_POLICY_RUNNING ? entries[i].active - entries[i].returned
                                                                     : entries[i].start;
            budget -= coop_policy_min(holds, budget);
        }
    }
    budget = coop_policy_floors(entries, count, workers, kept_back, budget);
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
