#include "session.h"

#include "tools/progress/progress_line.h"

#include <string.h>

int session_check(const struct session *session, coop_status status, struct tool_error *error)
{
    const struct coop_error *record = coop_last_error();

    (void)session; /* names the caller's context to the reader; the record is the thread's own */
    if (status == COOP_OK) {
        return 0;
    }
    if (record->status != status) { /* another call of this thread has failed since */
        tool_fail(error, "%s (%s)", coop_status_text(status), coop_status_name(status));
        return -1;
    }
    tool_fail(error, "%s: %s (%s)%s%s", record->doing, record->message, coop_status_name(status),
              record->details[0] != '\0' ? "\n" : "", record->details);
    return -1;
}

static int open_session(const struct session_options *options, struct session *session,
                        struct tool_error *error)
{
    const struct coop_context_options context_options = {.device = options->device,
                                                         .worker_groups = options->groups,
                                                         .memory_bytes =
                                                             session_memory_bytes(options->memory_bytes),
                                                         .opencl_context = options->opencl};

    memset(session, 0, sizeof *session);
    if (session_check(session, coop_context_create(&context_options, &session->context), error) != 0 ||
        session_check(session, coop_context_device(session->context, &session->device), error) != 0) {
        return -1;
    }
    return session_check(session,
                         coop_module_create(session->context, options->module_text, options->module_bytes,
                                            NULL, &session->module),
                         error);
}

int session_open(const struct session_options *options, struct session *session, struct tool_error *error)
{
    int status;

    progress_line_begin(PROGRESS_BUILDING);
    status = open_session(options, session, error);
    progress_line_end();
    return status;
}

static coop_status start(struct session *session, const struct coop_run_options *options)
{
    coop_status status;

    progress_line_begin(PROGRESS_BUILDING);
    status = coop_run_start(session->module, options, &session->run);
    progress_line_end();
    return status;
}

int session_start(struct session *session, const struct coop_run_options *options, struct tool_error *error)
{
    return session_check(session, start(session, options), error);
}

int session_start_if_it_fits(struct session *session, const struct coop_run_options *options,
                             struct tool_error *error)
{
    coop_status status = start(session, options);

    if (session_check(session, status, error) == 0) {
        return 0;
    }
    return status == COOP_INVALID_ARGUMENT ? 1 : -1;
}

int session_stop(struct session *session, struct tool_error *error)
{
    int status = 0;

    if (session->run != NULL) {
        status = session_check(session, coop_run_stop(session->run, 0), error);
        coop_run_destroy(session->run);
        session->run = NULL;
    }
    return status;
}

void session_close(struct session *session)
{
    coop_run_destroy(session->run);
    coop_module_destroy(session->module);
    coop_context_destroy(session->context);
    memset(session, 0, sizeof *session);
}

int session_wait(const struct session *session, coop_launch *launch, uint64_t timeout_ns,
                 struct coop_launch_stats *stats, struct tool_error *error)
{
    int status = session_check(session, coop_launch_wait(launch, timeout_ns, stats), error);

    coop_launch_destroy(launch);
    return status;
}
