/* Devices for tests of cut tensors: one, or two that share memory, or share none (the option apart=1). They
 * are numbers 0 and 1, or first=N and the next. */
#ifndef TESTS_GRAPH_TWO_H
#define TESTS_GRAPH_TWO_H

#include "test.h"

#include <coop/coop.h>
#include <coop/tensor.h>

/* Opens so many devices of the first platform, and closes what was open before; skips the claim where there
 * are fewer. */
coop_devices *two_open(uint32_t count);

/* Closes what is open. */
void two_close(void);

/* A call's status is OK; prints its message otherwise. */
#define OK(call) two_ok(TEST_PLACE, #call, (call))
int two_ok(const char *file, int line, const char *text, coop_status status);

/* The call fails with this status, and its message has the text. */
#define FAILS(call, status, text)                              \
    (TEST_EQUAL_TEXT(coop_status_name(call), "COOP_" #status), \
     TEST_CONTAINS(coop_last_error()->message, text))

#endif
