/* Writes traces as files, for people and for tools. Part of the library coop::trace, which needs no device
 * and no handle. */
#ifndef COOP_TRACE_WRITE_H
#define COOP_TRACE_WRITE_H

#include "coop/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the trace as Chrome/Perfetto JSON: a track for each slot, a slice for each work-group, a counter for
 * each kernel, of the active work-groups of all its instances; and the events themselves, for coop-trace.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  a pointer is NULL.
 * COOP_IO_FAILED         errno says why. */
COOP_API coop_status coop_trace_write_json(const struct coop_trace *trace, const char *path);

/* Writes work-groups x time as an SVG picture, with a colour for each kernel (CK Fig. 1). The picture says
 * which part of the trace it shows; the time on its axis counts from the first event of the trace.
 *
 * begin_ns, end_ns  the window in device time; both 0: everything.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  no part of the trace is in the window, or a pointer is NULL; nothing is written.
 * COOP_IO_FAILED         errno says why.
 * COOP_OUT_OF_MEMORY */
COOP_API coop_status coop_trace_write_svg(const struct coop_trace *trace, const char *path, uint64_t begin_ns,
                                          uint64_t end_ns);

/* "GROUP_BEGINS"; "?" for a number that is no kind. */
COOP_API const char *coop_trace_kind_name(unsigned kind);

#ifdef __cplusplus
}
#endif
#endif
