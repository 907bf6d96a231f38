#include "host/transport/copies.h"

#include "host/base/clock.h"
#include <sched.h>

#define COPY_NS ((uint64_t)20 * 1000000000)
#define ATTEMPTS 4

static coop_status fail(struct coop_copies *copies, const char *call, int code)
{
    coop_transport_fail(copies->transport, call, code);
    return COOP_OPENCL_FAILED;
}

int coop_copies_have_failed(const struct coop_copies *copies)
{
    int code;

    return coop_transport_failure(copies->transport, &code) != NULL;
}

static coop_status fail_stuck(struct coop_copies *copies, const char *call, int code)
{
    atomic_store_explicit(&copies->is_stuck, 1, memory_order_relaxed);
    return fail(copies, call, code);
}

coop_status coop_copies_wait(struct coop_copies *copies, cl_event event, const char *call)
{
    struct coop_deadline deadline = coop_deadline_in(COPY_NS);
    cl_int state = CL_QUEUED;
    cl_int code;
    int unknown = 0;

    for (;;) {
        code = clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
        if (code == CL_SUCCESS && state <= CL_COMPLETE) {
            break;
        }
        unknown = code == CL_SUCCESS ? 0 : unknown + 1;
        if (unknown > ATTEMPTS) {
            return fail_stuck(copies, "clGetEventInfo", code);
        }
        if (coop_deadline_left_ns(&deadline) == 0) {
            return fail_stuck(copies, call, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        }
        sched_yield(); /* where the device is the CPU, it may need this core */
    }
    clReleaseEvent(event);
    return state == CL_COMPLETE ? COOP_OK : fail(copies, call, state);
}

coop_status coop_copies_write(struct coop_copies *copies, cl_command_queue queue, uint64_t offset,
                              const void *from, uint64_t bytes, cl_event *event)
{
    cl_int code = CL_SUCCESS;

    for (int i = 0; i < ATTEMPTS && !coop_copies_have_failed(copies); i++) {
        code = clEnqueueWriteBuffer(queue, copies->arena, CL_FALSE, offset, bytes, from, 0, NULL, event);
        if (code == CL_SUCCESS) {
            return COOP_OK;
        }
    }
    return fail(copies, "clEnqueueWriteBuffer", code);
}

coop_status coop_copies_flush(struct coop_copies *copies, cl_command_queue queue)
{
    cl_int code = CL_SUCCESS;

    for (int i = 0; i < ATTEMPTS && !coop_copies_have_failed(copies); i++) {
        code = clFlush(queue);
        if (code == CL_SUCCESS) {
            return COOP_OK;
        }
    }
    return fail_stuck(copies, "clFlush", code);
}

coop_status coop_copies_read(struct coop_copies *copies, cl_command_queue queue, uint64_t offset, void *to,
                             uint64_t bytes, int *has_ended)
{
    cl_event event = NULL;
    cl_int code = CL_SUCCESS;
    coop_status status;

    for (int i = 0; i < ATTEMPTS && event == NULL && !coop_copies_have_failed(copies); i++) {
        code = clEnqueueReadBuffer(queue, copies->arena, CL_FALSE, offset, bytes, to, 0, NULL, &event);
    }
    if (event == NULL) {
        return fail(copies, "clEnqueueReadBuffer", code);
    }
    if (coop_copies_flush(copies, queue) != COOP_OK) {
        return COOP_OPENCL_FAILED;
    }
    status = coop_copies_wait(copies, event, "clEnqueueReadBuffer");
    /* Relaxed: what this thread has found itself, or a hint; the lock orders it for who closes (copy.c). */
    *has_ended = !atomic_load_explicit(&copies->is_stuck, memory_order_relaxed);
    return status;
}
