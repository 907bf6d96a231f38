/* What NVIDIA's compiler makes of the accessors of cl/atomics.clh: each must be the instruction whose order
 * and scope docs/memory-model.md names. Its programs' binaries are PTX text, so the test reads it. */
#include "ptx.h"
#include "test.h"

#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char orders_device_text[];

struct access {
    const char *accessor;
    const char *instructions;
};

static const struct access accesses[] = {
    {"coop_load_relaxed", "ld.relaxed.gpu.global.b32"},
    {"coop_load_acquire", "ld.acquire.gpu.global.b32"},
    {"coop_load_ordered", "fence.sc.gpu; ld.acquire.gpu.global.b32"},
    {"coop_load64_relaxed", "ld.relaxed.gpu.global.b64"},
    {"coop_load64_acquire", "ld.acquire.gpu.global.b64"},
    {"coop_store_relaxed", "st.relaxed.gpu.global.b32"},
    {"coop_store_release", "st.release.gpu.global.b32"},
    {"coop_store_ordered", "fence.sc.gpu; st.release.gpu.global.b32"},
    {"coop_store64_relaxed", "st.relaxed.gpu.global.b64"},
    {"coop_store64_release", "st.release.gpu.global.b64"},
    {"coop_add_relaxed", "atom.relaxed.gpu.global.add.u32"},
    {"coop_add_release", "atom.release.gpu.global.add.u32"},
    {"coop_add_acquire_release", "atom.acq_rel.gpu.global.add.u32"},
    {"coop_add_ordered", "fence.sc.gpu; atom.acq_rel.gpu.global.add.u32"},
    {"coop_or_relaxed", "atom.relaxed.gpu.global.or.b32"},
    {"coop_or_release", "atom.release.gpu.global.or.b32"},
    {"coop_min_release", "atom.release.gpu.global.min.u32"},
    {"coop_max_release", "atom.release.gpu.global.max.u32"},
    {"coop_exchange_acquire_release", "atom.acq_rel.gpu.global.exch.b32"},
    {"coop_add64_relaxed", "atom.relaxed.gpu.global.add.u64"},
    {"coop_add64_acquire", "atom.acquire.gpu.global.add.u64"},
    {"coop_add64_release", "atom.release.gpu.global.add.u64"},
    {"coop_add64_acquire_release", "atom.acq_rel.gpu.global.add.u64"},
    {"coop_or64_acquire", "atom.acquire.gpu.global.or.b64"},
    {"coop_or64_release", "atom.release.gpu.global.or.b64"},
    {"coop_and64_relaxed", "atom.relaxed.gpu.global.and.b64"},
    {"coop_and64_acquire", "atom.acquire.gpu.global.and.b64"},
    {"coop_max64_relaxed", "atom.relaxed.gpu.global.max.u64"},
    {"coop_min64_release", "atom.release.gpu.global.min.u64"},
    {"coop_max64_release", "atom.release.gpu.global.max.u64"},
    {"coop_replace_relaxed", "atom.relaxed.gpu.global.cas.b32"},
    {"coop_replace64_relaxed", "atom.relaxed.gpu.global.cas.b64"},
    {"coop_replace64_acquire", "atom.acquire.gpu.global.cas.b64"},
    {"coop_replace64_acquire_release", "atom.acq_rel.gpu.global.cas.b64"},
};
enum { ACCESS_COUNT = sizeof accesses / sizeof accesses[0], LIST_BYTES = 400 };

