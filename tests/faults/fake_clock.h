/* The clock of the library and of the test program, in the test's hand: the linker's --wrap=clock_gettime.
 * Until it is stopped it is the machine's. What the device reads is the machine's always. */
#ifndef COOP_TESTS_FAULTS_FAKE_CLOCK_H
#define COOP_TESTS_FAULTS_FAKE_CLOCK_H

#include <stdint.h>

/* From here on the monotonic clock moves only with fake_clock_advance. */
void fake_clock_stop(void);
void fake_clock_advance(uint64_t ns);
void fake_clock_go(void);

/* Waits until the clock has been read several times by other threads, so that who polls has come round; for
 * some seconds, if nobody does. */
void fake_clock_await_reader(void);

/* How often any other clock than CLOCK_MONOTONIC was asked for. */
unsigned long fake_clock_other_reads(void);

/* Moves CLOCK_REALTIME as whoever sets the machine's clock would: all later readings are so much later, or
 * earlier. */
void fake_clock_step_realtime(int64_t ns);

#endif
