/* Which step may follow which pool word: S1, S3, S4, S5 and S6 as conditions on the fields before and after.
 *
 * Stands on: check.h. The runtime's own functions of shared/pool.h are not used: a checker that asks
 * them would agree with whatever they do. */
#include "host/trace/check.h"

#include <stdarg.h>
#include <stdio.h>

struct step {
    const struct coop_trace_event *event;
    const struct coop_trace_launch *launch;
    struct coop_trace_pool before;
    struct coop_trace_pool after;
    uint64_t generation;
    int has_barriers;
    struct coop_trace_effect *effect;
    struct coop_trace_reason *reason;
};

/* Bits of the pool word that no step sets. */
#define UNUSED_BITS ((uint64_t)0xe << 56 | (uint64_t)1 << 61)

static unsigned past_of(unsigned arrived, int resizes)
{
    return arrived << 1 | (resizes ? 1u : 0u);
}

struct coop_trace_pool coop_trace_pool_of(uint64_t word, uint64_t generation)
{
    struct coop_trace_pool pool = {0};

    pool.active = coop_pool_get(word, COOP_POOL_ACTIVE);
    pool.kill_wanted = coop_pool_kill_wanted(word);
    pool.fork_granted = coop_pool_fork_granted(word);
    pool.returned = coop_pool_get(word, COOP_POOL_RETURNED);
    pool.is_suspended = (word & COOP_POOL_SUSPENDED) != 0;
    if (generation != COOP_TRACE_NO_ARRIVALS) {
        pool.arrived = coop_pool_get(word, generation % 2 ? COOP_POOL_ARRIVED_ODD : COOP_POOL_ARRIVED_EVEN);
        pool.resizes = (word & (generation % 2 ? COOP_POOL_RESIZING_ODD : COOP_POOL_RESIZING_EVEN)) != 0;
        pool.past =
            past_of(coop_pool_get(word, generation % 2 ? COOP_POOL_ARRIVED_EVEN : COOP_POOL_ARRIVED_ODD),
                    (word & (generation % 2 ? COOP_POOL_RESIZING_EVEN : COOP_POOL_RESIZING_ODD)) != 0);
    }
    return pool;
}

int coop_trace_is_odd_word(uint64_t word, const struct coop_trace_launch *launch)
{
    int is_grant_of_nothing = (word & COOP_POOL_WISH_IS_GRANT) && coop_pool_get(word, COOP_POOL_WISH) == 0;

    return (word & UNUSED_BITS) != 0 || is_grant_of_nothing || (word >> 63) != (launch->may_kill_all != 0);
}

int coop_trace_refuse(struct coop_trace_reason *reason, const char *rule, const char *format, ...)
{
    va_list arguments;

    if (reason != NULL) {
        reason->rule = rule;
        va_start(arguments, format);
        vsnprintf(reason->text, sizeof reason->text, format, arguments);
        va_end(arguments);
    }
    return 0;
}

/* The word that the step left is the one that it must have left; arrivals count only where they are
 * traced. */
static int leaves(const struct step *step, struct coop_trace_pool wanted)
{
    const struct coop_trace_pool *after = &step->after;

    if (after->active != wanted.active) {
        return coop_trace_refuse(step->reason, "S1", "M is %u after it, not %u as its effect on M = %u is",
                                 after->active, wanted.active, step->before.active);
    }
    if (after->kill_wanted != wanted.kill_wanted || after->fork_granted != wanted.fork_granted) {
        return coop_trace_refuse(step->reason, wanted.kill_wanted != after->kill_wanted ? "S3" : "S4",
                                 "%u kills are wanted and %u forks granted after it, not %u and %u",
                                 after->kill_wanted, after->fork_granted, wanted.kill_wanted,
                                 wanted.fork_granted);
    }
    if (after->is_suspended != wanted.is_suspended) {
        return coop_trace_refuse(step->reason, "S3b", "the instance is %ssuspended after it",
                                 after->is_suspended ? "" : "not ");
    }
    if (after->returned != wanted.returned) {
        return coop_trace_refuse(step->reason, "E2", "%u work-groups have returned after it, not %u",
                                 after->returned, wanted.returned);
    }
    if (step->has_barriers && after->arrived != wanted.arrived) {
        return coop_trace_refuse(step->reason, "S5",
                                 "%u of %u work-groups stand at a barrier after it, not %u", after->arrived,
                                 after->active, wanted.arrived);
    }
    if (step->has_barriers && after->resizes != wanted.resizes) {
        return coop_trace_refuse(step->reason, "S7", "the barrier is %sa resizing one after it",
                                 after->resizes ? "" : "not ");
    }
    if (step->has_barriers && after->past != wanted.past && after->past != 0) {
        return coop_trace_refuse(step->reason, "S5",
                                 "arrivals at another barrier stand in the word after it");
    }
    step->effect->after = *after;
    return 1;
}

