/* coop-trace svg: the picture of a trace. */
#include "trace.h"

#include <errno.h>
#include <string.h>

int trace_svg_command(const struct trace_options *options, const struct coop_trace *trace,
                      struct tool_error *error)
{
    uint64_t first_ns = trace->event_count > 0 ? trace->events[0].time_ns : 0;
    uint64_t last_ns = trace->event_count > 0 ? trace->events[trace->event_count - 1].time_ns : 0;
    uint64_t begin_ns = first_ns + (uint64_t)(options->begin_s * 1e9);
    uint64_t end_ns = options->end_s > 0 ? first_ns + (uint64_t)(options->end_s * 1e9) : last_ns;

    if (options->output == NULL) {
        return tool_fail(error, "svg wants -o FILE, where the picture goes");
    }
    if (options->begin_s > 0 && begin_ns >= end_ns) {
        return tool_fail(error, "--begin %g s leaves nothing of a trace of %.6f s", options->begin_s,
                         (double)(end_ns - first_ns) / 1e9);
    }
    if (options->begin_s <= 0 && options->end_s <= 0) {
        begin_ns = 0;
        end_ns = 0;
    }
    errno = 0;
    if (coop_trace_write_svg(trace, options->output, begin_ns, end_ns) != COOP_OK) {
        return tool_fail(error, "%s cannot be written: %s", options->output, strerror(errno));
    }
    return TRACE_HOLDS;
}
