/* The host's C, the host's C++ and the device agree on where everything shared lies. */
#include "table.h"
#include "test.h"

#include "coop/shared/channel.h"
#include "coop/shared/control.h"
#include "coop/shared/groups.h"
#include "coop/shared/member.h"
#include "coop/shared/message.h"
#include "coop/shared/policy.h"
#include "coop/shared/queue.h"
#include "coop/shared/repeat.h"
#include "coop/shared/series.h"
#include "coop/shared/task.h"
#include "coop/shared/team.h"

#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char layout_device_text[];

struct line {
    const char *name;
    const char *field; /* NULL in the line of a struct */
    struct layout_entry entry;
};

#define S(type) {#type, NULL, {0, sizeof(struct type)}},
#define F(type, field) {#type, #field, {offsetof(struct type, field), sizeof(((struct type *)0)->field)}},
static const struct line lines[] = {
#include "fields.h"
};
#undef S
#undef F
enum { LINE_COUNT = sizeof lines / sizeof lines[0] };

static void compare(const struct line *line, const struct layout_entry *seen, const char *where)
{
    const char *dot = line->field != NULL ? "." : "";
    const char *field = line->field != NULL ? line->field : "";

    if (seen->offset != line->entry.offset || seen->size != line->entry.size) {
        TEST_FAIL("struct %s%s%s: offset %lu, %lu bytes %s; offset %lu, %lu bytes in C", line->name, dot,
                  field, seen->offset, seen->size, where, line->entry.offset, line->entry.size);
    }
}

/* Fields that touch each other from 0 to the struct's size leave neither a forgotten field nor nameless
 * padding, which two compilers could choose differently. */
TEST(fields_fill_their_structs)
{
    size_t i = 0;

    while (i < LINE_COUNT) {
        const struct line *whole = &lines[i++];
        unsigned long end = 0;

        for (; i < LINE_COUNT && lines[i].field != NULL; i++) {
            if (lines[i].entry.offset != end) {
                TEST_FAIL("struct %s.%s is at %lu, wanted at %lu, where the field before it ends",
                          whole->name, lines[i].field, lines[i].entry.offset, end);
            }
            end = lines[i].entry.offset + lines[i].entry.size;
        }
        if (end != whole->entry.size) {
            TEST_FAIL("struct %s ends at %lu, wanted at %lu, where its last field ends", whole->name,
                      whole->entry.size, end);
        }
    }
}

TEST(cxx_agrees_with_c)
{
#ifdef LAYOUT_HAS_CXX
    if (TEST_EQUAL(layout_in_cxx_count, LINE_COUNT)) {
        for (size_t i = 0; i < LINE_COUNT; i++) {
            compare(&lines[i], &layout_in_cxx[i], "in C++");
        }
    }
#else
    TEST_SKIP("no C++ compiler");
#endif
}

static cl_device_id first_device(void)
{
    cl_platform_id platforms[16];
    cl_uint platform_count = 0;
    cl_device_id device = NULL;

    if (clGetPlatformIDs(16, platforms, &platform_count) != CL_SUCCESS) {
        return NULL;
    }
    for (cl_uint i = 0; i < platform_count && i < 16 && device == NULL; i++) {
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS) {
            device = NULL;
        }
    }
    return device;
}

static cl_program build_or_fail(cl_context context, cl_device_id device)
{
    const char *text = layout_device_text;
    cl_int code;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &code);

    TEST_EQUAL(code, CL_SUCCESS);
    code = clBuildProgram(program, 1, &device, "-cl-std=CL3.0 -DCOOP_FLOW=1 -DCOOP_MESSAGE=1", NULL, NULL);
    if (code != CL_SUCCESS) {
        static char log[65536];

        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        TEST_FAIL("the shared headers do not build on the device (code %d)", code);
        TEST_NOTE("%s", log);
    }
    return program;
}

static void run_kernel(cl_context context, cl_device_id device, cl_program program, cl_ulong *pairs)
{
    const size_t bytes = 2 * LINE_COUNT * sizeof(cl_ulong);
    const size_t one = 1;
    cl_int code;
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &code);
    cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "write_layout", NULL);

    TEST_EQUAL(code, CL_SUCCESS);
    TEST_EQUAL(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, bytes, pairs, 0, NULL, NULL), CL_SUCCESS);
    TEST_EQUAL(clSetKernelArg(kernel, 0, sizeof memory, &memory), CL_SUCCESS);
    TEST_EQUAL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL), CL_SUCCESS);
    TEST_EQUAL(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, bytes, pairs, 0, NULL, NULL), CL_SUCCESS);
    clReleaseKernel(kernel);
    clReleaseMemObject(memory);
    clReleaseCommandQueue(queue);
}

TEST(device_agrees_with_host)
{
    static cl_ulong pairs[2 * LINE_COUNT];
    cl_device_id device = first_device();
    cl_context context;
    cl_program program;
    int failures = test_failures();

    if (device == NULL) {
        TEST_SKIP("no OpenCL device");
    }
    memset(pairs, 0xff, sizeof pairs);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    program = build_or_fail(context, device);
    if (test_failures() == failures) {
        run_kernel(context, device, program, pairs);
        for (size_t i = 0; i < LINE_COUNT; i++) {
            struct layout_entry seen = {(unsigned long)pairs[2 * i], (unsigned long)pairs[2 * i + 1]};

            compare(&lines[i], &seen, "on the device");
        }
    }
    clReleaseProgram(program);
    clReleaseContext(context);
}
