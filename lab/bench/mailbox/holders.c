#include "holders.h"

#include "mailbox_kernels.h"
#include "tools/measure/clock.h"

#include <sched.h>
#include <string.h>

/* Words of different kernels are on cache lines of their own. */
#define WORD_BYTES 128

static int write_word(struct holders *holders, coop_buffer *buffer, uint32_t word, struct tool_error *error)
{
    return session_check(holders->session, coop_buffer_write(buffer, 0, &word, sizeof word), error);
}

int holders_init(struct holders *holders, const struct session *session, uint64_t timeout_ns,
                 struct tool_error *error)
{
    memset(holders, 0, sizeof *holders);
    holders->session = session;
    holders->timeout_ns = timeout_ns;
    if (session_check(session, coop_buffer_create(session->context, sizeof(uint32_t), &holders->running),
                      error) != 0) {
        return -1;
    }
    if (session_check(session, coop_buffer_create(session->context, sizeof(uint32_t), &holders->must_end),
                      error) != 0) {
        return -1;
    }
    return session_check(
        session, coop_buffer_create(session->context, HOLDERS_MAX * WORD_BYTES, &holders->shown), error);
}

static int wait_until_running(struct holders *holders, struct tool_error *error)
{
    uint64_t deadline_ns = clock_now_ns() + holders->timeout_ns;
    uint32_t running = 0;

    while (running < holders->count) {
        if (session_check(holders->session, coop_buffer_read(holders->running, 0, &running, sizeof running),
                          error) != 0) {
            return -1;
        }
        if (clock_now_ns() > deadline_ns) {
            return tool_fail(error, "of %u cooperative kernels %u have begun within %.0f s", holders->count,
                             running, (double)holders->timeout_ns / 1e9);
        }
        sched_yield();
    }
    return 0;
}

int holders_start(struct holders *holders, uint32_t count, struct tool_error *error)
{
    struct hold_args args = {.running = coop_buffer_address(holders->running),
                             .must_end = coop_buffer_address(holders->must_end)};

    if (write_word(holders, holders->running, 0, error) != 0 ||
        write_word(holders, holders->must_end, 0, error) != 0) {
        return -1;
    }
    while (holders->count < count) {
        args.shown = coop_buffer_address(holders->shown) + (uint64_t)holders->count * WORD_BYTES;
        if (session_check(holders->session,
                          hold_launch(holders->session->run, &args, NULL, &holders->launches[holders->count]),
                          error) != 0) {
            return -1;
        }
        holders->count++;
    }
    return wait_until_running(holders, error);
}

int holders_stop(struct holders *holders, struct tool_error *error)
{
    int status = write_word(holders, holders->must_end, 1, error);

    while (holders->count > 0 && status == 0) {
        holders->count--;
        status = session_wait(holders->session, holders->launches[holders->count], holders->timeout_ns, NULL,
                              error);
    }
    return status;
}

void holders_clear(struct holders *holders)
{
    while (holders->count > 0) {
        coop_launch_destroy(holders->launches[--holders->count]);
    }
    coop_buffer_destroy(holders->running);
    coop_buffer_destroy(holders->must_end);
    coop_buffer_destroy(holders->shown);
    memset(holders, 0, sizeof *holders);
}
