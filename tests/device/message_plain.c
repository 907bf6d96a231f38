/* The kernels of messages as ordinary OpenCL C, without coopc and without the library: a net of one rank,
 * whose messages are applied at once, on several work-groups; what is wrong is left in the memory of the net
 * (S8). */
#include "test.h"

#include <CL/cl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coop/shared/failure.h"
#include "coop/shared/message.h"
#include "tests/net/paths.h"

enum { NARROW = 1, WIDE = 2, COUNT = 100, INITIAL = 6 };

/* The net, and the parts of its arrays behind it. */
struct memory {
    struct coop_network net;
    uint32_t narrow[COUNT];
    uint32_t pad0[28];
    uint64_t wide[COUNT];
};

struct plain {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
};

static void ok(cl_int code, const char *doing)
{
    if (code != CL_SUCCESS) {
        TEST_FAIL("OpenCL failed (code %d) when %s", code, doing);
        exit(1);
    }
}

static const char *sources(void)
{
    const char *directory = getenv("COOP_TEST_SOURCES");

    return directory != NULL ? directory : PROJECT_SOURCES;
}

static cl_program build(struct plain *plain, const char *file)
{
    char path[1024];
    char options[4096];
    char text[200];
    const char *const_text = text;
    cl_int code;
    cl_program program;

    snprintf(path, sizeof path, "%s/%s", sources(), file);
    snprintf(text, sizeof text, "#include \"%.150s\"\n", path);
    program = clCreateProgramWithSource(plain->context, 1, &const_text, NULL, &code);
    ok(code, "creating the program");
    /* PoCL's optimiser crashes on addresses of local variables in functions (docs/devices.md). */
    snprintf(options, sizeof options, "-cl-std=CL3.0 -cl-opt-disable -I%s/include", sources());
    code = clBuildProgram(program, 1, &plain->device, options, NULL, NULL);
    if (code != CL_SUCCESS) {
        static char log[65536];
        clGetProgramBuildInfo(program, plain->device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        TEST_NOTE("%s", log);
    }
    ok(code, "building the program");
    return program;
}

static struct plain open_plain_with(const char *file)
{
    struct plain plain = {0};
    cl_platform_id platform;
    cl_int code;

    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &plain.device, NULL) != CL_SUCCESS) {
        TEST_SKIP("no OpenCL device");
    }
    plain.context = clCreateContext(NULL, 1, &plain.device, NULL, NULL, &code);
    ok(code, "creating a context");
    plain.queue = clCreateCommandQueueWithProperties(plain.context, plain.device, NULL, &code);
    ok(code, "creating a queue");
    plain.program = build(&plain, file);
    return plain;
}

static struct plain open_plain(void)
{
    return open_plain_with("tests/device/message_kernels.cl");
}

static void close_plain(struct plain *plain)
{
    clReleaseProgram(plain->program);
    clReleaseCommandQueue(plain->queue);
    clReleaseContext(plain->context);
}

static struct memory *make_memory(uint32_t ranks)
{
    struct memory *memory = calloc(1, sizeof *memory);

    memory->net.magic = COOP_NETWORK_MAGIC;
    memory->net.version = COOP_NETWORK_VERSION;
    memory->net.ranks = ranks;
    memory->net.arrays[NARROW] = (struct coop_network_array){.elements = COUNT,
                                                             .block = COUNT,
                                                             .own_at = offsetof(struct memory, narrow),
                                                             .own_count = COUNT,
                                                             .element_bytes = 4};
    memory->net.arrays[WIDE] = (struct coop_network_array){
        .elements = COUNT, .own_at = offsetof(struct memory, wide), .own_count = COUNT, .element_bytes = 8};
    for (uint32_t i = 0; i < COUNT; i++) {
        memory->narrow[i] = INITIAL;
        memory->wide[i] = INITIAL;
    }
    return memory;
}

/* Runs `operations` with arrays by these numbers, on 3 work-groups of 4. */
static void run_operations(struct plain *plain, struct memory *memory, cl_uint narrow, cl_uint wide)
{
    size_t global_items = 12;
    size_t local_items = 4;
    cl_uint count = COUNT;
    cl_int code;
    cl_kernel kernel = clCreateKernel(plain->program, "operations", &code);
    cl_mem buffer;

    ok(code, "creating the kernel");
    buffer = clCreateBuffer(plain->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof *memory, memory,
                            &code);
    ok(code, "creating a buffer");
    ok(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "setting an argument");
    ok(clSetKernelArg(kernel, 1, sizeof narrow, &narrow), "setting an argument");
    ok(clSetKernelArg(kernel, 2, sizeof wide, &wide), "setting an argument");
    ok(clSetKernelArg(kernel, 3, sizeof count, &count), "setting an argument");
    ok(clEnqueueNDRangeKernel(plain->queue, kernel, 1, NULL, &global_items, &local_items, 0, NULL, NULL),
       "running the kernel");
    ok(clEnqueueReadBuffer(plain->queue, buffer, CL_TRUE, 0, sizeof *memory, memory, 0, NULL, NULL),
       "reading the buffer");
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
}

