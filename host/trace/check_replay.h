/* The replay of one instance: an order of its recorded steps that explains each of them.
 *
 * Stands on: check_take.h. */
#ifndef COOP_HOST_TRACE_CHECK_REPLAY_H
#define COOP_HOST_TRACE_CHECK_REPLAY_H

#include "host/trace/checker.h"

/* 0, or -1 when memory is exhausted. */
int coop_trace_replay(struct coop_trace_checker *checker, size_t launch);

#endif
