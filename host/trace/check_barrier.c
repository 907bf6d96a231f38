#include "host/trace/check_barrier.h"

int coop_step_completes(const struct coop_trace_step *completing, struct coop_trace_counts full)
{
    struct coop_trace_counts wanted = full;
    struct coop_trace_step next = *completing; /* the word, as it is seen after one more barrier */
    const struct coop_trace_step *step = &next;
    unsigned kills = 0;

    if (step->has_barriers) {
        next.after = coop_trace_counts_of(step->event->word, step->phase + 1);
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
    /* An arrival leaves the arrivals, its own included, to be taken back; any other step takes them back. */
    wanted.past =
        step->event->kind == COOP_TRACE_ARRIVED ? coop_trace_past_of(full.arrived, (int)full.resizes) : 0;
    wanted.arrived = 0;
    wanted.resizes = 0;
    return coop_step_leaves(step, wanted);
}

/* Whether the barrier is complete with its last arrival, or a further step will change M. */
static int keeps_active(struct coop_trace_counts full)
{
    return !full.resizes || (full.fork_granted == 0 && (full.kill_wanted == 0 || full.active == 1));
}

int coop_rule_arrive(const struct coop_trace_step *step)
{
    struct coop_trace_counts wanted = step->before;

    if (step->event->value < 1 || step->event->value > 2) {
        return coop_trace_refuse(step->reason, "E1", "it arrives at a barrier of the unknown kind %u",
                                 step->event->value);
    }
    wanted.arrived++;
    wanted.resizes |= step->event->group_id == 0 && step->event->value == 2;
    if (!coop_step_leaves(step, wanted)) {
        return 0;
    }
    /* A barrier of both kinds is a failure of the program, which the run reports (S7). A work-group that
     * waits at another kind than work-group 0 completes no resizing barrier; at a non-resizing one the
     * waiting work-groups see that all have arrived, no matter which arrives last. */
    if (wanted.arrived == wanted.active && (!wanted.resizes || step->event->value == 2)) {
        return !keeps_active(wanted) || coop_step_completes(step, wanted);
    }
    return 1;
}

static int changes_as_recorded(const struct coop_trace_step *step)
{
    int has_changed = step->effect->kills + step->effect->forks > 0;

    return has_changed == (step->event->kind == COOP_TRACE_RESIZED) ||
           coop_trace_refuse(step->reason, "E1", "its record says that the barrier %s M",
                             has_changed ? "keeps" : "changes");
}

/* The last work-group to arrive completes a barrier that was to change M. With traced arrivals all of this
 * is seen, otherwise only a change of M. */
int coop_rule_complete_barrier(const struct coop_trace_step *step)
{
    struct coop_trace_counts full = step->before;

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
    return coop_step_completes(step, full) && changes_as_recorded(step);
}
