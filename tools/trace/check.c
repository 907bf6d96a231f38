/* coop-trace check: checks the trace against the semantics. */
#include "trace.h"

#include "tools/report/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static double ms_since_start(const struct coop_trace *trace, uint64_t ns)
{
    return trace->event_count > 0 && ns > trace->events[0].time_ns
               ? (double)(ns - trace->events[0].time_ns) / 1e6
               : 0;
}

static const char *kernel_of(const struct coop_trace *trace, uint32_t launch)
{
    for (size_t i = 0; i < trace->launch_count; i++) {
        if (trace->launches[i].sequence == launch) {
            return trace->launches[i].kernel;
        }
    }
    return "?";
}

/* As JSON, or as CSV. */
static void print_members(const struct coop_trace *trace, const struct coop_trace_verdict *verdict,
                          int is_csv)
{
    struct json json = json_to(stdout, is_csv);

    json_begin(&json, NULL, '{');
    json_truth(&json, "holds", !verdict->is_violated);
    json_truth(&json, "partial", verdict->is_partial);
    json_text(&json, "remark", verdict->remark);
    json_count(&json, "events", trace->event_count);
    json_count(&json, "launches", trace->launch_count);
    json_count(&json, "transitions", verdict->transitions);
    json_count(&json, "barriers", verdict->barriers);
    json_count(&json, "flow_graphs", verdict->flow_graphs);
    json_count(&json, "channels", verdict->channels);
    json_count(&json, "items", verdict->items);
    if (verdict->is_violated) {
        json_begin(&json, "violation", '{');
        json_text(&json, "rule", verdict->rule);
        json_number(&json, "time_ms", ms_since_start(trace, verdict->time_ns));
        json_count(&json, "launch", verdict->launch);
        json_text(&json, "kernel", kernel_of(trace, verdict->launch));
        json_count(&json, "group", verdict->group_id);
        json_count(&json, "slot", verdict->slot);
        json_text(&json, "text", verdict->text);
        json_end(&json, '}');
    }
    json_end(&json, '}');
}

static void print_text(const struct trace_options *options, const struct coop_trace *trace,
                       const struct coop_trace_verdict *verdict)
{
    if (verdict->is_violated) {
        printf("%s: violates %s at %.6f ms, instance %" PRIu32 " (%s), work-group %" PRIu32
               " on slot %" PRIu32 ": %s\n",
               options->path, verdict->rule, ms_since_start(trace, verdict->time_ns), verdict->launch,
               kernel_of(trace, verdict->launch), verdict->group_id, verdict->slot, verdict->text);
    } else if (!options->is_quiet) {
        printf("%s: holds: %zu events of %zu launches, %" PRIu64 " work-groups killed or forked, %" PRIu64
               " global barriers",
               options->path, trace->event_count, trace->launch_count, verdict->transitions,
               verdict->barriers);
        if (verdict->flow_graphs > 0) {
            printf(", %" PRIu64 " flow graphs, whose %" PRIu64 " channels ran %" PRIu64
                   " items, each as often as it came",
                   verdict->flow_graphs, verdict->channels, verdict->items);
        }
        printf("\n");
    }
    if (verdict->is_partial && (!options->is_quiet || options->is_whole)) {
        printf("%s: checked in part: %s\n", options->path, verdict->remark);
    }
}

int trace_check_command(const struct trace_options *options, const struct coop_trace *trace,
                        struct tool_error *error)
{
    struct coop_trace_verdict verdict;
    enum report_form form;

    if (report_form_of(options->has_csv, options->has_json, &form, error) != 0) {
        return -1;
    }
    if (coop_trace_check(trace, &verdict) != COOP_OK) {
        return tool_fail(error, "%s: memory is exhausted", options->path);
    }
    if (form != REPORT_TEXT) {
        print_members(trace, &verdict, form == REPORT_CSV);
    } else {
        print_text(options, trace, &verdict);
    }
    return verdict.is_violated                       ? TRACE_VIOLATED
           : verdict.is_partial && options->is_whole ? TRACE_PARTIAL
                                                     : TRACE_HOLDS;
}
