/* Series of jobs: a regular kernel that is launched again every period. When the next job is due, how long
 * ahead of it the scheduler begins to hold work-groups, and how many it takes, as pure functions of what the
 * scheduler has seen of the jobs before.
 *
 * Stands on: automatic.h, limits.h, types.h. Used by: cl/series.cl; tests directly. All times are of the
 * device's clock, in ns. Protocol: docs/protocol.md#series.
 *   V1  a job is due one period after the one before was due. Jobs can be late, and are never early: one that
 *       comes before its time moves the schedule there; a late one moves it by an eighth of its lateness; one
 *       that is late by more than half a period begins a new schedule.
 *   V2  work-groups are held while no job of the series is there, from the lead before it is due until as
 *       long after, at most a period, and an eighth of the period. A series that ends is waited for once.
 *   V3  the lead is what the launch says, or is learnt: five quarters of the time that gathering took, at
 *       most a quarter of the period. It grows at once and shrinks by an eighth of what is too much. A
 *       learnt lead is used only when gathering and job together come near the limit (four fifths of it).
 *   V4  a series has its place as long as it has jobs, or its next one is waited for (V2, also where nothing
 *       is held). Of those that have ended, the one that has waited longest gives up its place to another.
 *   V9  a job of a lease that began while work-groups were idle, and was in time, says nothing of how many it
 *       needs: its commands have all the room that there is (A2). */
#ifndef COOP_SHARED_SERIES_H
#define COOP_SHARED_SERIES_H

#include "coop/shared/automatic.h"
#include "coop/shared/limits.h"
#include "coop/shared/types.h"

/* What a launch says of its series. */
struct coop_series_options {
    coop_u64 period_ns;   /* 1 .. 2^48; 0: it belongs to no series */
    coop_u64 deadline_ns; /* 0: the period */
    coop_u64 lead_ns;     /* how long ahead work-groups are held; COOP_LEAD_LEARNT; 0: they are not */
    coop_u32 kernel_index;
    coop_u32 number; /* several series of one kernel have different ones */
    coop_u32 priority;
    coop_u32 groups;       /* that each job takes; the most, when it is automatic */
    coop_u32 is_automatic; /* the number is learnt (automatic.h) */
    coop_u32 pad0;
};

#define COOP_LEAD_LEARNT (~(coop_u64)0)

struct coop_series {
    struct coop_series_options options; /* of the latest job */
    struct coop_automatic automatic;
    coop_u64 due_ns;        /* of the next job; 0: none is expected */
    coop_u64 lead_ns;       /* how long ahead to hold, when that is needed */
    coop_u64 gather_ns;     /* how long gathering took for the latest job */
    coop_u64 whole_ns;      /* what a job takes with its gathering; the longest, and forgotten slowly */
    coop_u64 held_since_ns; /* 0: nothing is held */
    coop_u64 filled_ns;     /* when all that was to be held had been gathered; 0: not yet */
    coop_u32 open;          /* launches that have been taken and have not ended */
    coop_u32 behind;        /* the latest sequence number when it began to hold */
};

/* As coop_policy_entry. */
#if COOP_ON_DEVICE
#define COOP_SERIES local struct coop_series
#else
#define COOP_SERIES struct coop_series
#endif

static inline void coop_series_begin(COOP_SERIES *one)
{
    one->due_ns = 0;
    one->lead_ns = 0;
    one->gather_ns = 0;
    one->whole_ns = 0;
    one->held_since_ns = 0;
    one->filled_ns = 0;
    one->open = 0;
    one->behind = 0;
}

/* When the job that comes `now` was due (V1). */
static inline coop_u64 coop_series_was_due(const COOP_SERIES *one, coop_u64 now_ns)
{
    coop_u64 late_ns = now_ns - one->due_ns;

    if (one->due_ns == 0 || now_ns < one->due_ns || late_ns > one->options.period_ns / 2) {
        return now_ns;
    }
    return one->due_ns;
}

/* A launch with these options has come. Returns how many work-groups it wants; *due_ns is when it was due. */
static inline coop_u32 coop_series_take(COOP_SERIES *one, const struct coop_series_options *options,
                                        coop_u64 now_ns, coop_u64 *due_ns)
{
    coop_u64 longest_ns;

    if (one->options.period_ns == 0) {
        coop_series_begin(one);
        coop_automatic_begin(&one->automatic, options->groups);
    }
    if (one->automatic.most != options->groups || one->options.is_automatic != options->is_automatic) {
        coop_automatic_begin(&one->automatic, options->groups);
    }
    *due_ns = coop_series_was_due(one, now_ns);
    one->options = *options;
    one->due_ns = *due_ns + (now_ns - *due_ns) / 8 + options->period_ns;
    longest_ns = options->period_ns / 4;
    if (options->lead_ns != COOP_LEAD_LEARNT) {
        one->lead_ns = options->lead_ns;
    } else if (one->lead_ns > longest_ns) { /* the period was longer before */
        one->lead_ns = longest_ns;
    }
    one->open++;
    return options->is_automatic ? one->automatic.groups : options->groups;
}

/* Its job starts, with all that it wanted or with fewer: the gathering has ended (V3).
 * seen_ns  when the job came */
