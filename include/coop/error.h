/* Errors: the record that coop_context_error copies.
 * Threads, handles and errors: coop.h. */
#ifndef COOP_ERROR_H
#define COOP_ERROR_H

#include "coop/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The record of the last call that failed on a context, for people. Times are not in it. */
struct coop_error {
    coop_status status;
    int opencl_code;    /* 0 when OpenCL was not involved */
    char doing[128];    /* "building the megakernel" */
    char message[1024]; /* what went wrong, where, and what to do */
    char *details;      /* build log, or the state of the slots at a missed deadline; "" when none */
};

/* Frees error->details. */
COOP_API void coop_error_clear(struct coop_error *error);

#ifdef __cplusplus
}
#endif
#endif
