/* What the calls of coop::trace say when they fail: the thread's record (coop/error.h). errno stays as it is,
 * since some of them hand it on.
 *
 * Stands on: the public headers. Any thread. */
#ifndef COOP_TRACE_REFUSE_H
#define COOP_TRACE_REFUSE_H

#include "coop/context.h"

/* `what` is NULL that must not be; COOP_INVALID_ARGUMENT. */
coop_status coop_trace_fail_null(const char *doing, const char *what);

/* Something else is wrong with the arguments; COOP_INVALID_ARGUMENT. */
coop_status coop_trace_fail_argument(const char *doing, const char *why);

/* The host's memory is exhausted; COOP_OUT_OF_MEMORY. */
coop_status coop_trace_out_of_memory(const char *doing);

/* The file cannot be written, as errno says; COOP_IO_FAILED, or COOP_OUT_OF_MEMORY. */
coop_status coop_trace_io_failed(const char *doing, const char *path);

#endif