/* All active work-groups have arrived in `full`: the barrier completes, and a resizing one applies what the
 * scheduler wants. How many kills one barrier makes is the launch's option: all that are wanted, or one. */
static int completes(const struct step *completing, struct coop_trace_pool full)
{
    struct coop_trace_pool wanted = full;
    struct step next = *completing; /* the word, as it is seen after one more barrier */
    const struct step *step = &next;
    unsigned kills = 0;

    if (step->has_barriers) {
        next.after = coop_trace_pool_of(step->event->word, step->generation + 1);
    }
    step->effect->completes_barrier = 1;
    step->effect->resizes = (int)full.resizes;
    if (full.resizes) {
        unsigned all = full.kill_wanted < full.active ? full.kill_wanted : full.active - 1;

        kills = full.kill_wanted - step->after.kill_wanted;
        if (step->after.kill_wanted > full.kill_wanted || (kills != all && kills != 1)) {
            return coop_trace_refuse(
                step->reason, "S6",
                "it completes a resizing barrier with %u kills wanted, and leaves %u of them",
                full.kill_wanted, step->after.kill_wanted);
        }
        step->effect->kills = kills;
        step->effect->forks = full.fork_granted;
        if (step->after.active != full.active - kills + full.fork_granted) {
            return coop_trace_refuse(
                step->reason, "S6",
                "a resizing barrier of %u work-groups with %u kills and %u forks leaves M = %u", full.active,
                kills, full.fork_granted, step->after.active);
        }
        wanted.active = step->after.active;
        wanted.kill_wanted -= kills;
        wanted.fork_granted = 0;
    }
    /* An arrival leaves itself and the others to be taken back, any other step takes them back. */
    wanted.past = step->event->kind == COOP_TRACE_ARRIVED ? past_of(full.arrived, (int)full.resizes) : 0;
    wanted.arrived = 0;
    wanted.resizes = 0;
    return leaves(step, wanted);
}

/* Is the barrier complete with its last arrival, or is a further step to change M? */
static int keeps_active(struct coop_trace_pool full)
{
    return !full.resizes || (full.fork_granted == 0 && (full.kill_wanted == 0 || full.active == 1));
}

static int may_arrive(const struct step *step)
{
    struct coop_trace_pool wanted = step->before;

    if (step->event->value < 1 || step->event->value > 2) {
        return coop_trace_refuse(step->reason, "E1", "it arrives at a barrier of the unknown kind %u",
                                 step->event->value);
    }
    wanted.arrived++;
    wanted.resizes |= step->event->group_id == 0 && step->event->value == 2;
    if (!leaves(step, wanted)) {
        return 0;
    }
    /* A barrier of both kinds is a failure of the program, which the run reports (S7). Who stands at another
     * kind than work-group 0 completes no resizing one; at a plain one those who wait see that all have
     * arrived, whoever comes last. */
    if (wanted.arrived == wanted.active && (!wanted.resizes || step->event->value == 2)) {
        return !keeps_active(wanted) || completes(step, wanted);
    }
    return 1;
}

/* May the work-group be the one that is killed now: the highest-numbered, or any but the last one that
 * runs. */
static int is_its_turn(const struct step *step)
{
    const struct coop_trace_pool *before = &step->before;
    uint32_t group_id = step->event->group_id;

    if (step->launch->kill_any) {
        return before->active - before->returned > 1 ||
               coop_trace_refuse(step->reason, "S3a", "work-group %u is killed, the last one that runs",
                                 group_id);
    }
    if (group_id == 0) {
        return coop_trace_refuse(step->reason, "S3", "work-group 0 is killed");
    }
    if (before->active <= 1 || group_id != before->active - 1) {
        return coop_trace_refuse(step->reason, "S3",
                                 "work-group %u is killed while M is %u: only the last one may be", group_id,
                                 before->active);
    }
    return 1;
}

/* The last one that runs leaves the instance suspended: nobody waits, and nothing is wanted of it any
 * more. */
static int suspends(const struct step *step, struct coop_trace_pool wanted)
{
    if (wanted.arrived > 0) {
        return coop_trace_refuse(step->reason, "S5",
                                 "work-group %u is killed as the last one while others wait at a barrier",
                                 step->event->group_id);
    }
    wanted.active--;
    wanted.kill_wanted = 0;
    wanted.is_suspended = 1;
    return leaves(step, wanted);
}