static inline void coop_series_start(COOP_SERIES *one, coop_u64 seen_ns, coop_u64 now_ns)
{
    coop_u64 begun_ns =
        one->held_since_ns != 0 && one->held_since_ns < seen_ns ? one->held_since_ns : seen_ns;
    coop_u64 ended_ns = one->filled_ns != 0 ? one->filled_ns : now_ns;
    coop_u64 lead_ns;
    coop_u64 longest_ns = one->options.period_ns / 4;

    one->gather_ns = ended_ns > begun_ns ? ended_ns - begun_ns : 0;
    one->held_since_ns = 0;
    one->filled_ns = 0;
    if (one->options.lead_ns != COOP_LEAD_LEARNT) {
        return;
    }
    lead_ns = one->gather_ns / 4 * 5;
    lead_ns = lead_ns < longest_ns ? lead_ns : longest_ns;
    if (lead_ns >= one->lead_ns) {
        one->lead_ns = lead_ns;
    } else {
        one->lead_ns -= (one->lead_ns - lead_ns) / 8;
    }
}

/* How long a job may take. */
static inline coop_u64 coop_series_limit_ns(const COOP_SERIES *one)
{
    return one->options.deadline_ns != 0 ? one->options.deadline_ns : one->options.period_ns;
}

/* From one time to another, or 0: work-groups on different parts of a device can read times that are not in
 * order. */
static inline coop_u64 coop_series_between_ns(coop_u64 earlier_ns, coop_u64 later_ns)
{
    return later_ns > earlier_ns ? later_ns - earlier_ns : 0;
}

/* A job has ended, or was cut short: then its time says nothing.
 * due_ns  as coop_series_take said
 * groups  that it began with */
static inline void coop_series_end(COOP_SERIES *one, coop_u64 due_ns, coop_u64 started_ns, coop_u64 ended_ns,
                                   coop_u32 groups, coop_u32 is_cut_short)
{
    coop_u64 whole_ns = one->gather_ns + coop_series_between_ns(started_ns, ended_ns);
    coop_u64 late_ns = coop_series_between_ns(due_ns, ended_ns);

    one->open -= one->open > 0;
    if (is_cut_short) {
        return;
    }
    one->whole_ns = whole_ns >= one->whole_ns ? whole_ns : one->whole_ns - (one->whole_ns - whole_ns) / 8;
    if (one->automatic.had_room && late_ns <= coop_series_limit_ns(one) / 5 * 4) { /* V9 */
        return;
    }
    if (one->options.is_automatic && groups == one->automatic.groups) {
        coop_automatic_note(&one->automatic, late_ns, coop_series_limit_ns(one));
    } else if (one->options.is_automatic && groups < one->automatic.groups) {
        coop_automatic_note_fewer(&one->automatic, groups, late_ns, coop_series_limit_ns(one));
    }
}

/* How long ahead of the next job to hold: 0: not at all. Work-groups that are held do nothing, so a learnt
 * lead is for jobs that come near their limit without it. */
static inline coop_u64 coop_series_lead_ns(const COOP_SERIES *one)
{
    int is_needed =
        one->options.lead_ns != COOP_LEAD_LEARNT || one->whole_ns > coop_series_limit_ns(one) / 5 * 4;

    return is_needed ? one->lead_ns : 0;
}

/* How long after a job is due it is still waited for. */
static inline coop_u64 coop_series_grace_ns(const COOP_SERIES *one)
{
    coop_u64 lead_ns = coop_series_lead_ns(one);

    return (lead_ns < one->options.period_ns ? lead_ns : one->options.period_ns) + one->options.period_ns / 8;
}

/* The place of a launch's series, or the one to begin it in: then options.period_ns is 0. COOP_SERIES_MAX:
 * there is none (V4). */
static inline coop_u32 coop_series_find(COOP_SERIES *series, const struct coop_series_options *options,
                                        coop_u64 now_ns)
{
    coop_u32 best = COOP_SERIES_MAX;

    for (coop_u32 i = 0; i < COOP_SERIES_MAX; i++) {
        COOP_SERIES *one = &series[i];
        if (one->options.period_ns != 0 && one->options.kernel_index == options->kernel_index &&
            one->options.number == options->number) {
            return i;
        }
        if (one->open == 0 && now_ns >= one->due_ns + coop_series_grace_ns(one) &&
            (best == COOP_SERIES_MAX || one->due_ns < series[best].due_ns)) {
            best = i;
        }
    }
    if (best < COOP_SERIES_MAX) {
        series[best].options.period_ns = 0;
    }
    return best;
}

/* Are work-groups to be held for its next job? (V2) */
static inline int coop_series_must_hold(const COOP_SERIES *one, coop_u64 now_ns)
{
    coop_u64 lead_ns = coop_series_lead_ns(one);

    return one->due_ns != 0 && one->open == 0 && lead_ns > 0 && now_ns + lead_ns >= one->due_ns &&
           now_ns < one->due_ns + coop_series_grace_ns(one);
}

/* How long from now until coop_series_must_hold may say otherwise, with nothing else happening; `most_ns`
 * when that is longer. */
static inline coop_u64 coop_series_left_ns(const COOP_SERIES *one, coop_u64 now_ns, coop_u64 most_ns)
{
    coop_u64 lead_ns = coop_series_lead_ns(one);
    coop_u64 next_ns = 0;

    if (one->due_ns != 0 && one->open == 0 && lead_ns > 0) {
        coop_u64 begin_ns = one->due_ns > lead_ns ? one->due_ns - lead_ns : 0;
        next_ns = now_ns < begin_ns ? begin_ns : one->due_ns + coop_series_grace_ns(one);
    }
    return next_ns > now_ns && next_ns - now_ns < most_ns ? next_ns - now_ns : most_ns;
}

/* How many work-groups its next job takes. */
static inline coop_u32 coop_series_groups(const COOP_SERIES *one)
{
    return one->options.is_automatic ? one->automatic.groups : one->options.groups;
}

#endif
