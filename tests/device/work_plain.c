/* The work stealing kernel as ordinary OpenCL C, without coopc and without the library: each number is run
 * once, by the plain headers' code, with every way of finding the end (S8). All work-groups must be resident,
 * so there are no more than compute units. `tasks=` sizes a run. */
#include "host/workqueue/workqueue_layout.h"
#include "test.h"
#include "work_tasks.h"

#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS_MAX = 4 };

struct plain {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_uint groups;
    int pocl_version; /* 0: another driver */
};

static void ok(cl_int code, const char *doing)
{
    if (code != CL_SUCCESS) {
        TEST_FAIL("OpenCL failed (code %d) when %s", code, doing);
        exit(1);
    }
}

/* Of PoCL; 0 where the platform is another driver's. */
static int find_pocl_version(cl_platform_id platform)
{
    char version[256] = "";
    const char *at = NULL;

    if (clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version, version, NULL) == CL_SUCCESS) {
        at = strcasestr(version, "pocl ");
    }
    return at != NULL ? atoi(at + strlen("pocl ")) : 0;
}

static struct plain open_plain(void)
{
    struct plain plain = {0};
    cl_platform_id platform;
    cl_int code;

    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &plain.device, NULL) != CL_SUCCESS) {
        TEST_SKIP("no OpenCL device");
    }
    ok(clGetDeviceInfo(plain.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof plain.groups, &plain.groups, NULL),
       "asking for compute units");
    plain.pocl_version = find_pocl_version(platform);
    if (plain.pocl_version >= 7) {
        /* The default method recurses without end, as over some modules (host/device/traits.c). */
        setenv("POCL_WORK_GROUP_METHOD", "cbs", 0);
    }
    plain.groups = plain.groups < GROUPS_MAX ? plain.groups : GROUPS_MAX;
    plain.context = clCreateContext(NULL, 1, &plain.device, NULL, NULL, &code);
    ok(code, "creating a context");
    plain.queue = clCreateCommandQueueWithProperties(plain.context, plain.device, NULL, &code);
    ok(code, "creating a queue");
    return plain;
}

/* Where the project's files are: elsewhere than where this was built, in a packed kit. */
static const char *sources(void)
{
    const char *directory = getenv("COOP_TEST_SOURCES");

    return directory != NULL ? directory : PROJECT_SOURCES;
}

static char *read_source(const char *name, size_t *bytes)
{
    char path[1024];
    FILE *file;
    char *text = calloc(1, 1 << 20);

    snprintf(path, sizeof path, "%s/tests/device/%s", sources(), name);
    file = fopen(path, "rb");
    if (file == NULL || text == NULL) {
        TEST_FAIL("cannot read %s", path);
        exit(1);
    }
    *bytes = fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    return text;
}

static cl_program build(struct plain *plain, const char *name, const char *choices)
{
    size_t bytes;
    char *text = read_source(name, &bytes);
    const char *const_text = text;
    char options[4096];
    cl_int code;
    cl_program program = clCreateProgramWithSource(plain->context, 1, &const_text, &bytes, &code);

    ok(code, "creating the program");
    /* PoCL's optimiser puts the addresses of local variables into functions, and then crashes
     * (docs/devices.md). */
    snprintf(options, sizeof options, "-cl-std=CL3.0 -DSTEALING_ALONE -I%s/include -I%s/tests/device %s %s",
             sources(), sources(), choices, plain->pocl_version != 0 ? "-cl-opt-disable" : "");
    code = clBuildProgram(program, 1, &plain->device, options, NULL, NULL);
    if (code != CL_SUCCESS) {
        static char log[65536];
        clGetProgramBuildInfo(program, plain->device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        TEST_NOTE("%s", log);
    }
    ok(code, "building the program");
    free(text);
    return program;
}

/* A work queue with one task, for all the numbers, in its first overflow area. */
static unsigned char *make_queue(cl_uint groups, uint32_t tag, uint32_t numbers, struct coop_workqueue *head)
{
    const struct coop_workqueue_options options = {.groups = groups, .public_tasks = 4, .seed = test_seed()};
    struct coop_task task = {.tag = tag};
    const struct range range = {0, numbers, (uint32_t)options.seed};
    uint32_t one = 1;
    uint64_t outstanding = 1;
    unsigned char *memory;

    TEST_TRUE(coop_workqueue_layout(&options, head) == NULL);
    memory = calloc(1, head->bytes);
    memcpy(memory, head, sizeof *head);
    memcpy(memory + offsetof(struct coop_workqueue, outstanding), &outstanding, sizeof outstanding);
    memcpy(task.words, &range, sizeof range);
    memcpy(memory + head->overflow_at, &task, sizeof task);
    memcpy(memory + head->queues_at + offsetof(struct coop_queue, overflowed), &one, sizeof one);
    return memory;
}

static cl_mem buffer_of(struct plain *plain, const void *memory, size_t bytes)
{
    cl_int code;
    cl_mem buffer = clCreateBuffer(plain->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                                   (void *)memory, &code);

    ok(code, "creating a buffer");
    return buffer;
}

static uint64_t count_of(const unsigned char *memory, const struct coop_workqueue *head,
                         enum coop_work_count count)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < head->queue_count; i++) {
        struct coop_queue queue;
        memcpy(&queue, memory + head->queues_at + i * sizeof queue, sizeof queue);
        sum += queue.counts[count].only_through_accessors;
    }
    return sum;
}