/* What `operations` leaves of an element. */
static uint64_t operated(uint32_t at)
{
    static const uint64_t after[5] = {0, 0, 5, 8, INITIAL | 15};
    uint64_t value = at % 5 == 0   ? 1000 + at
                     : at % 5 == 1 ? INITIAL + 6 + UINT64_C(4) * 0xffffffff
                                   : after[at % 5];

    return at % 2 == 0 ? (uint32_t)value : value;
}

TEST(one_rank_applies_its_messages_at_once)
{
    struct plain plain = open_plain();
    struct memory *memory = make_memory(1);

    run_operations(&plain, memory, NARROW, WIDE);
    for (uint32_t at = 0; at < COUNT; at++) {
        TEST_EQUAL_U64(at % 2 == 0 ? memory->narrow[at] : memory->wide[at], operated(at));
    }
    TEST_EQUAL(memory->net.fault.only_through_accessors, COOP_FAILURE_NONE);
    free(memory);
    close_plain(&plain);
}

TEST(a_wrong_array_is_left_in_the_net)
{
    struct plain plain = open_plain();
    struct memory *memory = make_memory(1);

    run_operations(&plain, memory, 7, 7);
    TEST_EQUAL(memory->net.fault.only_through_accessors, COOP_FAILURE_MESSAGE_INDEX);
    TEST_EQUAL(memory->net.fault_array, 7);
    free(memory);
    close_plain(&plain);
}

TEST(several_ranks_are_refused)
{
    struct plain plain = open_plain();
    struct memory *memory = make_memory(2);

    run_operations(&plain, memory, NARROW, WIDE);
    TEST_EQUAL(memory->net.fault.only_through_accessors, COOP_FAILURE_MESSAGE_NET);
    TEST_EQUAL(memory->net.fault_array, COOP_NETWORK_MISFIT(COOP_NETWORK_SEVERAL, 2u));
    for (uint32_t at = 0; at < COUNT; at++) {
        TEST_EQUAL_U64(memory->wide[at], INITIAL);
    }
    free(memory);
    close_plain(&plain);
}

/* ---- handlers ---- */

enum { VERTICES = 60, CALLS = 64 };

/* A ring of vertices, with an edge of length 1 to the next one and one of length 5 to the seventh behind. */
struct graph_memory {
    struct coop_network net;
    struct coop_message calls[CALLS];
    uint32_t distances[VERTICES];
    uint32_t offsets[VERTICES + 1];
    uint32_t targets[2 * VERTICES];
    uint32_t lengths[2 * VERTICES];
};

static struct coop_network_array array_at(size_t at, uint64_t elements)
{
    return (struct coop_network_array){
        .elements = elements, .block = elements, .own_at = at, .own_count = elements, .element_bytes = 4};
}

static struct graph_memory *make_graph(uint32_t calls)
{
    struct graph_memory *memory = calloc(1, sizeof *memory);
    struct coop_network *net = &memory->net;

    net->magic = COOP_NETWORK_MAGIC;
    net->version = COOP_NETWORK_VERSION;
    net->ranks = 1;
    net->slot_count = 1;
    net->width = calls;
    net->slots_at = offsetof(struct graph_memory, calls);
    net->arrays[PATHS_DISTANCES] = array_at(offsetof(struct graph_memory, distances), VERTICES);
    net->arrays[PATHS_OFFSETS] = array_at(offsetof(struct graph_memory, offsets), VERTICES + 1);
    net->arrays[PATHS_TARGETS] = array_at(offsetof(struct graph_memory, targets), (uint64_t)2 * VERTICES);
    net->arrays[PATHS_LENGTHS] = array_at(offsetof(struct graph_memory, lengths), (uint64_t)2 * VERTICES);
    for (uint32_t i = 0; i < VERTICES; i++) {
        memory->distances[i] = UINT32_MAX;
        memory->offsets[i + 1] = 2 * (i + 1);
        memory->targets[2 * i] = (i + 1) % VERTICES;
        memory->targets[2 * i + 1] = (i + 7) % VERTICES;
        memory->lengths[2 * i] = 1;
        memory->lengths[2 * i + 1] = 5;
    }
    return memory;
}

static void run_paths(struct plain *plain, struct graph_memory *memory, cl_uint source)
{
    size_t global_items = 12;
    size_t local_items = 4;
    cl_int code;
    cl_kernel kernel = clCreateKernel(plain->program, "paths", &code);
    cl_mem buffer;

    ok(code, "creating the kernel");
    buffer = clCreateBuffer(plain->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof *memory, memory,
                            &code);
    ok(code, "creating a buffer");
    ok(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "setting an argument");
    ok(clSetKernelArg(kernel, 1, sizeof source, &source), "setting an argument");
    ok(clEnqueueNDRangeKernel(plain->queue, kernel, 1, NULL, &global_items, &local_items, 0, NULL, NULL),
       "running the kernel");
    ok(clEnqueueReadBuffer(plain->queue, buffer, CL_TRUE, 0, sizeof *memory, memory, 0, NULL, NULL),
       "reading the buffer");
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
}

