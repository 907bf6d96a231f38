/* The monotonic clock, and deadlines on it.
 *
 * A deadline counts the time in which this process runs. What passes while it is stopped, by SIGSTOP, a
 * debugger or a machine that sleeps, is time in which no answer could be seen, and does not count: whoever
 * asks for what is left does so at least every COOP_CLOCK_SLICE_NS, and finds itself away for longer than
 * COOP_CLOCK_GAP_NS only if it was stopped. */
#ifndef COOP_HOST_CLOCK_H
#define COOP_HOST_CLOCK_H

#include <stdint.h>

#define COOP_CLOCK_SLICE_NS ((uint64_t)50 * 1000000)
#define COOP_CLOCK_GAP_NS ((uint64_t)1000 * 1000000)

uint64_t coop_clock_now_ns(void);

/* The time since *asked_ns, as it counts; *asked_ns becomes now. */
uint64_t coop_clock_passed_ns(uint64_t *asked_ns);

struct coop_deadline {
    uint64_t left_ns;
    uint64_t asked_ns;
};

struct coop_deadline coop_deadline_in(uint64_t timeout_ns);

/* What is left; 0 when it has passed. */
uint64_t coop_deadline_left_ns(struct coop_deadline *deadline);

/* Sleeps; may return early when a signal arrives. */
void coop_clock_sleep_ns(uint64_t ns);

#endif
