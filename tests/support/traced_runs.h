/* Every run that a test program starts is traced, with its barriers. Its trace is checked against the
 * semantics (coop_trace_check) when the run stops, is destroyed, or the program ends, so a test cannot
 * forget it.
 *
 * For that, cmake/CoopTest.cmake links each test program so that coop_run_start, coop_run_stop,
 * coop_run_destroy and coop_context_destroy are this file's, which call the library's. A run has no trace
 * if the context has no memory for one. */
#ifndef COOP_TESTS_SUPPORT_TRACED_RUNS_H
#define COOP_TESTS_SUPPORT_TRACED_RUNS_H

#include "coop/trace_check.h"
#include "coop/trace_write.h"

/* Fails a check where the trace violates the semantics; prints what was not checked. */
struct coop_trace_verdict trace_checked(const struct coop_trace *trace);

/* For a test about runs without a trace: the next runs are started as the test says. */
void traced_runs_pause(int is_paused);

/* False where the program's option is `untraced=1`: all its runs are then without a trace, as users run them,
 * and so take the runtime's shortest ways; and under a watchdog, where the test asks for none. */
int traced_runs_are_on(void);

#endif
