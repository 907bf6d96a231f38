/* Who gets the work-groups that regular kernels leave: priorities first, then weights (Y4).
 *
 * Stands on: policy_entry.h. Used by: policy.h. */
#ifndef COOP_SHARED_POLICY_SHARE_H
#define COOP_SHARED_POLICY_SHARE_H

#include "coop/shared/policy_entry.h"

/* How many work-groups an entry can take beyond its present target. */
static inline coop_u32 coop_policy_room(const COOP_POLICY_ENTRY *entry)
{
    int runs = coop_policy_runs(entry);
    coop_u32 limit = entry->wanted;

    if (!coop_policy_follows(entry) || (!runs && entry->start == 0) ||
        (runs && coop_policy_is_fixed(entry))) {
        return 0;
    }
    if (runs && !entry->can_grow) {
        limit = coop_policy_min(limit, coop_policy_active(entry));
    }
    return limit > entry->target ? limit - entry->target : 0;
}

static inline coop_u32 coop_policy_weight(const COOP_POLICY_ENTRY *entry)
{
    return entry->weight > 0 ? coop_policy_min(entry->weight, COOP_WEIGHT_MAX) : 1;
}

/* What an entry would have beyond its target at a level of the shares. A level is a number of work-groups for
 * each unit of weight, in units of 1 / 256, so that one step of it is one work-group at most. */
static inline coop_u32 coop_policy_rise(const COOP_POLICY_ENTRY *entry, coop_u32 level)
{
    coop_u32 share = level * coop_policy_weight(entry) >> 8;

    return share > entry->target ? coop_policy_min(share - entry->target, coop_policy_room(entry)) : 0;
}

/* The same of all entries of one priority. */
static inline coop_u32 coop_policy_rise_of_all(const COOP_POLICY_ENTRY *entries, coop_u32 count,
                                               coop_u32 priority, coop_u32 level)
{
    coop_u32 sum = 0;

    for (coop_u32 i = 0; i < count; i++) {
        sum += entries[i].priority == priority ? coop_policy_rise(&entries[i], level) : 0;
    }
    return sum;
}

/* The highest level of the shares that `budget` work-groups suffice for. At the highest of all every entry
 * has its limit. */
static inline coop_u32 coop_policy_level(const COOP_POLICY_ENTRY *entries, coop_u32 count, coop_u32 priority,
                                         coop_u32 budget)
{
    coop_u32 low = 0;

    for (coop_u32 step = COOP_SLOTS_MAX << 8; step > 0; step >>= 1) {
        if (coop_policy_rise_of_all(entries, count, priority, low + step) <= budget) {
            low += step;
        }
    }
    return low;
}

/* Gives `budget` work-groups to the entries of one priority, so that their targets are as their weights, as
 * far as what they have already and their limits allow. Returns what is left. */
static inline coop_u32 coop_policy_share_by_level(COOP_POLICY_ENTRY *entries, coop_u32 count,
                                                  coop_u32 priority, coop_u32 budget)
{
    coop_u32 level = coop_policy_level(entries, count, priority, budget);

    for (coop_u32 i = 0; i < count; i++) {
        if (entries[i].priority == priority) {
            coop_u32 given = coop_policy_rise(&entries[i], level);
            entries[i].target += given;
            budget -= given;
        }
    }
    /* What does not suffice for one more step of the level */
    for (coop_u32 i = 0; i < count && budget > 0; i++) {
        if (entries[i].priority == priority && coop_policy_rise(&entries[i], level + 1) > 0) {
            entries[i].target++;
            budget--;
        }
    }
    return budget;
}

/* The same where all `takers` that can take more are alike: in few passes over the entries, where the search
 * for a level takes twenty. */
static inline coop_u32 coop_policy_share_alike(COOP_POLICY_ENTRY *entries, coop_u32 count, coop_u32 priority,
                                               coop_u32 budget, coop_u32 takers)
{
    while (budget > 0 && takers > 0) {
        coop_u32 share = budget / takers > 0 ? budget / takers : 1;
        takers = 0;
        for (coop_u32 i = 0; i < count && budget > 0; i++) {
            if (entries[i].priority == priority) {
                coop_u32 room = coop_policy_room(&entries[i]);
                coop_u32 given = coop_policy_min(coop_policy_min(share, budget), room);
                entries[i].target += given;
                budget -= given;
                takers += room > given;
            }
        }
    }
    return budget;
}

/* The same. Entries are alike when they have the same weight and the same target up to here. */
COOP_SMALL static inline coop_u32 coop_policy_share(COOP_POLICY_ENTRY *entries, coop_u32 count,
                                                    coop_u32 priority, coop_u32 budget)
{
    coop_u32 takers = 0;
    coop_u32 first = 0;
    coop_u32 others = 0; /* than the first */

    for (coop_u32 i = 0; i < count; i++) {
        if (entries[i].priority == priority && coop_policy_room(&entries[i]) > 0) {
            first = takers > 0 ? first : i;
            takers++;
            others += coop_policy_weight(&entries[i]) != coop_policy_weight(&entries[first]) ||
                      entries[i].target != entries[first].target;
        }
    }
    return others == 0 ? coop_policy_share_alike(entries, count, priority, budget, takers)
                       : coop_policy_share_by_level(entries, count, priority, budget);
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

#endif
