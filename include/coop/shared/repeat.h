/* Launches that repeat: a regular kernel that the device's scheduler launches again every period, without the
 * host. Which due times have passed, as pure functions of the device's clock.
 *
 * Stands on: types.h. Used by: cl/repeat.cl; tests directly. All times are in ns. Protocol:
 * docs/protocol.md#repeat.
 *   V5  the due times of a launch are one period apart, for as long as it repeats: no job that is late, and
 *       no time that is missed, moves those that follow.
 *   V6  each due time has a job or is missed. It is missed when the job before it has not ended by then, or
 *       when the next one is due by the time at which the scheduler could launch it. */
#ifndef COOP_SHARED_REPEAT_H
#define COOP_SHARED_REPEAT_H

#include "coop/shared/types.h"

/* The next due time that has a job, and how many before it are missed. */
struct coop_repeat_step {
    coop_u64 due_ns;
    coop_u64 missed;
};

/* How many due times there are up to `until_ns`, of which `due_ns` is the first. */
static inline coop_u64 coop_repeat_count(coop_u64 due_ns, coop_u64 period_ns, coop_u64 until_ns)
{
    return until_ns < due_ns ? 0 : (until_ns - due_ns) / period_ns + 1;
}

/* Behind a job that was due at `due_ns` and has ended at `ended_ns`. */
static inline struct coop_repeat_step coop_repeat_behind(coop_u64 due_ns, coop_u64 period_ns,
                                                         coop_u64 ended_ns)
{
    struct coop_repeat_step step;

    step.missed = coop_repeat_count(due_ns + period_ns, period_ns, ended_ns);
    step.due_ns = due_ns + (step.missed + 1) * period_ns;
    return step;
}

/* The job that is launched at `now_ns`, not before `due_ns`, where the next one was due. */
static inline struct coop_repeat_step coop_repeat_at(coop_u64 due_ns, coop_u64 period_ns, coop_u64 now_ns)
{
    struct coop_repeat_step step;

    step.missed = (now_ns - due_ns) / period_ns;
    step.due_ns = due_ns + step.missed * period_ns;
    return step;
}

#endif
