/* Errors: what is known of a call that failed. Each thread has a record of its last one, coop_last_error;
 * each context has a record of the last one that concerned it, coop_context_error.
 * Threads, handles and errors: coop.h. */
#ifndef COOP_ERROR_H
#define COOP_ERROR_H

#include "coop/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A call that failed, for people. Times are not in it. */
struct coop_error {
    coop_status status;
    int opencl_code;    /* 0 when OpenCL was not involved */
    char doing[128];    /* "building the megakernel" */
    char message[1024]; /* what went wrong, where, and what to do */
    char *details;      /* build log, or the state of the slots at a missed deadline; "" when none */
};

/* The last call that failed on this thread: after any function of the library has returned another status
 * than COOP_OK, what that call has to say, also where there is no context to keep it, as with
 * COOP_INVALID_HANDLE. So with coop_buffer_address, coop_buffer_bytes and coop_workqueue_bytes where they
 * return 0. A call that succeeds leaves the record alone. A destroy that cannot end what it destroys, too,
 * leaves a record.
 * So with the functions of coop::trace (trace_check.h, trace_stat.h, trace_write.h).
 * Returns  the thread's own record, never NULL; to be read only. It holds until the thread's next call of the
 *          library, or its end. Its status is COOP_OK when nothing has failed; `details` is never NULL. */
COOP_API const struct coop_error *coop_last_error(void);

/* Frees error->details of a copy that coop_context_error has made. NULL is accepted. */
COOP_API void coop_error_clear(struct coop_error *error);

#ifdef __cplusplus
}
#endif
#endif