TEST(handlers_run_in_a_quiet_until_none_is_called)
{
    struct plain plain = open_plain_with("tests/net/paths.cl");
    struct graph_memory *memory = make_graph(CALLS);

    run_paths(&plain, memory, 3);
    TEST_EQUAL(memory->net.fault.only_through_accessors, COOP_FAILURE_NONE);
    for (uint32_t i = 0; i < VERTICES; i++) {
        uint32_t behind = (i + VERTICES - 3) % VERTICES;
        TEST_EQUAL(memory->distances[i], behind / 7 * 5 + behind % 7);
    }
    TEST_AT_LEAST(memory->net.full_tickets.only_through_accessors, CALLS + 1); /* the room is used again */
    TEST_EQUAL_U64(memory->net.free_taken.only_through_accessors,
                   memory->net.full_tickets.only_through_accessors);
    free(memory);
    close_plain(&plain);
}

TEST(calls_without_room_are_left_in_the_net)
{
    struct plain plain = open_plain_with("tests/net/paths.cl");
    struct graph_memory *memory = make_graph(1); /* the first handler calls two */

    run_paths(&plain, memory, 3);
    TEST_EQUAL(memory->net.fault.only_through_accessors, COOP_FAILURE_MESSAGE_FULL);
    free(memory);
    close_plain(&plain);
}

/* ---- net barriers ---- */

enum { RING = 24, EARS_AT = 8192 };

struct ring_memory {
    struct coop_network net;
    unsigned char pad[EARS_AT - sizeof(struct coop_network)];
    uint32_t ears[RING];
};

static void set_buffer(struct plain *plain, cl_kernel kernel, cl_uint at, void *from, size_t bytes,
                       cl_mem *buffer)
{
    cl_int code;

    *buffer = clCreateBuffer(plain->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, from, &code);
    ok(code, "creating a buffer");
    ok(clSetKernelArg(kernel, at, sizeof *buffer, buffer), "setting an argument");
}

/* One work-group: the greatest value is at element 5, and takes as many rounds as it is away from the last
 * one, and one in which nobody has heard of anything. */
TEST(a_work_group_meets_itself_at_net_barriers)
{
    struct plain plain = open_plain_with("tests/net/meeting.cl");
    struct ring_memory *memory = calloc(1, sizeof *memory);
    uint32_t values[RING];
    uint32_t is_new[RING];
    cl_ulong figures[3] = {0, 0, UINT64_MAX};
    const cl_uint count = RING;
    const cl_uint table = 0;
    const cl_ulong first = 0;
    const cl_ulong elements = RING;
    const size_t items = 8;
    const cl_buffer_region region = {EARS_AT, sizeof memory->ears};
    cl_mem buffers[5];
    cl_int code;
    cl_kernel kernel = clCreateKernel(plain.program, "spread_greatest", &code);

    ok(code, "creating the kernel");
    memory->net.magic = COOP_NETWORK_MAGIC;
    memory->net.version = COOP_NETWORK_VERSION;
    memory->net.ranks = 1;
    memory->net.arrays[0] = array_at(EARS_AT, RING);
    for (uint32_t i = 0; i < RING; i++) {
        values[i] = i == 5 ? 1000 : 10;
        is_new[i] = 1;
    }
    set_buffer(&plain, kernel, 0, memory, sizeof *memory, &buffers[0]);
    ok(clSetKernelArg(kernel, 1, sizeof table, &table), "setting an argument");
    ok(clSetKernelArg(kernel, 2, sizeof elements, &elements), "setting an argument");
    ok(clSetKernelArg(kernel, 3, sizeof first, &first), "setting an argument");
    ok(clSetKernelArg(kernel, 4, sizeof count, &count), "setting an argument");
    set_buffer(&plain, kernel, 5, values, sizeof values, &buffers[1]);
    buffers[2] =
        clCreateSubBuffer(buffers[0], CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    ok(code, "creating a part of the buffer");
    ok(clSetKernelArg(kernel, 6, sizeof buffers[2], &buffers[2]), "setting an argument");
    set_buffer(&plain, kernel, 7, is_new, sizeof is_new, &buffers[3]);
    set_buffer(&plain, kernel, 8, figures, sizeof figures, &buffers[4]);
    ok(clEnqueueNDRangeKernel(plain.queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL),
       "running the kernel");
    ok(clEnqueueReadBuffer(plain.queue, buffers[4], CL_TRUE, 0, sizeof figures, figures, 0, NULL, NULL),
       "reading the buffer");
    TEST_EQUAL_U64(figures[0], RING / 2 + 1);
    TEST_EQUAL_U64(figures[1], 1000);
    TEST_EQUAL_U64(figures[2], 1000);
    for (uint32_t i = 5; i-- > 0;) {
        clReleaseMemObject(buffers[i]);
    }
    clReleaseKernel(kernel);
    free(memory);
    close_plain(&plain);
}
