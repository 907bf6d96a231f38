/* When a run is given up: a launch that is waited for is stalled, or a kernel has written into the control
 * block. */
#include "host/base/clock.h"
#include "host/watch/describe.h"
#include <stdio.h>
#include <stdlib.h>

#define DETAILS_BYTES 65536

/* The text of the verdict is there; adds the state of everything, and tells the device to leave. */
static void give_up(struct coop_run_object *run, coop_status verdict)
{
    struct coop_out out = {malloc(DETAILS_BYTES), DETAILS_BYTES, 0};

    if (out.text != NULL) {
        coop_describe_run(&out, run); /* before anybody leaves */
    }
    run->verdict_details = out.text;
    run->verdict = verdict;
    coop_run_ask_to_stop_locked(run);
}

#define REMEDY                                                                                               \
    "check the indices and sizes of what was launched, and run the kernels as plain OpenCL under a checker " \
    "(oclgrind)"

/* Is the way to the device's memory there no more? Then that is the verdict. */
static int is_out_of_reach(struct coop_run_object *run)
{
    struct coop_out out = {run->verdict_text, sizeof run->verdict_text, 0};
    int code;
    const char *call = coop_transport_failure(run->context->transport, &code);

    if (call == NULL) {
        return 0;
    }
    coop_say(&out,
             "the device's memory cannot be reached any more: %s failed with %s (%d); destroy the context "
             "and create another one",
             call, coop_opencl_code_name(code), code);
    run->verdict = COOP_OPENCL_FAILED;
    return 1;
}

void coop_run_judge_end(struct coop_run_object *run)
{
    if (run->verdict != COOP_OK || run->end_code != 0 ||
        run->failure.is_complete.only_through_accessors != 0 || is_out_of_reach(run) || run->is_stopping) {
        return;
    }
    run->verdict = COOP_KERNEL_FAILED;
    snprintf(run->verdict_text, sizeof run->verdict_text,
             "the control block is damaged: the megakernel has left, although nobody told it to; a kernel "
             "has written outside "
             "its buffers: " REMEDY);
}

int coop_run_judge(struct coop_run_object *run, const struct coop_launch_object *launch)
{
    struct coop_out out = {run->verdict_text, sizeof run->verdict_text, 0};
    char damage[200];

    if (run->verdict != COOP_OK) {
        return 1;
    }
    if (is_out_of_reach(run)) {
        return 1;
    }
    if (!coop_watch_look(run, 0)) {
        return 0;
    }
    if (coop_watch_finds_damage(run, damage, sizeof damage)) {
        coop_say(&out,
                 "the control block is damaged: %s; a kernel has written outside its buffers: check the "
                 "indices and "
                 "sizes of what was launched, and run the kernels as plain OpenCL under a checker (oclgrind)",
                 damage);
        give_up(run, COOP_KERNEL_FAILED);
        return 1;
    }
    if (coop_watch_is_stalled(&run->watch, launch->index)) {
        coop_describe_name(&out, run, launch->index);
        coop_say(&out, ", has made no progress for %s: it ",
                 coop_time_text(run->watch.instances[launch->index].quiet_ns).text);
        coop_describe_wait(&out, run, launch->index);
        give_up(run, COOP_STALLED);
        return 1;
    }
    return 0;
}
