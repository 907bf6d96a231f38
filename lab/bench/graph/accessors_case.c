#include "accessors_case.h"

#include "tools/baseline/plain_opencl.h"
#include "tools/measure/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int set(cl_kernel kernel, cl_uint index, size_t bytes, const void *value, struct tool_error *error)
{
    return plain_check(clSetKernelArg(kernel, index, bytes, value), "passing an argument", error);
}

/* A tensor is two parameters. */
static int pass(struct accessors_case *of, struct tool_error *error)
{
    const struct coop_view *view = &of->view;
    const cl_uint words[] = {view->extent[0], view->extent[1], view->row_cells, view->block_cells};
    cl_kernel kernel = of->kernels[0];
    cl_uint next = 0;
    int status = 0;

    if (!of->form->is_in_place) {
        status |= set(kernel, next++, sizeof of->from, &of->from, error);
        status |= set(kernel, next++, sizeof *view, view, error);
    }
    status |= set(kernel, next++, sizeof of->to, &of->to, error);
    status |= set(kernel, next++, sizeof *view, view, error);
    status |= set(kernel, next, sizeof of->form->number, &of->form->number, error);
    kernel = of->kernels[1];
    status |= set(kernel, 0, sizeof of->from, &of->from, error);
    status |= set(kernel, 1, sizeof of->to, &of->to, error);
    status |= set(kernel, 2, sizeof of->form->number, &of->form->number, error);
    for (cl_uint i = 0; i < 4; i++) {
        status |= set(kernel, 3 + i, sizeof words[i], &words[i], error);
    }
    return status;
}

static int build(struct accessors_case *of, enum coop_layout layout, struct tool_error *error)
{
    const size_t length = strlen(of->form->text);
    char options[128];
    char name[64];
    cl_int code;

    snprintf(options, sizeof options, "-DCOOP_LAYOUT_%s=%d -DBY_HAND=%d -DCOOP_DIMENSIONS=%u",
             of->form->element->name, (int)layout, (int)layout, of->form->dimensions);
    if (plain_build(of->context, of->device->id, of->device->name, of->form->name, &of->form->text, &length,
                    1, options, &of->program, error) != 0) {
        return -1;
    }
    snprintf(name, sizeof name, "%s_by_hand", of->form->name);
    of->kernels[0] = clCreateKernel(of->program, of->form->name, &code);
    if (plain_check(code, "making a kernel with accessors", error) != 0) {
        return -1;
    }
    of->kernels[1] = clCreateKernel(of->program, name, &code);
    return plain_check(code, "making a kernel by hand", error);
}

int accessors_case_make(struct accessors_case *of, enum coop_layout layout, struct tool_error *error)
{
    cl_int code;

    if (coop_view_init(of->form->element, layout, of->form->dimensions, of->cells, of->form->padding, 0,
                       &of->view) != COOP_OK) {
        return tool_fail(error, "%s: no view of its cells", of->form->name);
    }
    of->bytes = coop_view_bytes(of->form->element, &of->view);
    of->from = clCreateBuffer(of->context, CL_MEM_READ_WRITE, of->bytes, NULL, &code);
    if (plain_check(code, "taking memory", error) != 0) {
        return -1;
    }
    of->to = clCreateBuffer(of->context, CL_MEM_READ_WRITE, of->bytes, NULL, &code);
    if (plain_check(code, "taking memory", error) != 0 || build(of, layout, error) != 0) {
        return -1;
    }
    return pass(of, error);
}

void accessors_case_clear(struct accessors_case *of)
{
    for (unsigned i = 0; i < 2; i++) {
        if (of->kernels[i] != NULL) {
            clReleaseKernel(of->kernels[i]);
        }
    }
    if (of->program != NULL) {
        clReleaseProgram(of->program);
    }
    if (of->from != NULL) {
        clReleaseMemObject(of->from);
    }
    if (of->to != NULL) {
        clReleaseMemObject(of->to);
    }
}

static int take_time(cl_event event, uint64_t deadline_ns, uint64_t *ns, struct tool_error *error)
{
    cl_ulong begin = 0;
    cl_ulong end = 0;
    int state = plain_wait(event, deadline_ns, "running a kernel", error);

    if (state == 1) {
        return tool_fail(error, "a kernel has not ended in time");
    }
    if (state != 0 ||
        plain_check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof begin, &begin, NULL),
                    "asking for a time", error) != 0 ||
        plain_check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL),
                    "asking for a time", error) != 0) {
        return -1;
    }
    *ns = end - begin;
    return 0;
}

int accessors_case_run(struct accessors_case *of, unsigned kernel, uint64_t *ns, struct tool_error *error)
{
    const size_t local[2] = {of->local_items, 1};
    size_t global[2] = {(of->view.extent[0] + local[0] - 1) / local[0] * local[0], of->view.extent[1]};
    cl_event event = NULL;
    int status = plain_check(clEnqueueNDRangeKernel(of->queue, of->kernels[kernel], of->form->dimensions,
                                                    NULL, global, local, 0, NULL, &event),
                             "launching a kernel", error);

    *ns = 0;
    if (status == 0) {
        status = plain_check(clFlush(of->queue), "launching a kernel", error);
    }
    if (status == 0) {
        status = take_time(event, clock_now_ns() + of->timeout_ns, ns, error);
    }
    if (event != NULL) {
        clReleaseEvent(event);
    }
    return status;
}

/* Values from 1 to 2 in no order. */
static int fill(struct accessors_case *of, unsigned char *bytes, struct tool_error *error)
{
    float *values = (float *)(void *)bytes;
    uint32_t random = 1;

    for (uint64_t i = 0; i < of->bytes / sizeof *values; i++) {
        random = random * UINT32_C(1664525) + UINT32_C(1013904223);
        values[i] = 1.0f + (float)(random >> 16) / 65536.0f;
    }
    return plain_check(clEnqueueWriteBuffer(of->queue, of->from, CL_TRUE, 0, of->bytes, bytes, 0, NULL, NULL),
                       "writing memory", error) != 0
               ? -1
               : plain_check(
                     clEnqueueWriteBuffer(of->queue, of->to, CL_TRUE, 0, of->bytes, bytes, 0, NULL, NULL),
                     "writing memory", error);
}

int accessors_case_compare(struct accessors_case *of, int *is_same, struct tool_error *error)
{
    unsigned char *seen[2] = {malloc(of->bytes), malloc(of->bytes)};
    int status = 0;
    uint64_t ns;

    for (unsigned i = 0; i < 2 && status == 0; i++) {
        if (seen[0] == NULL || seen[1] == NULL) {
            status = tool_fail(error, "memory is exhausted");
        } else if (fill(of, seen[i], error) != 0 || accessors_case_run(of, i, &ns, error) != 0) {
            status = -1;
        } else {
            status = plain_check(
                clEnqueueReadBuffer(of->queue, of->to, CL_TRUE, 0, of->bytes, seen[i], 0, NULL, NULL),
                "reading memory", error);
        }
    }
    *is_same = status == 0 && memcmp(seen[0], seen[1], of->bytes) == 0;
    free(seen[0]);
    free(seen[1]);
    return status;
}
