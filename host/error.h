/* The error record of a context. Threads: every function may be called from any. */
#ifndef COOP_HOST_ERROR_H
#define COOP_HOST_ERROR_H

#include "coop/context.h"
#include <pthread.h>

struct coop_error_record {
    pthread_mutex_t lock;
    struct coop_error last;
};

void coop_error_record_init(struct coop_error_record *record);
void coop_error_record_clear(struct coop_error_record *record);

/* Records a failure and returns `status`, so that a caller can say `return coop_error_set(...)`.
 * doing  what was being done: "building the megakernel". */
coop_status coop_error_set(struct coop_error_record *record, coop_status status, const char *doing,
                           const char *message, ...) __attribute__((format(printf, 4, 5)));

/* The same with OpenCL's code; the message gets the code's name appended. */
coop_status coop_error_opencl(struct coop_error_record *record, int code, const char *call,
                              const char *doing);

/* Adds a longer text to the last failure; copied. */
void coop_error_details(struct coop_error_record *record, const char *details);

/* "CL_INVALID_VALUE"; "an unknown code" for others. */
const char *coop_opencl_code_name(int code);

#endif
