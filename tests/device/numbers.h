/* Numbers that tasks divide among themselves: each has a bit, which the task that runs it sets. */
#ifndef COOP_TESTS_DEVICE_NUMBERS_H
#define COOP_TESTS_DEVICE_NUMBERS_H

#include "test.h"

#include <stdint.h>

static inline uint64_t numbers_bytes(uint32_t numbers)
{
    return ((uint64_t)numbers + 31) / 32 * 4;
}

/* The first number of a part, of `parts` of about the same size; behind the last one it is `numbers`. */
static inline uint32_t numbers_first(uint32_t numbers, uint32_t part, uint32_t parts)
{
    return (uint32_t)((uint64_t)numbers * part / parts);
}

/* Every number has been run. */
static inline void numbers_expect_all(const uint32_t *seen, uint32_t numbers)
{
    for (uint32_t i = 0; i < numbers_bytes(numbers) / 4 && test_failures() == 0; i++) {
        uint32_t left = numbers - i * 32;
        TEST_EQUAL(seen[i], left >= 32 ? UINT32_MAX : (UINT32_C(1) << left) - 1);
    }
}

#endif
