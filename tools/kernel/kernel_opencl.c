#include "kernel_opencl.h"

#include <string.h>

static int make_buffer(struct kernel_opencl *opencl, unsigned index, struct tool_error *error)
{
    const struct kernel_buffer *buffer = &opencl->plan.buffers[index];
    cl_int code;

    opencl->buffers[index] = clCreateBuffer(opencl->context, CL_MEM_READ_WRITE, buffer->bytes, NULL, &code);
    if (code != CL_SUCCESS) {
        return tool_fail(
            error, "%s gives no %.1f MB for the graph (code %d); take a smaller graph or another device",
            opencl->device.name, (double)buffer->bytes / 1e6, code);
    }
    return buffer->from_bytes == 0
               ? 0
               : plain_check(clEnqueueWriteBuffer(opencl->queue, opencl->buffers[index], CL_TRUE, 0,
                                                  buffer->from_bytes, buffer->from, 0, NULL, NULL),
                             "copying", error);
}

int kernel_opencl_open(struct kernel_opencl *opencl, const struct kernel_opencl_options *options,
                       const struct kernel_plan *plan, struct tool_error *error)
{
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    cl_int code;
    unsigned i;

    memset(opencl, 0, sizeof *opencl);
    opencl->options = *options;
    opencl->plan = *plan;
    if (plain_device_choose(options->device, options->groups, options->local_items, &opencl->device, error) !=
        0) {
        return -1;
    }
    opencl->context = clCreateContext(NULL, 1, &opencl->device.id, NULL, NULL, &code);
    if (plain_check(code, "creating a context", error) != 0) {
        return -1;
    }
    opencl->queue = clCreateCommandQueueWithProperties(opencl->context, opencl->device.id, properties, &code);
    if (plain_check(code, "creating a queue", error) != 0) {
        return -1;
    }
    for (i = 0; i < plan->buffer_count; i++) {
        if (make_buffer(opencl, i, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static cl_int do_fill(struct kernel_opencl *opencl, const struct kernel_fill *fill)
{
    cl_mem buffer = opencl->buffers[fill->buffer];

    return fill->from != NULL ? clEnqueueWriteBuffer(opencl->queue, buffer, CL_TRUE, fill->offset,
                                                     fill->bytes, fill->from, 0, NULL, NULL)
                              : clEnqueueFillBuffer(opencl->queue, buffer, &fill->word, sizeof fill->word,
                                                    fill->offset, fill->bytes, 0, NULL, NULL);
}

int kernel_opencl_reset(struct kernel_opencl *opencl, struct tool_error *error)
{
    unsigned i;

    for (i = 0; i < opencl->plan.fill_count; i++) {
        if (plain_check(do_fill(opencl, &opencl->plan.fills[i]), "filling", error) != 0) {
            return -1;
        }
    }
    return plain_check(clFinish(opencl->queue), "filling", error);
}

int kernel_opencl_pass(const struct kernel_opencl *opencl, const struct kernel_arguments *arguments,
                       cl_kernel kernel, struct tool_error *error)
{
    cl_int code = CL_SUCCESS;
    cl_uint i;

    for (i = 0; i < arguments->count && code == CL_SUCCESS; i++) {
        const struct kernel_argument *argument = &arguments->items[i];

        code = argument->kind == KERNEL_BUFFER
                   ? clSetKernelArg(kernel, i, sizeof(cl_mem), &opencl->buffers[argument->value])
                   : clSetKernelArg(kernel, i, sizeof argument->value, &argument->value);
    }
    return code == CL_SUCCESS
               ? 0
               : tool_fail(error, "OpenCL failed (code %d) when setting argument %u of %s", code, i - 1,
                           arguments->kernel != NULL ? arguments->kernel : "the plain kernel");
}

int kernel_opencl_read(struct kernel_opencl *opencl, uint32_t *words, uint64_t count,
                       struct tool_error *error)
{
    return count == 0
               ? 0
               : plain_check(clEnqueueReadBuffer(opencl->queue, opencl->buffers[opencl->plan.result], CL_TRUE,
                                                 0, count * sizeof *words, words, 0, NULL, NULL),
                             "reading the result", error);
}

void kernel_opencl_close(struct kernel_opencl *opencl)
{
    unsigned i;

    for (i = 0; i < opencl->plan.buffer_count; i++) {
        if (opencl->buffers[i] != NULL) {
            clReleaseMemObject(opencl->buffers[i]);
        }
    }
    if (opencl->queue != NULL) {
        clReleaseCommandQueue(opencl->queue);
    }
    if (opencl->context != NULL) {
        clReleaseContext(opencl->context);
    }
    memset(opencl, 0, sizeof *opencl);
}
