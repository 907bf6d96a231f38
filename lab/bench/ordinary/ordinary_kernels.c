#include "lab/bench/ordinary/ordinary_kernels.h"

#include "lab/bench/ordinary/ordinary_text.h"
#include "tools/baseline/plain_opencl.h"

#include <coop/argument.h>
#include <string.h>

struct sizes {
    uint32_t floats, product, bodies, side, picture, blocks;
};
static const struct sizes of_gpu = {1u << 26, 2048, 65536, 8192, 4096, 16384};
static const struct sizes of_processor = {1u << 20, 256, 4096, 1024, 512, 256};

const char *const ordinary_buffer_names[BUFFERS] = {"o", "a", "b"};

unsigned ordinary_buffer_of(char name)
{
    return name == 'o' ? 0 : name == 'a' ? 1 : 2;
}

uint64_t ordinary_list(struct ordinary_kernel kernels[KERNELS], int is_for_gpu)
{
    const struct sizes *s = is_for_gpu ? &of_gpu : &of_processor;
    const struct ordinary_kernel all[KERNELS] = {
        {"stream", "oa", {s->floats}, {"n"}, 1, {s->floats}, {256}},
        {"grid_stride", "oa", {s->floats}, {"n"}, 1, {s->floats / 256}, {256}},
        {"product", "oab", {s->product}, {"n"}, 2, {s->product, s->product}, {16, 16}},
        {"product_blocked", "oab", {s->product}, {"n"}, 2, {s->product * 4, s->product / 64}, {256, 1}},
        {"n_body", "oa", {s->bodies}, {"n"}, 1, {s->bodies}, {256}},
        {"stencil", "oa", {s->side, s->side}, {"w", "h"}, 2, {s->side, s->side}, {32, 8}},
        {"transpose", "oa", {s->side}, {"n"}, 2, {s->side, s->side}, {16, 16}},
        {"reduction", "oa", {s->floats / s->blocks}, {"n"}, 1, {(size_t)s->blocks * 256}, {256}},
        {"histogram", "oa", {s->floats / s->blocks}, {"n"}, 1, {(size_t)s->blocks * 256}, {256}},
        {"mandelbrot", "o", {s->picture, s->picture}, {"w", "h"}, 2, {s->picture, s->picture}, {32, 8}},
        {"black_scholes", "oa", {s->floats}, {"n"}, 1, {s->floats}, {256}},
        {"product_resident", "oab", {s->product}, {"n"}, 1, {0}, {256}}};

    memcpy(kernels, all, sizeof all);
    return (uint64_t)s->floats * sizeof(float);
}

int ordinary_launch(const struct session *session, const struct ordinary_kernel *kernel,
                    coop_buffer *const buffers[BUFFERS], const struct coop_launch_options *options,
                    coop_launch **launch, struct tool_error *error)
{
    struct coop_argument arguments[BUFFERS + NUMBERS_MOST];
    struct coop_ndrange range = {.dimensions = kernel->dimensions};
    unsigned count = 0;

    for (const char *name = kernel->buffers; *name != '\0'; name++) {
        unsigned buffer = ordinary_buffer_of(*name);

        arguments[count++] = COOP_ARGUMENT(ordinary_buffer_names[buffer], buffers[buffer]);
    }
    for (unsigned i = 0; i < NUMBERS_MOST && kernel->number_names[i] != NULL; i++) {
        arguments[count++] = COOP_ARGUMENT(kernel->number_names[i], kernel->numbers[i]);
    }
    for (unsigned i = 0; i < kernel->dimensions; i++) {
        range.global_items[i] = kernel->global_items[i];
        range.local_items[i] = kernel->local_items[i];
    }
    return session_check(session,
                         coop_launch_named(session->run, kernel->name, arguments, count,
                                           kernel->global_items[0] == 0 ? NULL : &range, options, launch),
                         error);
}

static cl_int set_arguments(const struct ordinary_kernel *kernel, cl_kernel object, cl_mem buffers[BUFFERS])
{
    cl_uint at = 0;
    cl_int code = CL_SUCCESS;

    for (const char *name = kernel->buffers; *name != '\0'; name++) {
        cl_mem *buffer = &buffers[ordinary_buffer_of(*name)];

        code |= clSetKernelArg(object, at++, sizeof *buffer, buffer);
    }
    for (unsigned i = 0; i < NUMBERS_MOST && kernel->number_names[i] != NULL; i++) {
        code |= clSetKernelArg(object, at++, sizeof kernel->numbers[i], &kernel->numbers[i]);
    }
    return code;
}

int ordinary_outside_open(const struct plain_device *device, int is_profiled,
                          const struct ordinary_kernel kernels[KERNELS], uint64_t buffer_bytes,
                          struct ordinary_outside *outside, struct tool_error *error)
{
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    const char *const texts[] = {ordinary_text};
    const size_t lengths[] = {strlen(ordinary_text)};
    cl_int code;

    outside->context = clCreateContext(NULL, 1, &device->id, NULL, NULL, &code);
    if (plain_check(code, "creating a context", error) != 0) {
        return -1;
    }
    outside->queue = clCreateCommandQueueWithProperties(outside->context, device->id,
                                                        is_profiled ? properties : NULL, &code);
    if (plain_check(code, "creating a queue", error) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < BUFFERS; i++) {
        outside->buffers[i] = clCreateBuffer(outside->context, CL_MEM_READ_WRITE, buffer_bytes, NULL, &code);
        if (plain_check(code, "taking memory for the ordinary kernels", error) != 0) {
            return -1;
        }
    }
    if (plain_build(outside->context, device->id, device->name, "the ordinary kernels", texts, lengths, 1,
                    "-cl-std=CL3.0", &outside->program, error) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < KERNELS; i++) {
        outside->objects[i] = clCreateKernel(outside->program, kernels[i].name, &code);
        code = code == CL_SUCCESS ? set_arguments(&kernels[i], outside->objects[i], outside->buffers) : code;
        if (plain_check(code, "creating an ordinary kernel", error) != 0) {
            return -1;
        }
    }
    return 0;
}

void ordinary_outside_close(struct ordinary_outside *outside)
{
    for (unsigned i = 0; i < KERNELS; i++) {
        if (outside->objects[i] != NULL) {
            clReleaseKernel(outside->objects[i]);
        }
    }
    for (unsigned i = 0; i < BUFFERS; i++) {
        if (outside->buffers[i] != NULL) {
            clReleaseMemObject(outside->buffers[i]);
        }
    }
    if (outside->program != NULL) {
        clReleaseProgram(outside->program);
    }
    if (outside->queue != NULL) {
        clReleaseCommandQueue(outside->queue);
    }
    if (outside->context != NULL) {
        clReleaseContext(outside->context);
    }
}
