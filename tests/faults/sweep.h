/* The same thing with the fault at the 1st, 2nd, 3rd … place, in child processes, so that a crash or a hang
 * is an outcome with a number, and what one fault leaves behind does not reach far. */
#ifndef COOP_TESTS_FAULTS_SWEEP_H
#define COOP_TESTS_FAULTS_SWEEP_H

#include <stdint.h>

/* Runs with the fault at place `at`, and checks; false when there was no such place any more. */
typedef int sweep_step(uint64_t at, void *context);

/* Calls `step` with first, first + stride, … until it returns false. Returns the number of places. A child
 * that crashes, or does not end within `seconds`, is a failed check that names the place; one that skips
 * (TEST_SKIP) skips the test. */
uint64_t sweep(uint64_t first, uint64_t stride, unsigned places_per_child, unsigned seconds, sweep_step *step,
               void *context);

#endif
