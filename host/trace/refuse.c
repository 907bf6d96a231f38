#include "host/trace/refuse.h"

#include "coop/library.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

static coop_status fail(coop_status status, const char *doing, const char *message)
{
    int code = errno;

    coop_context_fail(NULL, status, doing, message);
    errno = code;
    return status;
}

coop_status coop_trace_fail_argument(const char *doing, const char *why)
{
    return fail(COOP_INVALID_ARGUMENT, doing, why);
}

coop_status coop_trace_fail_null(const char *doing, const char *what)
{
    char message[64];

    snprintf(message, sizeof message, "%s is NULL", what);
    return coop_trace_fail_argument(doing, message);
}

coop_status coop_trace_out_of_memory(const char *doing)
{
    char message[128];

    snprintf(message, sizeof message, "the host has no memory left for %s", doing);
    return fail(COOP_OUT_OF_MEMORY, doing, message);
}

coop_status coop_trace_io_failed(const char *doing, const char *path)
{
    char why[128];
    char message[512];

    if (errno == ENOMEM) {
        return coop_trace_out_of_memory(doing);
    }
    snprintf(message, sizeof message, "%.300s cannot be written: %s", path,
             strerror_r(errno, why, sizeof why));
    return fail(COOP_IO_FAILED, doing, message);
}
