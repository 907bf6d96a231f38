/* One device with a live run of the tests' kernels. */
#ifndef TESTS_GRAPH_RIG_H
#define TESTS_GRAPH_RIG_H

#include "test.h"

#include <coop/coop.h>
#include <coop/tensor.h>

struct rig {
    coop_devices *devices;
    coop_context *context;
    coop_module *module;
    coop_run *run;
};

/* Opens it, once in the process; skips the claim where there is no device. */
struct rig *rig_open(const char *module_text, size_t module_bytes);

/* Waits for the launch and forgets it. */
void rig_wait(coop_launch *launch);

/* A call's status is OK; prints its message otherwise. */
#define OK(call) rig_ok(TEST_PLACE, #call, (call))
int rig_ok(const char *file, int line, const char *text, coop_status status);

/* The call fails with this status, and its message has the text. */
#define FAILS(call, status, text)                              \
    (TEST_EQUAL_TEXT(coop_status_name(call), "COOP_" #status), \
     TEST_CONTAINS(coop_last_error()->message, text))

#endif