static void run(struct plain *plain, cl_program program, uint32_t tag, size_t local_items, uint32_t numbers)
{
    struct coop_workqueue head;
    unsigned char *memory = make_queue(plain->groups, tag, numbers, &head);
    uint32_t words = (numbers + 31) / 32;
    uint32_t *bits = calloc(words + 1, 4); /* the last one counts numbers that were run twice */
    cl_mem buffers[3] = {buffer_of(plain, memory, head.bytes), buffer_of(plain, bits, (size_t)words * 4),
                         buffer_of(plain, bits, 4)};
    size_t items = local_items * plain->groups;
    cl_int code;
    cl_kernel kernel = clCreateKernel(program, "stealing", &code);

    ok(code, "creating the kernel");
    for (cl_uint i = 0; i < 3; i++) {
        ok(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]), "setting an argument");
    }
    ok(clEnqueueNDRangeKernel(plain->queue, kernel, 1, NULL, &items, &local_items, 0, NULL, NULL),
       "launching");
    ok(clEnqueueReadBuffer(plain->queue, buffers[0], CL_TRUE, 0, head.bytes, memory, 0, NULL, NULL),
       "reading");
    ok(clEnqueueReadBuffer(plain->queue, buffers[1], CL_TRUE, 0, (size_t)words * 4, bits, 0, NULL, NULL),
       "reading");
    ok(clEnqueueReadBuffer(plain->queue, buffers[2], CL_TRUE, 0, 4, bits + words, 0, NULL, NULL), "reading");
    TEST_EQUAL(bits[words], 0);
    for (uint32_t i = 0; i < words && test_failures() == 0; i++) {
        uint32_t left = numbers - i * 32;
        TEST_EQUAL(bits[i], left >= 32 ? UINT32_MAX : (UINT32_C(1) << left) - 1);
    }
    memcpy(&head, memory, sizeof head);
    TEST_EQUAL_U64(head.outstanding.only_through_accessors, 0);
    TEST_EQUAL(head.fault.only_through_accessors, 0);
    TEST_EQUAL_U64(count_of(memory, &head, COOP_COUNT_EXECUTED),
                   count_of(memory, &head, COOP_COUNT_SPAWNED) + 1);
    TEST_NOTE("%u work-groups of %zu: %llu tasks, %llu steals", plain->groups, local_items,
              (unsigned long long)count_of(memory, &head, COOP_COUNT_EXECUTED),
              (unsigned long long)count_of(memory, &head, COOP_COUNT_STEALS));
    clReleaseKernel(kernel);
    for (int i = 0; i < 3; i++) {
        clReleaseMemObject(buffers[i]);
    }
    free(bits);
    free(memory);
}

static void run_all(const char *name, uint32_t tag, const char *choices)
{
    static const size_t local_sizes[] = {1, 8, 64};
    uint32_t numbers = (uint32_t)test_option("tasks", 20000);
    struct plain plain = open_plain();
    cl_program program = build(&plain, name, choices);

    for (size_t i = 0; i < sizeof local_sizes / sizeof *local_sizes && test_failures() == 0; i++) {
        run(&plain, program, tag, local_sizes[i], numbers);
    }
    clReleaseProgram(program);
    clReleaseCommandQueue(plain.queue);
    clReleaseContext(plain.context);
}

TEST(each_task_is_run_once)
{
    run_all("work_kernels.cl", coop_tag_range, "");
}

TEST(each_task_is_run_once_where_queues_are_short)
{
    run_all("work_kernels.cl", coop_tag_range,
            "-DCOOP_WORK_VICTIM=1 -DCOOP_WORK_LOCAL_TASKS=4 -DCOOP_WORK_STEAL=1");
}

/* The first kind of item task has a range, too. */
TEST(each_item_task_is_run_once)
{
    run_all("each_kernels.cl", COOP_TASK_OF_ITEMS + 1, "-DCOOP_WORK_EACH_TASKS=64");
}

TEST(each_item_task_is_run_once_where_there_are_fewer_seats_than_work_items)
{
    run_all("each_kernels.cl", COOP_TASK_OF_ITEMS + 1, "-DCOOP_WORK_EACH_TASKS=5");
}

TEST(each_item_task_is_run_once_without_seats)
{
    run_all("each_kernels.cl", COOP_TASK_OF_ITEMS + 1, "");
}
