/* The error records: of a context, and of each thread. What is recorded for a context is recorded for the
 * calling thread, too. Threads: every function may be called from any. */
#ifndef COOP_HOST_ERROR_H
#define COOP_HOST_ERROR_H

#include "coop/error.h"
#include <pthread.h>

struct coop_error_record {
    pthread_mutex_t lock;
    struct coop_error last;
};

void coop_error_record_init(struct coop_error_record *record);
void coop_error_record_clear(struct coop_error_record *record);

/* Records a failure and returns `status`, so that a caller can say `return coop_error_set(...)`.
 * record  NULL: of the thread alone, as when no context is known. So in all functions here.
 * doing   what was being done: "building the megakernel". */
coop_status coop_error_set(struct coop_error_record *record, coop_status status, const char *doing,
                           const char *message, ...) __attribute__((format(printf, 4, 5)));

/* The same with OpenCL's code beside it. */
coop_status coop_error_set_code(struct coop_error_record *record, coop_status status, int code,
                                const char *doing, const char *message, ...)
    __attribute__((format(printf, 5, 6)));

/* A failure apart from its message. */
struct coop_error_case {
    coop_status status;
    int code; /* OpenCL's; 0: none */
    const char *doing;
    const char *details; /* a longer text, copied; NULL: none */
};

/* The same with all that a failure can have. */
coop_status coop_error_set_case(struct coop_error_record *record, const struct coop_error_case *what,
                                const char *message, ...) __attribute__((format(printf, 3, 4)));

/* The same for a call that failed, with OpenCL's code; the message names the call and the code. */
coop_status coop_error_opencl(struct coop_error_record *record, int code, const char *call,
                              const char *doing);

/* A pointer is NULL that must not be; `what` names it as the header does. COOP_INVALID_ARGUMENT. */
coop_status coop_error_null(struct coop_error_record *record, const char *doing, const char *what);

/* A time-out is UINT64_MAX, a wait without end; `what` names it. COOP_INVALID_ARGUMENT. */
coop_status coop_error_endless(struct coop_error_record *record, const char *doing, const char *what);

/* A handle names no live object. COOP_INVALID_HANDLE. */
coop_status coop_error_handle(const void *handle, const char *doing, const char *noun);

/* The host's own memory is exhausted. */
coop_status coop_error_out_of_memory(struct coop_error_record *record, const char *doing);

/* A copy for the user, to be released with coop_error_clear. `record` NULL: of the thread's own. */
void coop_error_copy(struct coop_error_record *record, struct coop_error *copy);

/* "CL_INVALID_VALUE"; "an unknown code" for others. */
const char *coop_opencl_code_name(int code);

#endif
