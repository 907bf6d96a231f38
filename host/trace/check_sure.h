/* Up to which times a trace from which events are missing is whole.
 *
 * Stands on: checker.h. Missing are only the last events of each slot, or the last ones of barriers (T2). */
#ifndef COOP_HOST_TRACE_CHECK_SURE_H
#define COOP_HOST_TRACE_CHECK_SURE_H

#include "host/trace/checker.h"

/* Sets checker->sure_ns and barriers_sure_ns of each account, and says in the verdict what is not checked.
 * slot_ns  room for a time for each slot. */
void coop_trace_find_sure_times(struct coop_trace_checker *checker, uint64_t *slot_ns);

#endif
