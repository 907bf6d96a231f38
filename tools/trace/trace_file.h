/* Trace files as coop_trace_write_json makes them, plain or compressed by gzip.
 *
 * Such a file is JSON for viewers (Perfetto, chrome://tracing); the trace itself is its last member, "coop",
 * in lines of which each holds one launch or one event (the first two lines here are one line of the file):
 *
 *     ],"coop":{"version":2,"device":"…","slots":5,"events_lost":0,"barrier_events_lost":0,
 *     "has_barriers":1,"was_live":0,"origin_ns":"…","launches":[
 *     [sequence,"kernel",is_cooperative,can_shrink,can_grow,groups,logical_groups,kill_any,may_kill_all,
 *      groups_least,is_automatic],
 *     …
 *     ],"events":[
 *     [nanoseconds since origin_ns,"KIND",slot,launch,group_id,value,"word in hexadecimal digits"],
 *     …
 *     ]}}
 *
 * A file of version 1 has no barrier_events_lost, and may lack the last two of a launch; they are 0 then. The
 * reader takes these lines literally and
 * nothing else; so it needs no more memory than the trace, and its messages give line and column. A file
 * that another program has laid out anew is refused. */
#ifndef TOOLS_TRACE_FILE_H
#define TOOLS_TRACE_FILE_H

#include "tools/error/tool_error.h"

#include <coop/trace_write.h>

/* trace  out; release with coop_trace_clear.
 * -1 with a message. */
int trace_file_read(const char *path, struct coop_trace *trace, struct tool_error *error);

#endif
