/* A team: devices of one domain that work on one set of queues. Where its tables lie behind the set, and what
 * they say. Where a team has several domains, each has such a set, and its last queue is its inbox, which the
 * scheduler fills with what comes from other domains (member.h).
 *
 * Stands on: types.h, queue.h. Used by: device/team.clh, host/team/team.c. A set that belongs to a team says
 * so in its head (`version`, `team_at`). The host writes the table before the launches; only `dealt` changes
 * while they run.
 *   Q17  a work-group's number in the set is the first one of its device plus its own. So no two work-groups
 *       of the team have the same, and what Q1 to Q12 say of numbers holds for all of them together.
 *   Q18  each first task is counted (Q6) before any launch, and dealt to one work-group: who adds to `dealt`
 *       has the tasks from what was there before up to what is there then, as far as there are any. */
#ifndef COOP_SHARED_TEAM_H
#define COOP_SHARED_TEAM_H

#include "coop/shared/queue.h"

#define COOP_TEAM_DEVICES_MAX 8u

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
    struct coop_team_device devices[COOP_TEAM_DEVICES_MAX];
    /* Of a domain that is not alone in its team (member.h); else 0. Distances are from the set's head. */
    coop_u64 member_before; /* the member record lies so far before it */
    coop_u64 export_at;     /* the boxes */
    coop_u64 import_at;
    coop_u32 box_tasks;  /* places of each */
    coop_u32 far_groups; /* work-groups of all other domains, at most */
    coop_word64 dealt;   /* Q18; writers: leaders, by adding */
    coop_u32 stays;      /* a bit for each tag whose tasks are in no export box; the host writes it */
    coop_u32 pad0;
    coop_u16 speeds[COOP_TEAM_DEVICES_MAX]; /* of the devices, beside each other; 0: none is given */
    coop_u8 pad1[COOP_LINE_BYTES - 16 - 2 * COOP_TEAM_DEVICES_MAX];
};
COOP_SIZE_IS(struct coop_team_table, 3 * COOP_LINE_BYTES);

/* How many of the tasks that are `left` a work-group draws at once: the first ones draw many, the last ones
 * few, so that all end together; at most as many as a local queue holds.
 * Source: Polychronopoulos, Kuck, "Guided Self-Scheduling" (IEEE Transactions on Computers, 1987). */
static inline coop_u32 coop_team_chunk(coop_u64 left, coop_u32 groups, coop_u32 most)
{
    coop_u64 chunk = left / (2 * (coop_u64)groups);

    chunk = chunk > 0 ? chunk : 1;
    return chunk < most ? (coop_u32)chunk : most;
}

/* May a work-group of a device with speed `own` take tasks of one with speed `other`, whose queue shows so
 * many? Only as many that the other one would take longer for them: a slow thief that sits on the last tasks
 * holds all up. Without speeds it may. */
static inline int coop_team_may_take(coop_u32 tasks, coop_u32 own, coop_u32 other)
{
    return own == 0 || other == 0 || (coop_u64)tasks * own >= 2 * (coop_u64)other;
}

/* The part of a near first thief's choice that is pure: after how many tries in vain among the `near`
 * others of its device it goes to another one. */
static inline int coop_team_goes_far(coop_u32 tries_in_vain, coop_u32 near)
{
    return tries_in_vain >= near;
}

#endif
