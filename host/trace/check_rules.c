#include "host/trace/check_rules.h"

#include "host/trace/check_barrier.h"

/* Whether the work-group may be killed now: the highest-numbered one, or any but the last one that runs. */
static int is_its_turn(const struct coop_trace_step *step)
{
    const struct coop_trace_counts *before = &step->before;
    uint32_t group_id = step->event->group_id;

    /* With claims another one ran when this one was killed; it may have returned since. */
    if (step->launch->kill_any) {
        return before->active - before->returned > !before->is_claimed ||
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

/* The last work-group that runs leaves the instance suspended: no work-group waits, and the scheduler wants
 * nothing of it any more. */
static int suspends(const struct coop_trace_step *step, struct coop_trace_counts wanted)
{
    if (wanted.arrived > 0) {
        return coop_trace_refuse(step->reason, "S5",
                                 "work-group %u is killed as the last one while others wait at a barrier",
                                 step->event->group_id);
    }
    wanted.active--;
    wanted.kill_wanted = 0;
    wanted.is_suspended = 1;
    return coop_step_leaves(step, wanted);
}

/* A kill at offer_kill; it can complete the barrier at which all the others wait. Without traced arrivals
 * the trace shows that only if M changed by more than the kill. */
static int coop_rule_be_killed(const struct coop_trace_step *step)
{
    struct coop_trace_counts wanted = step->before;
    uint32_t group_id = step->event->group_id;

    if (wanted.kill_wanted == 0) {
        return coop_trace_refuse(step->reason, "S3",
                                 "work-group %u is killed though the scheduler wants no kill", group_id);
    }
    if (step->event->value != step->after.active) {
        return coop_trace_refuse(step->reason, "S3", "its record says M = %u after the kill and the word %u",
                                 step->event->value, step->after.active);
    }
    if (step->launch->may_kill_all && wanted.active - wanted.returned == 1 &&
        (!wanted.is_claimed || step->after.is_suspended)) {
        return suspends(step, wanted);
    }
    if (!is_its_turn(step)) {
        return 0;
    }
    wanted.active--;
    wanted.kill_wanted--;
    if (step->has_barriers) {
        return wanted.arrived > 0 && wanted.arrived == wanted.active ? coop_step_completes(step, wanted)
                                                                     : coop_step_leaves(step, wanted);
    }
    if (step->after.active == wanted.active && step->after.kill_wanted == wanted.kill_wanted) {
        return coop_step_leaves(step, wanted);
    }
    wanted.resizes = 1;
    return coop_step_completes(step, wanted);
}

static int coop_rule_fork(const struct coop_trace_step *step)
{
    struct coop_trace_counts wanted = step->before;

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
    return coop_step_leaves(step, wanted);
}

static int coop_rule_return(const struct coop_trace_step *step)
{
    struct coop_trace_counts wanted = step->before;

    wanted.returned++;
    if (wanted.returned > wanted.active) {
        return coop_trace_refuse(step->reason, "S1", "work-group %u returns as number %u of M = %u",
                                 step->event->group_id, wanted.returned, wanted.active);
    }
    return coop_step_leaves(step, wanted);
}

/* An elastic kernel keeps as many as it asked to keep, once it has them. */
static int is_below_least(const struct coop_trace_step *step, uint32_t target)
{
    return !step->launch->is_cooperative && target < step->before.active &&
           target < step->launch->groups_least;
}

/* The scheduler states its request; it may not touch anything else. */
static int coop_rule_request(const struct coop_trace_step *step)
{
    const struct coop_trace_counts *after = &step->after;
    struct coop_trace_counts wanted = step->before;
    uint32_t target = step->event->group_id;
    unsigned wants = target < wanted.active ? wanted.active - target : 0;
    /* Kills that have been claimed stay wanted. */
    int keeps = after->is_claimed && after->kill_wanted > wants && after->kill_wanted <= wanted.kill_wanted;
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
        return coop_trace_refuse(step->reason, "E1", "the scheduler requests what it has requested already");
    }
    if (step->before.is_suspended) {
        return coop_trace_refuse(step->reason, "S3b",
                                 "the scheduler requests something of a suspended instance");
    }
    if (target < !step->launch->may_kill_all || target > step->launch->groups) {
        return coop_trace_refuse(step->reason, "S1", "the scheduler aims at M = %u of %d ... %u", target,
                                 !step->launch->may_kill_all, step->launch->groups);
    }
    if (is_below_least(step, target)) {
        return coop_trace_refuse(step->reason, "S9a",
                                 "an elastic kernel of M = %u that keeps %u is to have %u", wanted.active,
                                 step->launch->groups_least, target);
    }
    if (after->kill_wanted != wants && !keeps) {
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
    return coop_step_leaves(step, wanted);
}

static int coop_rule_start(const struct coop_trace_step *step)
{
    /* The group-count word of a start is M and nothing else. */
    step->effect->after = (struct coop_trace_counts){.active = step->event->value};
    step->effect->forks = step->event->value;
    return 1;
}

/* The scheduler brings back the work-group that was parked. */
static int coop_rule_resume(const struct coop_trace_step *step)
{
    struct coop_trace_counts wanted = step->before;

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
    return coop_step_leaves(step, wanted);
}

typedef int (*step_rule)(const struct coop_trace_step *step);

#define STEP(rule) coop_rule_##rule
#define SIGHT(rule) NULL
#define EITHER(step_rule, sight_rule) coop_rule_##step_rule
#define SUM(rule) NULL
#define ROW(name, number, writer, recorded, about, word, active, life, rule, meaning) \
    [COOP_TRACE_##name] = rule,

static const step_rule rules[COOP_TRACE_KIND_END] = {COOP_TRACE_LIST(ROW)};

int coop_trace_may_follow(const struct coop_trace_event *event, const struct coop_trace_launch *launch,
                          struct coop_trace_counts before, uint64_t phase, struct coop_trace_effect *effect,
                          struct coop_trace_reason *reason)
{
    struct coop_trace_step step = {event,  launch,
                                   before, coop_trace_counts_of(event->word, phase),
                                   phase,  phase != COOP_TRACE_NO_ARRIVALS,
                                   effect, reason};

    *effect = (struct coop_trace_effect){step.after, 0, 0, 0, 0};
    if (event->kind != COOP_TRACE_STARTED && (event->word >> 63) != (launch->may_kill_all != 0)) {
        return coop_trace_refuse(reason, "S3b",
                                 "the group-count word says that the instance may %sbe suspended",
                                 launch->may_kill_all ? "not " : "");
    }
    if (event->kind != COOP_TRACE_STARTED && coop_trace_is_odd_word(event->word, launch)) {
        return coop_trace_refuse(reason, "E1", "the group-count word has bits that mean nothing");
    }
    return rules[event->kind](&step) && coop_step_is_sound(&step);
}
