#include "host/watch/fault.h"

#include "host/base/error.h"
#include "host/base/out.h"
#include "host/watch/describe.h"
#include "host/watch/describe_name.h"
#include "host/watch/describe_wait.h"
#include <stdio.h>
#include <stdlib.h>

#define DETAILS_BYTES 65536

/* Adds the state of the run to a fault that has its text. This happens before any work-group leaves. */
static int found(struct coop_watch *watch, coop_status status, struct coop_fault *fault)
{
    struct coop_out out = {malloc(DETAILS_BYTES), DETAILS_BYTES, 0};

    if (out.text != NULL) {
        coop_describe_run(&out, watch);
    }
    fault->details = out.text;
    fault->status = status;
    return 1;
}

#define REMEDY                                                                                               \
    "check the indices and sizes of what was launched, and run the kernels as plain OpenCL under a checker " \
    "(oclgrind)"

/* Whether the device's memory can no longer be reached: that is a fault, too. */
static int is_out_of_reach(const struct coop_watch *watch, struct coop_fault *fault)
{
    struct coop_out out = {fault->text, sizeof fault->text, 0};
    int code;
    const char *call = coop_transport_failure(watch->control->transport, &code);

    if (call == NULL) {
        return 0;
    }
    coop_say(&out,
             "the device's memory cannot be reached any more: %s failed with %s (%d); destroy the context "
             "and create another one",
             call, coop_opencl_code_name(code), code);
    fault->status = COOP_OPENCL_FAILED;
    return 1;
}

int coop_fault_find_at_end(const struct coop_watch *watch, int was_told, struct coop_fault *fault)
{
    if (is_out_of_reach(watch, fault)) {
        return 1;
    }
    if (was_told) {
        return 0;
    }
    fault->status = COOP_KERNEL_FAILED;
    snprintf(fault->text, sizeof fault->text,
             "the control block is damaged: the megakernel has left, although nobody told it to; a kernel "
             "has written outside "
             "its buffers: " REMEDY);
    return 1;
}

int coop_fault_find(struct coop_watch *watch, uint32_t entries, struct coop_fault *fault)
{
    struct coop_out out = {fault->text, sizeof fault->text, 0};
    char damage[200];

    if (is_out_of_reach(watch, fault)) {
        return 1;
    }
    if (!coop_watch_poll(watch, 0)) {
        return 0;
    }
    if (coop_watch_finds_damage(watch, damage, sizeof damage)) {
        coop_say(&out, "the control block is damaged: %s; a kernel has written outside its buffers: " REMEDY,
                 damage);
        return found(watch, COOP_KERNEL_FAILED, fault);
    }
    for (uint32_t index = 0; index < COOP_INSTANCES_MAX; index++) {
        if ((entries >> index & 1u) == 0 || !coop_watch_is_stalled(watch, index)) {
            continue;
        }
        coop_describe_name(&out, watch, index);
        coop_say(&out, ", has made no progress for %s: it ",
                 coop_time_text(watch->instances[index].quiet_ns).text);
        coop_describe_wait(&out, watch, index);
        return found(watch, COOP_STALLED, fault);
    }
    return 0;
}
