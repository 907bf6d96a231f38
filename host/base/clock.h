/* The monotonic clock, and deadlines on it.
 *
 * A deadline counts the time in which this process runs. What passes while it is stopped, by SIGSTOP, a
 * debugger or a machine that sleeps, is time in which no answer could be seen, and does not count. A caller
 * asks for the time left at least every COOP_CLOCK_SLICE_NS; a gap longer than COOP_CLOCK_GAP_NS between
 * two such calls therefore means that the process was stopped. */
#ifndef COOP_HOST_CLOCK_H
#define COOP_HOST_CLOCK_H

#include <stdint.h>

#define COOP_CLOCK_SLICE_NS ((uint64_t)50 * 1000000)
#define COOP_CLOCK_GAP_NS ((uint64_t)1000 * 1000000)

uint64_t coop_clock_now_ns(void);

/* The counted time since *asked_ns; sets *asked_ns to now. */
uint64_t coop_clock_passed_ns(uint64_t *asked_ns);

struct coop_deadline {
    uint64_t left_ns;
    uint64_t asked_ns;
};

struct coop_deadline coop_deadline_in(uint64_t timeout_ns);

/* The time left; 0 when the deadline has passed. */
uint64_t coop_deadline_left_ns(struct coop_deadline *deadline);

/* Sleeps; may return early when a signal arrives. */
void coop_clock_sleep_ns(uint64_t ns);

#endif
