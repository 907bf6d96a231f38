/* coop-trace svg: the picture of a trace. */
#include "trace.h"

#include <errno.h>
#include <string.h>

/* --begin and --end count from the first event, in seconds. An end behind the trace means its end. */
static int choose_window(const struct trace_options *options, const struct coop_trace *trace,
                         uint64_t *begin_ns, uint64_t *end_ns, struct tool_error *error)
{
    uint64_t first_ns = trace->event_count > 0 ? trace->events[0].time_ns : 0;
    uint64_t last_ns = trace->event_count > 0 ? trace->events[trace->event_count - 1].time_ns : 0;
    double length_s = (double)(last_ns - first_ns) / 1e9;

    *begin_ns = 0;
    *end_ns = 0;
    if (options->begin_s <= 0 && options->end_s <= 0) {
        return 0;
    }
    if (options->begin_s > 0 && options->begin_s >= length_s) {
        return tool_fail(error, "--begin %g leaves nothing of %s: the trace is %.6f s long", options->begin_s,
                         options->path, length_s);
    }
    if (options->end_s > 0 && options->end_s <= options->begin_s) {
        return tool_fail(error, "--begin %g --end %g leaves nothing of %s: the end comes first",
                         options->begin_s, options->end_s, options->path);
    }
    *begin_ns = first_ns + (uint64_t)(options->begin_s * 1e9);
    *end_ns = options->end_s > 0 && options->end_s < length_s ? first_ns + (uint64_t)(options->end_s * 1e9)
                                                              : last_ns;
    return 0;
}

int trace_svg_command(const struct trace_options *options, const struct coop_trace *trace,
                      struct tool_error *error)
{
    uint64_t begin_ns;
    uint64_t end_ns;
    coop_status status;

    if (options->output == NULL) {
        return tool_fail(error, "svg wants -o FILE, where the picture goes");
    }
    if (choose_window(options, trace, &begin_ns, &end_ns, error) != 0) {
        return -1;
    }
    errno = 0;
    status = coop_trace_write_svg(trace, options->output, begin_ns, end_ns);
    if (status == COOP_INVALID_ARGUMENT) {
        return tool_fail(error, "--begin %g --end %g leaves nothing of %s", options->begin_s, options->end_s,
                         options->path);
    }
    if (status != COOP_OK) {
        return tool_fail(error, "%s cannot be written: %s", options->output, strerror(errno));
    }
    return TRACE_HOLDS;
}
