#include "host/context/side.h"

#include "host/base/clock.h"
#include <sched.h>

#define COMMAND_NS ((uint64_t)30 * 1000000000)
#define NAP_NS ((uint64_t)50000)
#define YIELDS 200
#define ATTEMPTS 4

/* The state of the command, which is CL_COMPLETE or an error of OpenCL's; 1: it has not ended in time. */
static cl_int wait_for(cl_event event, cl_int *asked)
{
    struct coop_deadline deadline = coop_deadline_in(COMMAND_NS);
    cl_int state = CL_QUEUED;
    int unknown = 0;

    for (uint64_t i = 0;; i++) {
        *asked = clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
        if (*asked == CL_SUCCESS && state <= CL_COMPLETE) {
            return state;
        }
        unknown = *asked == CL_SUCCESS ? 0 : unknown + 1;
        if (unknown > ATTEMPTS || coop_deadline_left_ns(&deadline) == 0) {
            return 1;
        }
        if (i < YIELDS) {
            sched_yield(); /* where the device is the CPU, it may need this core */
        } else {
            coop_clock_sleep_ns(NAP_NS);
        }
    }
}

static coop_status finish(struct coop_context_object *context, const struct coop_side_command *command,
                          const char *doing, int *is_stuck)
{
    cl_int code = CL_SUCCESS;
    cl_int state;

    for (int i = 0; i < ATTEMPTS && (i == 0 || code != CL_SUCCESS); i++) {
        code = clFlush(command->queue);
    }
    if (code != CL_SUCCESS) {
        *is_stuck = 1;
        return coop_error_opencl(&context->errors, code, "clFlush", doing);
    }
    state = wait_for(command->event, &code);
    *is_stuck = state == 1;
    if (code != CL_SUCCESS) {
        return coop_error_opencl(&context->errors, code, "clGetEventInfo", doing);
    }
    if (state == 1) {
        return coop_error_set(&context->errors, COOP_TIMED_OUT, doing,
                              "%s has not ended within %u s: the device is busy with other commands, or its "
                              "driver runs nothing beside them",
                              command->call, (unsigned)(COMMAND_NS / 1000000000));
    }
    return state == CL_COMPLETE ? COOP_OK : coop_error_opencl(&context->errors, state, command->call, doing);
}

coop_status coop_side_finish(struct coop_context_object *context, const struct coop_side_command *command,
                             const char *doing, int *is_stuck)
{
    coop_status status;

    *is_stuck = 0;
    if (command->code != CL_SUCCESS) {
        return coop_error_opencl(&context->errors, command->code, command->call, doing);
    }
    status = finish(context, command, doing, is_stuck);
    clReleaseEvent(command->event); /* of a command that has not ended the driver keeps what it needs */
    return status;
}