/* A kill at offer_kill; it can complete the barrier at which all the others wait. Without traced arrivals it
 * cannot be seen whether it did, unless M changed more than by the kill. */
static int may_be_killed(const struct step *step)
{
    struct coop_trace_pool wanted = step->before;
    uint32_t group_id = step->event->group_id;

    if (wanted.kill_wanted == 0) {
        return coop_trace_refuse(step->reason, "S3",
                                 "work-group %u is killed though the scheduler wants no kill", group_id);
    }
    if (step->event->value != step->after.active) {
        return coop_trace_refuse(step->reason, "S3", "its record says M = %u after the kill and the word %u",
                                 step->event->value, step->after.active);
    }
    if (step->launch->may_kill_all && wanted.active - wanted.returned == 1) {
        return suspends(step, wanted);
    }
    if (!is_its_turn(step)) {
        return 0;
    }
    wanted.active--;
    wanted.kill_wanted--;
    if (step->has_barriers) {
        return wanted.arrived > 0 && wanted.arrived == wanted.active ? completes(step, wanted)
                                                                     : leaves(step, wanted);
    }
    if (step->after.active == wanted.active && step->after.kill_wanted == wanted.kill_wanted) {
        return leaves(step, wanted);
    }
    wanted.resizes = 1;
    return completes(step, wanted);
}

static int may_fork(const struct step *step)
{
    struct coop_trace_pool wanted = step->before;

    if (wanted.fork_granted == 0 || step->event->value != wanted.fork_granted) {
        return coop_trace_refuse(step->reason, "S4", "it forks %u work-groups while %u are granted",
                                 step->event->value, wanted.fork_granted);
    }
    if (wanted.returned > 0) {
        return coop_trace_refuse(step->reason, "S4", "it forks after %u work-groups have returned (P7)",
                                 wanted.returned);
    }
    step->effect->forks = wanted.fork_granted;
    wanted.active += wanted.fork_granted;
    wanted.fork_granted = 0;
    return leaves(step, wanted);
}

static int may_return(const struct step *step)
{
    struct coop_trace_pool wanted = step->before;

    wanted.returned++;
    if (wanted.returned > wanted.active) {
        return coop_trace_refuse(step->reason, "S1", "work-group %u returns as number %u of M = %u",
                                 step->event->group_id, wanted.returned, wanted.active);
    }
    return leaves(step, wanted);
}

/* The scheduler states its wish; it may not touch anything else. */
static int may_want(const struct step *step)
{
    const struct coop_trace_pool *after = &step->after;
    struct coop_trace_pool wanted = step->before;
    uint32_t target = step->event->group_id;
    unsigned recorded =
        step->event->kind == COOP_TRACE_FORK_GRANTED ? after->fork_granted : after->kill_wanted;

    wanted.kill_wanted = after->kill_wanted;
    wanted.fork_granted = after->fork_granted;
    if (recorded != step->event->value ||
        (after->fork_granted > 0) != (step->event->kind == COOP_TRACE_FORK_GRANTED)) {
        return coop_trace_refuse(step->reason, "E1",
                                 "its record says %u and the word %u kills wanted, %u forks granted",
                                 step->event->value, after->kill_wanted, after->fork_granted);
    }
    if (after->kill_wanted == step->before.kill_wanted && after->fork_granted == step->before.fork_granted) {
        return coop_trace_refuse(step->reason, "E1", "the scheduler wishes what it has wished already");
    }
    if (step->before.is_suspended) {
        return coop_trace_refuse(step->reason, "S3b",
                                 "the scheduler wishes something of a suspended instance");
    }
    if (target < !step->launch->may_kill_all || target > step->launch->groups) {
        return coop_trace_refuse(step->reason, "S1", "the scheduler aims at M = %u of %d ... %u", target,
                                 !step->launch->may_kill_all, step->launch->groups);
    }
    if (target < wanted.active ? after->kill_wanted != wanted.active - target : after->kill_wanted != 0) {
        return coop_trace_refuse(step->reason, "S3", "the scheduler wants %u kills of M = %u to come to %u",
                                 after->kill_wanted, wanted.active, target);
    }
    if (after->fork_granted > (target > wanted.active ? target - wanted.active : 0)) {
        return coop_trace_refuse(step->reason, "S4", "the scheduler grants %u forks to M = %u to come to %u",
                                 after->fork_granted, wanted.active, target);
    }
    if (after->fork_granted > 0 && wanted.returned > 0) {
        return coop_trace_refuse(step->reason, "S4",
                                 "the scheduler grants %u forks after %u work-groups have returned (P7)",
                                 after->fork_granted, wanted.returned);
    }
    return leaves(step, wanted);
}

