#include "lab/bench/ordinary/ordinary_kernels.h"

#include "tools/baseline/plain_opencl.h"

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

int ordinary_set_arguments(const struct ordinary_kernel *kernel, cl_kernel object, cl_mem buffers[BUFFERS],
                           struct tool_error *error)
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
    return plain_check(code, "setting the arguments of an ordinary kernel", error);
}
