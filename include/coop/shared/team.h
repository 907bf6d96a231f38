/* A team: devices of one domain that work on one set of queues. Where its tables lie behind the set, and what
 * they say. Where a team has several domains, each has such a set, and its last queue is its inbox, which the
 * scheduler fills with what comes from other domains (member.h).
 *
 * Stands on: types.h, queue.h. Used by: device/team.clh, device/pace.clh, host/team. A set that belongs to a
 * team says so in its head (`version`, `team_at`). The host writes the table before the launches; only
 * `dealt` and `paces` change while they run.
 *   Q17  a work-group's number in the set is the first one of its device plus its own. So no two work-groups
 *       of the team have the same, and what Q1 to Q12 say of numbers holds for all of them together.
 *   Q18  each first task is counted (Q6) before any launch, and dealt to one work-group: `dealt` counts in
 *       its two halves what was drawn from either end of the tasks. Who adds to a half has the tasks that
 *       were next to that end, by both halves as they were before, as far as there were any.
 *   Q19  a device's word of `paces` holds tasks and the time that its work-groups took for these same tasks:
 *       both change in one exchange. It decides when a work-group tries to take tasks, and how many of its
 *       own it offers, never whose a task is; so it may be read at any time, and be old.
 *   Q20  no task is left for long because of it: who leaves tasks to others takes them all the same when it
 *       has had none for as long as it takes for two. */
#ifndef COOP_SHARED_TEAM_H
#define COOP_SHARED_TEAM_H

#include "coop/shared/limits.h"
#include "coop/shared/queue.h"

/* From whom a work-group steals. */
enum coop_team_victims {
    /* From work-groups of its own device, until a pass over all of these has found nothing; then it tries one
     * of another device, and then its own again. The default */
    COOP_VICTIMS_NEAR_FIRST,
    COOP_VICTIMS_NEAR,   /* from its own device's with a given probability, else from another device's */
    COOP_VICTIMS_RANDOM, /* from any, each as likely */
    COOP_VICTIMS_LOCAL,  /* from its own device's, never from another's */
    COOP_VICTIMS_NONE    /* nobody steals; only queues of work-groups that are not there are emptied */
};

/* How fast devices are beside each other. */
enum coop_team_speeds {
    COOP_SPEEDS_MEASURED, /* as they have been lately: Q19. The default where no speeds are given */
    COOP_SPEEDS_GIVEN,
    COOP_SPEEDS_ALIKE /* nobody leaves tasks to others */
};

struct coop_team_device {
    coop_u32 first;  /* number of its first work-group */
    coop_u32 groups; /* the most that it can have */
};

struct coop_team_table {
    coop_u32 device_count;
    coop_u32 groups;      /* of all devices */
    coop_u32 victims;     /* enum coop_team_victims */
    coop_u32 near_256ths; /* COOP_VICTIMS_NEAR: the probability of a near victim */
    coop_u64 tasks_at;    /* the tasks that are dealt: a distance from the set's head */
    coop_u64 task_count;
    struct coop_team_device devices[COOP_DEVICES_MAX];
    /* Of a domain that is not alone in its team (member.h); else 0. Distances are from the set's head. */
    coop_u64 member_before; /* the member record lies so far before it */
    coop_u64 export_at;     /* the boxes */
    coop_u64 import_at;
    coop_u32 box_tasks;  /* places of each */
    coop_u32 far_groups; /* work-groups of all other domains, at most */
    coop_word64 dealt;   /* Q18: coop_dealt_left; writers: leaders, by adding */
    coop_u32 stays;      /* a bit for each tag whose tasks are in no export box; the host writes it */
    coop_u32 speed;      /* enum coop_team_speeds */
    coop_u16 speeds[COOP_DEVICES_MAX]; /* COOP_SPEEDS_GIVEN: of the devices, beside each other; not 0 */
    coop_u32 prefers_cpu; /* a bit for each tag whose tasks had better run on a processor: a hint */
    coop_u32 prefers_gpu; /* the same of a GPU; no tag is in both */
    coop_u32 from_back;   /* a bit for each device that draws first tasks from the back */
    coop_u8 pad0[COOP_LINE_BYTES - 28 - 2 * COOP_DEVICES_MAX];
    coop_word64 paces[COOP_DEVICES_MAX]; /* Q19; writers: the device's leaders, by compare-exchange */
};
COOP_SIZE_IS(struct coop_team_table, 4 * COOP_LINE_BYTES);

