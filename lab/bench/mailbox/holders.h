/* Cooperative kernels that hold all work-groups of a run, and give them up on request (mailbox.cl). */
#ifndef LAB_BENCH_HOLDERS_H
#define LAB_BENCH_HOLDERS_H

#include "tools/session/session.h"

#define HOLDERS_MAX 16

struct holders {
    const struct session *session;
    uint64_t timeout_ns;
    coop_buffer *running;
    coop_buffer *must_end;
    coop_buffer *shown; /* a word for each */
    coop_launch *launches[HOLDERS_MAX];
    uint32_t count;
};

/* On failure *holders is what holders_clear releases. */
int holders_init(struct holders *holders, const struct session *session, uint64_t timeout_ns,
                 struct tool_error *error);

/* Launches `count` of them, and returns when all have begun. */
int holders_start(struct holders *holders, uint32_t count, struct tool_error *error);

/* Tells them to end, and returns when they have. */
int holders_stop(struct holders *holders, struct tool_error *error);

void holders_clear(struct holders *holders);

#endif
