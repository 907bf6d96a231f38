/* Paths of two steps in a graph: the product of its matrix with itself, by OpenCL; and how far the rows are
 * from each other there. Exit code 77: there is no OpenCL device. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <coop/coop.h>
#include <coop/interop.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interop.h"
#include "interop_text.h"

enum { ROWS = 192, ENTRIES = ROWS * ROWS, LEVELS = ROWS + 2, EXIT_NO_DEVICE = 77 };

static const char *const product_text =
    "kernel void product(global const uint *in, global uint *out, uint rows)\n"
    "{\n"
    "    uint row = get_global_id(1), column = get_global_id(0), sum = 0;\n"
    "    for (uint i = 0; i < rows; i++)\n"
    "        sum += in[row * rows + i] * in[i * rows + column];\n"
    "    out[row * rows + column] = sum;\n"
    "}\n";

static void expect(cl_int code, const char *call)
{
    if (code != CL_SUCCESS) {
        fprintf(stderr, "%s: %d\n", call, code);
        exit(1);
    }
}

static cl_device_id find_device(void)
{
    cl_platform_id platform;
    cl_device_id device;

    coop_device_list(0, NULL, 0, &(uint32_t){0}); /* first: so that the driver has threads for coop */
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS) {
        fprintf(stderr, "there is no OpenCL device\n");
        exit(EXIT_NO_DEVICE);
    }
    return device;
}

/* Multiplies `in` with itself, on the device and in its memory. */
static void multiply(cl_context context, cl_device_id device, cl_command_queue queue, cl_mem in, cl_mem out)
{
    const size_t global[2] = {ROWS, ROWS};
    const cl_uint rows = ROWS;
    cl_int code;
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&product_text, NULL, &code);
    cl_kernel kernel;

    expect(code, "clCreateProgramWithSource");
    expect(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    kernel = clCreateKernel(program, "product", &code);
    expect(code, "clCreateKernel");
    expect(clSetKernelArg(kernel, 0, sizeof in, (void *)&in), "clSetKernelArg");
    expect(clSetKernelArg(kernel, 1, sizeof out, (void *)&out), "clSetKernelArg");
    expect(clSetKernelArg(kernel, 2, sizeof rows, &rows), "clSetKernelArg");
    expect(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, NULL, 0, NULL, NULL),
           "clEnqueueNDRangeKernel");
    expect(clFinish(queue), "clFinish");
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

/* The level of each row: 1 for the first one, one more for each entry on the way to the others. */
static cl_uint search(const cl_uint *matrix, cl_uint *levels)
{
    cl_uint level = 1;

    for (int has_found = 1; has_found; level++) {
        has_found = 0;
        for (int i = 0; i < ENTRIES; i++) {
            if (levels[i / ROWS] == level && matrix[i] != 0 && levels[i % ROWS] == 0) {
                levels[i % ROWS] = level + 1;
                has_found = 1;
            }
        }
    }
    return level - 1;
}

/* The same on the device, by a cooperative kernel, in the memory of `matrix`. */
static int search_on_device(cl_context opencl, cl_mem matrix, cl_uint *levels)
{
    const struct coop_context_options options = {.opencl_context = opencl, .memory_bytes = 1 << 22};
    const cl_uint words[ROWS + LEVELS] = {1};
    struct search_args args = {.rows = ROWS};
    coop_context *context = NULL;
    coop_module *module = NULL;
    coop_buffer *in = NULL, *out = NULL;
    coop_run *run = NULL;
    coop_launch *launch = NULL;
    int is_done = !coop_context_create(&options, &context) && !coop_buffer_import(context, matrix, &in) &&
                  !coop_buffer_create(context, sizeof words, &out) &&
                  !coop_buffer_write(out, 0, words, sizeof words) &&
                  !coop_module_create(context, interop_module_text, interop_module_bytes, NULL, &module) &&
                  !coop_run_start(module, NULL, &run);

    args.matrix = coop_buffer_address(in);
    args.levels = coop_buffer_address(out);
    is_done = is_done && !search_launch(run, &args, NULL, &launch) &&
              !coop_launch_wait(launch, UINT64_C(60000000000), NULL) &&
              !coop_buffer_read(out, 0, levels, ROWS * sizeof *levels);
    fprintf(stderr, "%s", is_done ? "" : coop_last_error()->message);
    coop_context_destroy(context); /* and all that belongs to it */
    return is_done;
}

int main(void)
{
    static cl_uint links[ENTRIES];
    static cl_uint paths[ENTRIES];
    cl_uint levels[ROWS] = {1};
    cl_device_id device = find_device();
    cl_int code;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    cl_command_queue queue;
    cl_mem in;
    cl_mem out;

    for (int i = 0; i < ROWS; i++) { /* from each row to two others */
        links[i * ROWS + (i + 1) % ROWS] = 1;
        links[i * ROWS + (5 * i + 3) % ROWS] = 1;
    }
    expect(code, "clCreateContext");
    queue = clCreateCommandQueueWithProperties(context, device, NULL, &code);
    expect(code, "clCreateCommandQueueWithProperties");
    in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof links, links, &code);
    expect(code, "clCreateBuffer");
    out = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof paths, NULL, &code);
    expect(code, "clCreateBuffer");
    multiply(context, device, queue, in, out);
    expect(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof paths, paths, 0, NULL, NULL),
           "clEnqueueReadBuffer");
    printf("The host finds %u levels.\n", search(paths, levels));
    if (!search_on_device(context, out, links) || memcmp(links, levels, sizeof levels) != 0) {
        return 1;
    }
    printf("So does the device.\n");
    clReleaseMemObject(out);
    clReleaseMemObject(in);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return fflush(stdout) != 0; /* a result that cannot be printed is none */
}