static int is_listed(const char *accessor, size_t length)
{
    for (int i = 0; i < ACCESS_COUNT; i++) {
        if (strlen(accesses[i].accessor) == length && strncmp(accesses[i].accessor, accessor, length) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Every accessor of global words, by the C11 form of the text, has a line in the table. */
TEST(every_accessor_is_listed)
{
    static const char head[] = " coop_";
    const char *at = strstr(orders_device_text, "#else\n\nstatic inline uint coop_load_relaxed");
    const char *end = strstr(orders_device_text, "/* Words in local memory");
    int found = 0;

    if (!TEST_TRUE(at != NULL && end != NULL)) {
        return;
    }
    while ((at = strstr(at, "\nstatic inline ")) != NULL && at < end) {
        const char *name = strstr(at, head);
        size_t length;
        at++;
        if (name == NULL) {
            break;
        }
        name++;
        length = strcspn(name, "(");
        found++;
        if (!is_listed(name, length)) {
            TEST_FAIL("%.*s has no line in the table of orders.c", (int)length, name);
        }
    }
    TEST_EQUAL(found, ACCESS_COUNT);
}

/* The first device of NVIDIA's own platform. */
static cl_device_id find_device(void)
{
    cl_platform_id platforms[16];
    cl_uint count = 0;

    if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS) {
        return NULL;
    }
    for (cl_uint i = 0; i < count && i < 16; i++) {
        char name[100] = "";
        cl_device_id device;
        if (clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL) == CL_SUCCESS &&
            strcmp(name, "NVIDIA CUDA") == 0 &&
            clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_GPU, 1, &device, NULL) == CL_SUCCESS) {
            return device;
        }
    }
    return NULL;
}

static void build_or_fail(cl_program program, cl_device_id device)
{
    cl_int code = clBuildProgram(program, 1, &device, "-cl-std=CL3.0 -DCOOP_HOST_SYSTEM_CALLS=0", NULL, NULL);

    if (code != CL_SUCCESS) {
        static char log[65536];

        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        TEST_FAIL("the accessors do not build on the device (code %d)", code);
        TEST_NOTE("%s", log);
    }
}

/* The PTX text of the kernels, to be freed; skips without a device that makes some. */
static char *build(void)
{
    const char *text = orders_device_text;
    cl_device_id device = find_device();
    cl_context context;
    cl_program program;
    size_t bytes = 0;
    char *ptx;
    cl_int code;

    if (device == NULL) {
        TEST_SKIP("there is no device of NVIDIA's platform, whose programs are PTX text");
    }
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    TEST_EQUAL(code, CL_SUCCESS);
    program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
    TEST_EQUAL(code, CL_SUCCESS);
    build_or_fail(program, device);
    TEST_EQUAL(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL), CL_SUCCESS);
    ptx = calloc(1, bytes + 1);
    if (ptx != NULL) {
        TEST_EQUAL(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof ptx, &ptx, NULL), CL_SUCCESS);
    }
    clReleaseProgram(program);
    clReleaseContext(context);
    return ptx;
}

static void check(const char *ptx, const char *accessor, const char *instructions)
{
    char kernel[100];
    char list[LIST_BYTES];

    snprintf(kernel, sizeof kernel, "of_%s", accessor);
    if (!ptx_orders(ptx, kernel, list, sizeof list)) {
        TEST_FAIL("the program has no entry %s", kernel);
    } else if (strcmp(list, instructions) != 0) {
        TEST_FAIL("%s is \"%s\", wanted \"%s\"", accessor, list, instructions);
    }
}

TEST(each_access_is_the_instruction_with_its_order)
{
    char *ptx = build();

    for (int i = 0; ptx != NULL && i < ACCESS_COUNT; i++) {
        check(ptx, accesses[i].accessor, accesses[i].instructions);
    }
    free(ptx);
}

/* Why the accessors are not C11's: the driver makes a fence of the strongest kind of each order. When this
 * fails, the driver has changed, and docs/memory-model.md wants another poll; nothing of coop depends on
 * it. */
TEST(c11_orders_are_volatile_accesses_and_membar)
{
    char *ptx = build();

    if (ptx != NULL) {
        check(ptx, "c11_acquire", "ld.volatile.global.u32; membar.gl");
        check(ptx, "c11_release", "membar.gl; atom.global.exch.b32");
    }
    free(ptx);
}
