/* Ranks a linked list in one launch of an ordinary OpenCL kernel, whose work-groups wait for each other: by
 * OpenCL and coop/grid_barrier.h, without the library and without coopc. Exit code 77: no OpenCL device. */
#include <CL/cl.h>
#include <coop/grid_barrier.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT 100000u
#define LOCAL_ITEMS 64

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

static void check(cl_int code, const char *doing)
{
    if (code == COOP_GRID_GAVE_UP) {
        fprintf(stderr, "a work-group has waited in vain when %s\n", doing);
        exit(1);
    }
    if (code != CL_SUCCESS) {
        fprintf(stderr, "OpenCL failed (code %d) when %s\n", code, doing);
        exit(1);
    }
}

static void open_device(void)
{
    cl_platform_id platform;
    cl_int code;

    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS) {
        puts("there is no OpenCL device");
        exit(77);
    }
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    check(code, "creating a context");
    queue = clCreateCommandQueueWithProperties(context, device, NULL, &code);
    check(code, "creating a queue");
}

static cl_kernel build_kernel(void)
{
    static char log[16384];
    const char *text = "#include \"kernel.cl\"\n";
    cl_int code;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
    cl_kernel kernel;

    check(code, "creating a program");
    code = clBuildProgram(program, 1, &device, "-cl-std=CL3.0 " KERNEL_INCLUDES, NULL, NULL);
    if (code != CL_SUCCESS) {
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        fputs(log, stderr);
    }
    check(code, "building the program");
    kernel = clCreateKernel(program, "rank_list", &code);
    check(code, "creating the kernel");
    clReleaseProgram(program);
    return kernel;
}

static cl_mem buffer_of(const cl_uint *words)
{
    cl_int code;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, COUNT * sizeof *words,
                                   (void *)words, &code);

    check(code, "creating a buffer");
    return buffer;
}

/* The list visits the elements in steps of 7919: the i-th of the list is element i * 7919 % COUNT. */
static void make_list(cl_uint *next, cl_uint *rank)
{
    for (cl_uint i = 0; i < COUNT; i++) {
        cl_uint at = (cl_uint)((cl_ulong)i * 7919 % COUNT);

        next[at] = i + 1 < COUNT ? (cl_uint)((cl_ulong)(i + 1) * 7919 % COUNT) : at;
        rank[at] = i + 1 < COUNT;
    }
}

int main(void)
{
    static cl_uint next[COUNT], rank[COUNT];
    const cl_uint count = COUNT;
    const size_t local_items = LOCAL_ITEMS;
    struct coop_grid grid;
    cl_mem buffers[4];
    cl_kernel kernel;
    cl_uint resident, groups, rounds = 0, wrong = 0;
    size_t items;

    open_device();
    kernel = build_kernel();
    make_list(next, rank);
    check(coop_grid_create(queue, NULL, &grid), "creating the barrier's state");
    check(clSetKernelArg(kernel, 0, sizeof grid.state, &grid.state), "setting an argument");
    for (cl_uint i = 0; i < 4; i++) {
        buffers[i] = buffer_of(i % 2 == 0 ? next : rank);
        check(clSetKernelArg(kernel, i + 1, sizeof buffers[i], &buffers[i]), "setting an argument");
    }
    check(clSetKernelArg(kernel, 5, sizeof count, &count), "setting an argument");

    /* How many work-groups of this kernel are resident at once: as many are launched. */
    check(coop_grid_count(&grid, kernel, 1, &local_items, &resident), "counting work-groups");
    items = resident * local_items;
    check(coop_grid_clear(&grid), "clearing the barrier's state");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &local_items, 0, NULL, NULL), "launching");
    check(coop_grid_check(&grid, &groups), "ranking the list");

    for (cl_uint distance = 1; distance < COUNT; distance *= 2) {
        rounds++;
    }
    check(clEnqueueReadBuffer(queue, buffers[rounds % 2 == 0 ? 1 : 3], CL_TRUE, 0, sizeof rank, rank, 0, NULL,
                              NULL),
          "reading the ranks");
    for (cl_uint i = 0; i < COUNT; i++) {
        wrong += rank[(cl_ulong)i * 7919 % COUNT] != COUNT - 1 - i;
    }
    printf("%u elements ranked in %u rounds by %u of %u work-groups: %u wrong\n", COUNT, rounds, groups,
           resident, wrong);

    coop_grid_release(&grid);
    for (int i = 0; i < 4; i++) {
        clReleaseMemObject(buffers[i]);
    }
    clReleaseKernel(kernel);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return wrong > 0 || fflush(stdout) != 0; /* a result that cannot be printed is none */
}
