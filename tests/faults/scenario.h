/* All of the library in one sequence of calls, and what a user would see of it. */
#ifndef COOP_TESTS_FAULTS_SCENARIO_H
#define COOP_TESTS_FAULTS_SCENARIO_H

#include "coop/coop.h"
#include "coop/trace_write.h"

struct outcome {
    coop_status status;      /* of the first call that failed; COOP_OK: none did */
    const char *step;        /* which call that was */
    int has_record;          /* it was one that leaves a record */
    struct coop_error error; /* that record; details are not kept */
    int results_are_right;   /* everything was computed, and as it should be */
    int run_was_started;
    int was_stopped; /* 0: a stop failed, and the arena may be kept */
};

/* The device of all that follows, in this process and in those that it forks: COOP_DEVICE's, or the first
 * that serves, whose place COOP_DEVICE then names. Looked for in a process of its own: this one has called
 * nothing of OpenCL yet. Leaves with a skip where no device serves. To be called first; again, it returns the
 * same. */
const struct coop_device_report *scenario_choose(void);

/* Devices, context, module, buffers, run with trace, launches of both kinds, waits, reports, trace, stop,
 * destruction; the first failure ends it, and everything is destroyed, in an order that `order` decides. */
void scenario_run(unsigned order, struct outcome *outcome);

/* A module whose text is refused, one that the device's compiler refuses, and a file that is not there: every
 * refusal is as it should be (results_are_right), or the outcome is the first one that is not. */
void scenario_refusals(struct outcome *outcome);

/* A cooperative kernel without end, whose run is stopped; the outcome is that of waiting for it afterwards.
 * before_stop  is called when the kernel runs; may be NULL. */
void scenario_stopped_early(struct outcome *outcome, void (*before_stop)(void));

#endif
