/* Deadlines on the monotonic clock. */
#ifndef COOP_HOST_CLOCK_H
#define COOP_HOST_CLOCK_H

#include <stdint.h>

uint64_t coop_clock_now_ns(void);

/* `timeout_ns` from now, saturating. */
uint64_t coop_clock_deadline_ns(uint64_t timeout_ns);

/* What is left until then; 0 when it has passed. */
uint64_t coop_clock_left_ns(uint64_t deadline_ns);

/* Sleeps; may return early when a signal arrives. */
void coop_clock_sleep_ns(uint64_t ns);

#endif
