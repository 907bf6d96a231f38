/* What libraries that stand on this one need beside its other headers, as coop::net and coop::graph do. A
 * program has no use for it. */
#ifndef COOP_LIBRARY_H
#define COOP_LIBRARY_H

#include "coop/api.h"
#include "coop/buffer.h"
#include "coop/context.h"
#include "coop/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Records a failure: coop_last_error and coop_context_error then say it as if a function of this library had
 * failed.
 * context  NULL, or a handle that is not live: it is recorded for the calling thread alone.
 * doing    "opening a net", cut at 127 bytes.
 * message  what went wrong, where, and what to do; cut at 1023 bytes.
 *
 * Returns `status`; COOP_INVALID_ARGUMENT when that is COOP_OK, and when `doing` or `message` is NULL. */
COOP_API coop_status coop_context_fail(coop_context *context, coop_status status, const char *doing,
                                       const char *message);

/* Wakes work-groups of the library's own kernels that sleep in the operating system on the word of four bytes
 * at `offset`, which has been written before. Where a kernel cannot sleep so, it does nothing.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  offset + 4 passes the end, or is no multiple of 4; or the memory is imported.
 * COOP_INVALID_HANDLE
 * COOP_OPENCL_FAILED */
COOP_API coop_status coop_buffer_wake(coop_buffer *buffer, uint64_t offset);

#ifdef __cplusplus
}
#endif

#endif
