/* How the host sleeps until an OpenCL callback says that something has ended, or until a deadline.
 *
 * The waiting thread and the callback both hold the object; the last of them releases it, so that a
 * callback after a missed deadline finds it alive. */
#ifndef TOOLS_COMPLETION_H
#define TOOLS_COMPLETION_H

#include <stdint.h>

struct completion;

/* NULL when memory is exhausted. */
struct completion *completion_create(void);

/* Releases a completion that was never handed to a callback. */
void completion_forget(struct completion *completion);

/* Called once, by the callback. */
void completion_note(struct completion *completion);

/* Called once, by the waiting thread: 1 when it has ended before the deadline (clock_now_ns), else 0. */
int completion_wait(struct completion *completion, uint64_t deadline_ns);

#endif
