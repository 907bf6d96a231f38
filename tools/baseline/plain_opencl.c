#include "plain_opencl.h"

#include "completion.h"
#include "tools/measure/clock.h"
#include "tools/progress/progress_line.h"

#include <stdio.h>
#include <stdlib.h>

int plain_check(cl_int code, const char *doing, struct tool_error *error)
{
    return code == CL_SUCCESS ? 0 : tool_fail(error, "OpenCL failed (code %d) when %s", code, doing);
}

static void tell_build_log(cl_program program, cl_device_id id, const char *device_name, const char *what,
                           struct tool_error *error)
{
    char log[1024] = "";
    size_t bytes = 0;
    char *text;

    if (clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes) == CL_SUCCESS &&
        (text = calloc(1, bytes + 1)) != NULL) {
        clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, bytes, text, NULL);
        snprintf(log, sizeof log, "%s", text);
        free(text);
    }
    tool_fail(error, "%s does not compile %s:\n%s", device_name, what, log);
}

int plain_build(cl_context context, cl_device_id id, const char *device_name, const char *what,
                const char *const *texts, const size_t *lengths, cl_uint count, const char *options,
                cl_program *program, struct tool_error *error)
{
    cl_int code;

    *program = clCreateProgramWithSource(context, count, (const char **)texts, lengths, &code);
    if (plain_check(code, "creating a program", error) != 0) {
        return -1;
    }
    progress_line_begin(PROGRESS_BUILDING);
    code = clBuildProgram(*program, 1, &id, options, NULL, NULL);
    progress_line_end();
    if (code == CL_BUILD_PROGRAM_FAILURE) {
        tell_build_log(*program, id, device_name, what, error);
        return -1;
    }
    return plain_check(code, "building a program", error);
}

/* The driver of a GPU may call back as late as its next look, which NVIDIA's takes every 20 ms; a processor
 * that waits by asking takes the time of the kernel that it waits for. */
#define POLLED_NS (100 * NS_PER_MS)
#define NAP_NS 20000

static void CL_CALLBACK note_end(cl_event event, cl_int status, void *completion)
{
    (void)event;
    (void)status;
    completion_note(completion);
}

/* CL_COMPLETE, or another state, or a failure. */
static cl_int state_of(cl_event event)
{
    cl_int state = CL_COMPLETE;
    cl_int code = clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);

    return code == CL_SUCCESS ? state : code;
}

static int is_of_processor(cl_event event)
{
    cl_command_queue queue;
    cl_device_id id;
    cl_device_type type = CL_DEVICE_TYPE_CPU;

    if (clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, NULL) == CL_SUCCESS &&
        clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof id, &id, NULL) == CL_SUCCESS) {
        clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    }
    return (type & CL_DEVICE_TYPE_CPU) != 0;
}

/* Asks again and again for POLLED_NS, then every NAP_NS. */
static int poll_until(cl_event event, uint64_t deadline_ns)
{
    uint64_t busy_until_ns = clock_now_ns() + POLLED_NS;

    for (;;) {
        uint64_t now;

        if (state_of(event) <= CL_COMPLETE) {
            return 1;
        }
        now = clock_now_ns();
        if (now >= deadline_ns) {
            return 0;
        }
        if (now >= busy_until_ns) {
            clock_sleep_ns(NAP_NS);
        }
    }
}

int plain_wait(cl_event event, uint64_t deadline_ns, const char *doing, struct tool_error *error)
{
    struct completion *completion;

    if (!is_of_processor(event)) {
        return poll_until(event, deadline_ns) ? plain_check(state_of(event), doing, error) : 1;
    }
    completion = completion_create();
    if (completion == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    if (plain_check(clSetEventCallback(event, CL_COMPLETE, note_end, completion), doing, error) != 0) {
        completion_forget(completion);
        return -1;
    }
    return completion_wait(completion, deadline_ns) ? plain_check(state_of(event), doing, error) : 1;
}

static int fail_late(const struct plain_work *work, struct tool_error *error)
{
    double seconds = (double)work->timeout_ns / 1e9;

    return work->groups == 0
               ? tool_fail(error, "the plain kernel has not ended after %.0f s: take a longer --timeout",
                           seconds)
               : tool_fail(error,
                           "the plain kernel has not ended after %.0f s; perhaps %s does not hold %u "
                           "work-groups at once: take fewer, or a longer --timeout",
                           seconds, work->device_name, work->groups);
}

int plain_launch_range(const struct plain_work *work, cl_uint dimensions, const size_t *global_items,
                       const size_t *local_items, struct plain_times *times, struct tool_error *error)
{
    uint64_t begin = clock_now_ns();
    cl_ulong start = 0;
    cl_ulong end = 0;
    cl_event event;
    int is_late;

    if (plain_check(clEnqueueNDRangeKernel(work->queue, work->kernel, dimensions, NULL, global_items,
                                           local_items, 0, NULL, &event),
                    "launching the plain kernel", error) != 0 ||
        plain_check(clFlush(work->queue), "launching the plain kernel", error) != 0) {
        return -1;
    }
    is_late = plain_wait(event, begin + work->timeout_ns, "waiting for the plain kernel", error);
    if (is_late != 0) {
        return is_late < 0 ? -1 : fail_late(work, error);
    }
    times->wall_ns = clock_now_ns() - begin;
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    times->kernel_ns = end - start;
    times->end_ns = end;
    clReleaseEvent(event);
    return 0;
}

int plain_launch(const struct plain_work *work, struct plain_times *times, struct tool_error *error)
{
    size_t local_items = work->local_items;
    size_t global_items = local_items * work->groups;

    return plain_launch_range(work, 1, &global_items, &local_items, times, error);
}
