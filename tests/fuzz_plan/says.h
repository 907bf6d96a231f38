/* A graph that an input says, word by word: every sequence of bytes is one. */
#ifndef COOP_TESTS_FUZZ_PLAN_SAYS_H
#define COOP_TESTS_FUZZ_PLAN_SAYS_H

#include "host/graph/plan.h"

#include <stdint.h>

/* Bytes that have not been used; behind the end all are 0. */
struct says_bytes {
    const uint8_t *next;
    size_t left;
};

enum { SAYS_TASKS_MAX = 600, SAYS_PLACES_MAX = 512 };

/* Makes the plan that the bytes say: tensors, cut alike but for one, scalars, and words; parts of parts. Each
 * word must be taken, or refused with a message, and one that is refused must leave nodes and tasks as they
 * were; otherwise the process aborts. coop_plan_clear it. */
struct coop_plan says_plan(struct says_bytes *bytes);

/* For what must not be. */
__attribute__((noreturn, format(printf, 1, 2))) void says_fail(const char *format, ...);

#endif
