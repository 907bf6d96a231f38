#include "traced_runs.h"

#include "test.h"
#include <stdio.h>
#include <unistd.h>

/* The trace's capacity where the test requests none: 4 MiB. */
#define EVENTS 131072u
#define RUNS_MAX 16

/* The watchdog of a run without a trace: a healthy launch makes progress all the time, on a busy machine
 * too. */
#define STALL_NS ((uint64_t)60 * 1000000000)

static coop_run *runs[RUNS_MAX]; /* started and not yet checked */
static int is_paused;

coop_status __real_coop_run_start(coop_module *module, const struct coop_run_options *options,
                                  coop_run **run);
coop_status __real_coop_run_stop(coop_run *run, uint64_t timeout_ns);
void __real_coop_run_destroy(coop_run *run);
void __real_coop_context_destroy(coop_context *context);
coop_status __wrap_coop_run_start(coop_module *module, const struct coop_run_options *options,
                                  coop_run **run);
coop_status __wrap_coop_run_stop(coop_run *run, uint64_t timeout_ns);
void __wrap_coop_run_destroy(coop_run *run);
void __wrap_coop_context_destroy(coop_context *context);

int traced_runs_are_on(void)
{
    return test_option("untraced", 0) == 0;
}

static coop_status start_untraced(coop_module *module, const struct coop_run_options *options, coop_run **run)
{
    struct coop_run_options untraced = {0};

    if (options != NULL) {
        untraced = *options;
    }
    untraced.trace_events = 0;
    untraced.trace_barriers = 0;
    untraced.stall_after_ns = untraced.stall_after_ns == 0 ? STALL_NS : untraced.stall_after_ns;
    return __real_coop_run_start(module, &untraced, run);
}

void traced_runs_pause(int is_wanted)
{
    is_paused = is_wanted;
}

/* Keeps the trace in the directory of the test for coop-trace. */
static void keep(const struct coop_trace *trace)
{
    char path[64];

    snprintf(path, sizeof path, "violation-%ld.json", (long)getpid());
    TEST_NOTE("%s %s",
              coop_trace_write_json(trace, path) == COOP_OK ? "the trace is in"
                                                            : "no trace could be written to",
              path);
}

struct coop_trace_verdict trace_checked(const struct coop_trace *trace)
{
    struct coop_trace_verdict verdict;

    if (coop_trace_check(trace, &verdict) != COOP_OK) {
        TEST_FAIL("no memory to check a trace");
    } else if (verdict.is_violated) {
        TEST_FAIL("the trace violates %s at %.3f ms, launch %u, work-group %u, slot %u: %s", verdict.rule,
                  (double)(verdict.time_ns - trace->events[0].time_ns) / 1e6, verdict.launch,
                  verdict.group_id, verdict.slot, verdict.text);
        keep(trace);
    }
    if (verdict.is_partial) {
        TEST_NOTE("trace: %s", verdict.remark);
    }
    return verdict;
}

static void check(coop_run *run)
{
    struct coop_trace trace;

    if (coop_trace_take(run, &trace) == COOP_OK) {
        trace_checked(&trace);
        coop_trace_clear(&trace);
    }
}

/* The place of `run` in the table; RUNS_MAX when it is not there. NULL finds a free one. */
static unsigned find(const coop_run *run)
{
    unsigned i = 0;

    while (i < RUNS_MAX && runs[i] != run) {
        i++;
    }
    return i;
}

static void check_and_forget(coop_run *run)
{
    unsigned i = run != NULL ? find(run) : RUNS_MAX;

    if (i < RUNS_MAX) {
        check(run);
        runs[i] = NULL;
    }
}

/* Checks the runs that no test has stopped, before the exit code is made. */
static void check_the_rest(void)
{
    for (unsigned i = 0; i < RUNS_MAX; i++) {
        if (runs[i] != NULL && __real_coop_run_stop(runs[i], 0) == COOP_OK) {
            check_and_forget(runs[i]);
        }
    }
}

coop_status __wrap_coop_run_start(coop_module *module, const struct coop_run_options *options, coop_run **run)
{
    struct coop_run_options traced = {0};
    coop_status status;
    unsigned i = find(NULL);

    if (is_paused || i == RUNS_MAX) {
        return __real_coop_run_start(module, options, run);
    }
    if (!traced_runs_are_on()) {
        return start_untraced(module, options, run);
    }
    if (options != NULL) {
        traced = *options;
    }
    traced.trace_barriers = 1;
    traced.trace_events = traced.trace_events == 0 ? EVENTS : traced.trace_events;
    status = __real_coop_run_start(module, &traced, run);
    if (status == COOP_OUT_OF_MEMORY && (options == NULL || options->trace_events == 0)) {
        return __real_coop_run_start(module, options, run);
    }
    if (status == COOP_OK) {
        test_at_end(check_the_rest);
        runs[i] = *run;
    }
    return status;
}

coop_status __wrap_coop_run_stop(coop_run *run, uint64_t timeout_ns)
{
    coop_status status = __real_coop_run_stop(run, timeout_ns);

    if (status == COOP_OK) {
        check_and_forget(run);
    }
    return status;
}

void __wrap_coop_run_destroy(coop_run *run)
{
    if (run != NULL && find(run) < RUNS_MAX && __real_coop_run_stop(run, 0) == COOP_OK) {
        check_and_forget(run);
    }
    __real_coop_run_destroy(run);
}

/* A context ends its runs when it is destroyed: their traces are checked as far as they go. */
void __wrap_coop_context_destroy(coop_context *context)
{
    for (unsigned i = 0; i < RUNS_MAX; i++) {
        if (runs[i] != NULL) {
            check(runs[i]);
        }
    }
    __real_coop_context_destroy(context);
    for (unsigned i = 0; i < RUNS_MAX; i++) {
        struct coop_run_report report;

        if (runs[i] != NULL && coop_run_report(runs[i], &report) != COOP_OK) {
            runs[i] = NULL;
        }
    }
}
