/* The monotonic clock, in nanoseconds, and sleeping on it. */
#ifndef TOOLS_CLOCK_H
#define TOOLS_CLOCK_H

#include <stdint.h>

#define NS_PER_MS UINT64_C(1000000)
#define NS_PER_S UINT64_C(1000000000)

uint64_t clock_now_ns(void);

/* CPU time of all threads of the process. */
uint64_t clock_process_ns(void);

/* CPU time of the calling thread. */
uint64_t clock_thread_ns(void);

/* Returns at once when the time has passed. */
void clock_sleep_until_ns(uint64_t deadline_ns);
void clock_sleep_ns(uint64_t ns);

#endif