static int changes_as_recorded(const struct step *step)
{
    int has_changed = step->effect->kills + step->effect->forks > 0;

    return has_changed == (step->event->kind == COOP_TRACE_RESIZED) ||
           coop_trace_refuse(step->reason, "E1", "its record says that the barrier %s M",
                             has_changed ? "keeps" : "changes");
}

/* The last to arrive completes a barrier that was to change M: seen in full where arrivals are traced, else
 * only if it changed M. */
static int may_complete_barrier(const struct step *step)
{
    struct coop_trace_pool full = step->before;

    if (step->event->value != step->after.active) {
        return coop_trace_refuse(step->reason, "S6",
                                 "its record says M = %u after the barrier and the word %u",
                                 step->event->value, step->after.active);
    }
    if (!step->has_barriers) {
        full.resizes = 1;
    } else if (full.arrived == 0 || full.arrived != full.active) {
        return coop_trace_refuse(step->reason, "S5",
                                 "the barrier completes when %u of %u work-groups have arrived", full.arrived,
                                 full.active);
    }
    return completes(step, full) && changes_as_recorded(step);
}

static int may_start(const struct step *step)
{
    /* The pool word of a start is M and nothing else. */
    step->effect->after = (struct coop_trace_pool){.active = step->event->value};
    step->effect->forks = step->event->value;
    return 1;
}

/* The scheduler brings back the work-group that was parked. */
static int may_resume(const struct step *step)
{
    struct coop_trace_pool wanted = step->before;

    if (!wanted.is_suspended) {
        return coop_trace_refuse(step->reason, "S3b",
                                 "the scheduler resumes an instance that is not suspended");
    }
    if (step->event->value != step->after.active) {
        return coop_trace_refuse(step->reason, "S3b", "its record says M = %u after it and the word %u",
                                 step->event->value, step->after.active);
    }
    wanted.active++;
    wanted.is_suspended = 0;
    return leaves(step, wanted);
}

static int is_sound(const struct step *step)
{
    const struct coop_trace_pool *after = &step->effect->after;

    if ((after->active < 1 && !after->is_suspended) || after->active > step->launch->groups) {
        return coop_trace_refuse(step->reason, "S1", "M becomes %u, which is not in 1 ... %u", after->active,
                                 step->launch->groups);
    }
    if (after->arrived + after->returned > after->active) {
        return coop_trace_refuse(step->reason, "S5",
                                 "%u work-groups at a barrier and %u returned are more than M = %u",
                                 after->arrived, after->returned, after->active);
    }
    if (after->kill_wanted > 0 && after->fork_granted > 0) {
        return coop_trace_refuse(step->reason, "S4", "kills are wanted and forks granted at once (P2)");
    }
    return 1;
}

int coop_trace_may_follow(const struct coop_trace_event *event, const struct coop_trace_launch *launch,
                          struct coop_trace_pool before, uint64_t generation,
                          struct coop_trace_effect *effect, struct coop_trace_reason *reason)
{
    struct step step = {event,      launch,
                        before,     coop_trace_pool_of(event->word, generation),
                        generation, generation != COOP_TRACE_NO_ARRIVALS,
                        effect,     reason};
    int may;

    *effect = (struct coop_trace_effect){step.after, 0, 0, 0, 0};
    if (event->kind != COOP_TRACE_STARTED && (event->word >> 63) != (launch->may_kill_all != 0)) {
        return coop_trace_refuse(reason, "S3b", "the pool word says that the instance may %sbe suspended",
                                 launch->may_kill_all ? "not " : "");
    }
    if (event->kind != COOP_TRACE_STARTED && coop_trace_is_odd_word(event->word, launch)) {
        return coop_trace_refuse(reason, "E1", "the pool word has bits that mean nothing");
    }
    switch (event->kind) {
    case COOP_TRACE_STARTED:
        may = may_start(&step);
        break;
    case COOP_TRACE_ARRIVED:
        may = may_arrive(&step);
        break;
    case COOP_TRACE_GROUP_KILLED:
        may = may_be_killed(&step);
        break;
    case COOP_TRACE_FORKED:
        may = may_fork(&step);
        break;
    case COOP_TRACE_RESIZED:
    case COOP_TRACE_BARRIER:
        may = may_complete_barrier(&step);
        break;
    case COOP_TRACE_GROUP_RETURNS:
        may = may_return(&step);
        break;
    case COOP_TRACE_RESUMED:
        may = may_resume(&step);
        break;
    default:
        may = may_want(&step);
        break;
    }
    return may && is_sound(&step);
}
