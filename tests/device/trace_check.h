/* A checker of whole traces, taken after the run has stopped: every work-group that begins ends once, on its slot; ids are
 * contiguous (S1); M follows from the events; work-group 0 is never killed (S3); a slot has one work-group at a time (S2).
 *
 * An event's time is when it was written down, a little after what it tells of, so only the order of events by one writer
 * is relied on. */
#ifndef COOP_TESTS_DEVICE_TRACE_CHECK_H
#define COOP_TESTS_DEVICE_TRACE_CHECK_H

#include "coop/trace.h"

/* Fails checks where the trace does not make sense. */
void trace_check(const struct coop_trace *trace);

#endif
