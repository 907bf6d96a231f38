/* coop-trace: what its commands share. */
#ifndef TOOLS_TRACE_TRACE_H
#define TOOLS_TRACE_TRACE_H

#include "tools/error/tool_error.h"
#include "tools/options/options.h"

#include <coop/trace_check.h>
#include <coop/trace_write.h>

/* Exit codes. */
enum { TRACE_HOLDS = 0, TRACE_VIOLATED = 1, TRACE_USAGE = 2, TRACE_UNREADABLE = 3, TRACE_PARTIAL = 4 };

struct trace_options {
    const char *path;
    int is_quiet; /* check */
    int is_whole;
    const char *output; /* svg */
    double begin_s;
    double end_s;
    int has_json; /* check, stat; as has_csv */
    int has_csv;
    const char *table;
    uint64_t parts;
};

/* The commands: an exit code, or -1 with a message. */
int trace_check_command(const struct trace_options *options, const struct coop_trace *trace,
                        struct tool_error *error);
int trace_stat_command(const struct trace_options *options, const struct coop_trace *trace,
                       struct tool_error *error);
int trace_svg_command(const struct trace_options *options, const struct coop_trace *trace,
                      struct tool_error *error);

#endif