/* How many of the tasks that are `left` a work-group draws at once: the first ones draw many, the last ones
 * few, so that all end together; at most as many as a local queue holds.
 * Source: Polychronopoulos, Kuck, "Guided Self-Scheduling" (IEEE Transactions on Computers, 1987). */
static inline coop_u32 coop_team_chunk(coop_u64 left, coop_u32 groups, coop_u32 most)
{
    coop_u64 chunk = left / (2 * (coop_u64)groups);

    chunk = chunk > 0 ? chunk : 1;
    return chunk < most ? (coop_u32)chunk : most;
}

/* So many first tasks a domain may have: neither half of `dealt` overflows, also when every work-group that
 * there can be has added once behind the end. */
#define COOP_TEAM_FIRST_MAX ((coop_u64)1 << 30)

/* What a draw adds for each task. */
static inline coop_u64 coop_dealt_unit(int from_back)
{
    return from_back ? (coop_u64)1 << 32 : 1;
}

/* How many of `count` first tasks are left, by the word `dealt`. */
static inline coop_u64 coop_dealt_left(coop_u64 dealt, coop_u64 count)
{
    coop_u64 drawn = (coop_u32)dealt + (dealt >> 32);

    return drawn < count ? count - drawn : 0;
}

/* The number of the first of `taken` tasks that a draw has got, not more than were left; `dealt` is the word
 * as it was before. */
static inline coop_u64 coop_dealt_first(coop_u64 dealt, coop_u64 count, coop_u64 taken, int from_back)
{
    return from_back ? count - (dealt >> 32) - taken : (coop_u32)dealt;
}

/* What a task prefers, and what a domain or a device is to tasks; the order of first tasks. */
enum coop_team_class { COOP_CLASS_CPU, COOP_CLASS_NONE, COOP_CLASS_GPU };

/* What tasks of a tag prefer; tags above 31 have no bit. */
static inline coop_u32 coop_class_of(coop_u32 tag, coop_u32 prefers_cpu, coop_u32 prefers_gpu)
{
    coop_u32 bit = tag < 32u ? 1u << tag : 0u;

    return (prefers_cpu & bit) != 0   ? COOP_CLASS_CPU
           : (prefers_gpu & bit) != 0 ? COOP_CLASS_GPU
                                      : COOP_CLASS_NONE;
}

/* A word of `paces`: tasks, and behind them the ticks in which they were run. */
#define COOP_PACE_TASK_BITS 24u
#define COOP_PACE_TASKS (((coop_u64)1 << COOP_PACE_TASK_BITS) - 1)
#define COOP_PACE_TICKS (((coop_u64)1 << (64u - COOP_PACE_TASK_BITS)) - 1)

/* What is older than so many ticks counts less and less, as soon as there are so many tasks: some tenths of a
 * second of one work-group. */
#define COOP_PACE_LASTS_TICKS ((coop_u64)1 << 30)
#define COOP_PACE_LASTS_TASKS 512u
#define COOP_PACE_KEPT_TASKS 64u

