/* The library's objects that every tool needs: a context, the module with the tools' kernels, and a run. */
#ifndef TOOLS_SESSION_H
#define TOOLS_SESSION_H

#include "tools/error/tool_error.h"

#include <coop/coop.h>

struct session {
    coop_context *context;
    coop_module *module;
    coop_run *run; /* NULL while none is live */
    struct coop_device_report device;
};

struct session_options {
    const char *device;
    uint32_t groups;         /* the most that a run of this session will ask for */
    uint64_t memory_bytes;   /* of buffers */
    const char *module_text; /* with the periodic job's kernel, where it is to run, too */
    size_t module_bytes;
    struct _cl_context *opencl; /* NULL: one of the session's own */
};

/* What a context needs for so many bytes of buffers: on a processor a run takes up to a 64th of it for what
 * work-items keep across steps (coop_context_options.memory_bytes). */
static inline uint64_t session_memory_bytes(uint64_t bytes)
{
    return bytes + bytes / 32;
}

/* Opens the device and builds the kernels. On failure *session holds what session_close releases. */
int session_open(const struct session_options *options, struct session *session, struct tool_error *error);

/* Starts a run, which becomes session->run. */
int session_start(struct session *session, const struct coop_run_options *options, struct tool_error *error);

/* The same, but returns 1, with the message in *error, if the device does not hold that many work-groups. */
int session_start_if_it_fits(struct session *session, const struct coop_run_options *options,
                             struct tool_error *error);

/* Stops the run, if there is one. */
int session_stop(struct session *session, struct tool_error *error);

void session_close(struct session *session);

/* Turns a status into the return value of tool functions: 0 for COOP_OK, else -1 and the message of the
 * thread's last failed call, with the details (a build log, the state of the slots) that fit. */
int session_check(const struct session *session, coop_status status, struct tool_error *error);

/* Waits for a launch and releases it, however it ended. stats may be NULL. */
int session_wait(const struct session *session, coop_launch *launch, uint64_t timeout_ns,
                 struct coop_launch_stats *stats, struct tool_error *error);

#endif