/* The word with more tasks; older ones count half where the word is full, or they are old. */
static inline coop_u64 coop_pace_add(coop_u64 word, coop_u64 tasks, coop_u64 ticks)
{
    coop_u64 all_tasks = word & COOP_PACE_TASKS;
    coop_u64 all_ticks = word >> COOP_PACE_TASK_BITS;

    tasks = tasks < COOP_PACE_TASKS / 2 ? tasks : COOP_PACE_TASKS / 2;
    ticks = ticks < COOP_PACE_TICKS / 2 ? ticks : COOP_PACE_TICKS / 2;
    if (all_tasks > COOP_PACE_TASKS / 2 || all_ticks > COOP_PACE_TICKS / 2 ||
        (all_ticks > COOP_PACE_LASTS_TICKS && all_tasks > COOP_PACE_LASTS_TASKS)) {
        all_tasks /= 2;
        all_ticks /= 2;
    }
    return (all_ticks + ticks) << COOP_PACE_TASK_BITS | (all_tasks + tasks);
}

/* What is left of the word when the next tasks begin: the same pace, which they outweigh soon. */
static inline coop_u64 coop_pace_fade(coop_u64 word)
{
    coop_u64 tasks = word & COOP_PACE_TASKS;
    coop_u64 ticks = word >> COOP_PACE_TASK_BITS;

    if (tasks > COOP_PACE_KEPT_TASKS) {
        ticks = ticks * COOP_PACE_KEPT_TASKS / tasks;
        tasks = COOP_PACE_KEPT_TASKS;
    }
    return ticks << COOP_PACE_TASK_BITS | tasks;
}

/* Ticks that a work-group takes for a task, at least 1; 0: nobody knows. */
static inline coop_u64 coop_pace_of(coop_u64 word)
{
    coop_u64 tasks = word & COOP_PACE_TASKS;
    coop_u64 ticks = word >> COOP_PACE_TASK_BITS;

    return tasks == 0 || ticks == 0 ? 0 : ticks > tasks ? ticks / tasks : 1;
}

/* The same for a speed that is given, in ticks of nobody's. */
static inline coop_u64 coop_pace_of_speed(coop_u32 speed)
{
    return speed == 0 ? 0 : ((coop_u64)1 << 36) / speed;
}

/* Is a work-group with the pace `own` about as fast as one with the pace `other`, or faster? Where nobody
 * knows, it is. */
static inline int coop_pace_is_like(coop_u64 own, coop_u64 other)
{
    return own == 0 || other == 0 || own * 3 <= other * 4;
}

/* Is it so slow that it offers all tasks but the one that it runs? */
static inline int coop_pace_is_slow(coop_u64 own, coop_u64 other)
{
    return own != 0 && other != 0 && own >= 2 * other;
}

/* May it take tasks of the other one's queue, which shows so many? One that is slower takes them only where
 * the other one would need twice as long for them: a slow thief that sits on the last tasks holds all up. */
static inline int coop_team_may_take(coop_u32 tasks, coop_u64 own, coop_u64 other)
{
    return coop_pace_is_like(own, other) || (tasks < 1u << 20 ? tasks : 1u << 20) * other >= 2 * own;
}

/* How many of the `left` first tasks, of which it could draw `chunk`, a work-group draws; 0: it leaves them.
 * One that is slower draws as many fewer, but `least` in any case, and none when the others need less time
 * for what is left than it needs for one. One that does not know how long it takes draws one. */
static inline coop_u32 coop_team_drawn(coop_u32 chunk, coop_u64 left, coop_u32 groups, coop_u64 own,
                                       coop_u64 fastest, coop_u64 least)
{
    coop_u64 part;

    if (own == 0) {
        return 1;
    }
    if (coop_pace_is_like(own, fastest)) {
        return chunk;
    }
    if (left / groups < own / fastest) {
        return 0;
    }
    part = chunk * fastest / own;
    part = part > least ? part : least;
    return part > chunk ? chunk : part > 0 ? (coop_u32)part : 1;
}

/* The part of a near first thief's choice that is pure: after how many tries in vain among the `near`
 * others of its device it goes to another one. */
static inline int coop_team_goes_far(coop_u32 tries_in_vain, coop_u32 near)
{
    return tries_in_vain >= near;
}

#endif
