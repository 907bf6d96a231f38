/* coop/grid_barrier.clh in ordinary kernels, by OpenCL alone: E1 to E6. On PoCL a device holds as many
 * work-groups as it has threads, so that a launch of more is one whose work-groups are not all there. */
#include "coop/grid_barrier.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

enum { GROUPS_MAX = 8, LAUNCHED_MAX = 16384, ITEMS_MAX = 64, NOBODY = 1 << 20 };

struct seat {
    cl_uint is_member;
    cl_uint group;
    cl_uint groups;
    cl_uint rounds;
};

struct world {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    struct coop_grid grid;
    cl_mem words;
    cl_mem seats;
    cl_mem wrong;
    struct seat host_seats[LAUNCHED_MAX];
    cl_uint host_wrong;
    cl_uint groups; /* as found */
};

/* What a launch is to do. */
struct form {
    cl_uint launched;
    size_t local_items;
    cl_uint rounds;
    cl_uint leaver;
    cl_uint leaves_at;
};

static int is_ok(cl_int code, const char *doing)
{
    return code == CL_SUCCESS ? 1 : TEST_FAIL("OpenCL failed (code %d) when %s", code, doing);
}

static void must(cl_int code, const char *doing)
{
    if (!is_ok(code, doing)) {
        exit(1);
    }
}

/* Where the project's files are: elsewhere than where this was built, in a packed kit. */
static const char *sources(void)
{
    const char *directory = getenv("COOP_TEST_SOURCES");

    return directory != NULL ? directory : PROJECT_SOURCES;
}

static int contains(const char *name, const char *part)
{
    size_t length = strlen(part);

    for (; *name != '\0'; name++) {
        if (strncasecmp(name, part, length) == 0) {
            return 1;
        }
    }
    return length == 0;
}

/* Whether COOP_DEVICE, the number of a device of all or a part of a name, means this one. */
static int is_wanted(cl_platform_id platform, cl_device_id device, unsigned number)
{
    const char *wanted = getenv("COOP_DEVICE");
    char platform_name[256] = "", name[256] = "";
    char *end = NULL;

    if (wanted == NULL || *wanted == '\0') {
        return 1;
    }
    if (strtoul(wanted, &end, 10) == number && *end == '\0') {
        return 1;
    }
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof platform_name - 1, platform_name, NULL);
    clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name - 1, name, NULL);
    return contains(platform_name, wanted) || contains(name, wanted);
}

static void find_device(struct world *world)
{
    enum { PLATFORMS_MAX = 16, DEVICES_MAX = 64 };
    cl_platform_id platforms[PLATFORMS_MAX];
    cl_uint platform_count = 0;
    unsigned number = 0;

    setenv("POCL_MAX_PTHREAD_COUNT", "9", 0);
    clGetPlatformIDs(PLATFORMS_MAX, platforms, &platform_count);
    for (cl_uint p = 0; p < platform_count && p < PLATFORMS_MAX; p++) {
        cl_device_id devices[DEVICES_MAX];
        cl_uint count = 0;

        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, DEVICES_MAX, devices, &count) != CL_SUCCESS) {
            continue;
        }
        for (cl_uint d = 0; d < count && d < DEVICES_MAX; d++, number++) {
            if (is_wanted(platforms[p], devices[d], number)) {
                world->device = devices[d];
                return;
            }
        }
    }
    TEST_SKIP("no OpenCL device, or not the one that COOP_DEVICE means");
}

static cl_int build(struct world *world, const char *more, char *log, size_t log_bytes)
{
    static const char text[] = "#include \"tests/device/grid_barrier_kernels.cl\"\n";
    const char *texts[] = {text};
    char options[2048];
    cl_int code;

    snprintf(options, sizeof options, "%s -I%s -I%s/include", more, sources(), sources());
    world->program = clCreateProgramWithSource(world->context, 1, texts, NULL, &code);
    must(code, "creating the program");
    code = clBuildProgram(world->program, 1, &world->device, options, NULL, NULL);
    clGetProgramBuildInfo(world->program, world->device, CL_PROGRAM_BUILD_LOG, log_bytes - 1, log, NULL);
    return code;
}

static cl_mem buffer_of(struct world *world, size_t bytes)
{
    cl_int code;
    cl_mem buffer = clCreateBuffer(world->context, CL_MEM_READ_WRITE, bytes, NULL, &code);

    must(code, "creating a buffer");
    return buffer;
}

static cl_uint units_of(const struct world *world)
{
    cl_uint units = 0;

    must(clGetDeviceInfo(world->device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL),
         "asking for compute units");
    return units;
}

/* For launches all of whose work-groups are to be members, also where a busy machine begins them late. */
static const struct coop_grid_options patient = {.settle_polls = 1 << 23};

static struct world *open_world(const struct coop_grid_options *options)
{
    static char log[65536];
    struct world *world = calloc(1, sizeof *world);
    cl_int code;

    find_device(world);
    if (units_of(world) > LAUNCHED_MAX / COOP_GRID_GROUPS_PER_UNIT) {
        TEST_SKIP("the device has %u compute units, and these tests seats for %d work-groups",
                  units_of(world), LAUNCHED_MAX);
    }
    world->context = clCreateContext(NULL, 1, &world->device, NULL, NULL, &code);
    must(code, "creating a context");
    world->queue = clCreateCommandQueueWithProperties(world->context, world->device, NULL, &code);
    must(code, "creating a queue");
    code = build(world, "-cl-std=CL3.0", log, sizeof log);
    if (code != CL_SUCCESS) {
        TEST_NOTE("%s", log);
    }
    must(code, "building the program");
    world->kernel = clCreateKernel(world->program, "rounds", &code);
    must(code, "creating the kernel");
    must(coop_grid_create(world->queue, options, &world->grid), "creating the state");
    world->words = buffer_of(world, (size_t)2 * LAUNCHED_MAX * ITEMS_MAX * sizeof(cl_uint));
    world->seats = buffer_of(world, sizeof world->host_seats);
    world->wrong = buffer_of(world, sizeof(cl_uint));
    return world;
}

static void close_world(struct world *world)
{
    coop_grid_release(&world->grid);
    clReleaseMemObject(world->words);
    clReleaseMemObject(world->seats);
    clReleaseMemObject(world->wrong);
    clReleaseKernel(world->kernel);
    clReleaseProgram(world->program);
    clReleaseCommandQueue(world->queue);
    clReleaseContext(world->context);
    free(world);
}

static void set_arguments(struct world *world, const struct form *form)
{
    const cl_uint row_items = LAUNCHED_MAX * ITEMS_MAX;
    const struct {
        size_t bytes;
        const void *value;
    } arguments[] = {{sizeof(cl_mem), &world->grid.state}, {sizeof(cl_mem), &world->words},
                     {sizeof row_items, &row_items},       {sizeof(cl_mem), &world->seats},
                     {sizeof(cl_mem), &world->wrong},      {sizeof form->rounds, &form->rounds},
                     {sizeof form->leaver, &form->leaver}, {sizeof form->leaves_at, &form->leaves_at}};

    for (cl_uint i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        must(clSetKernelArg(world->kernel, i, arguments[i].bytes, arguments[i].value), "setting an argument");
    }
}

static void clear_results(struct world *world)
{
    const cl_uint zero = 0;
    const cl_uint untouched = UINT32_MAX;

    must(clEnqueueFillBuffer(world->queue, world->seats, &untouched, sizeof untouched, 0,
                             sizeof world->host_seats, 0, NULL, NULL),
         "clearing");
    must(clEnqueueFillBuffer(world->queue, world->words, &zero, sizeof zero, 0,
                             (size_t)2 * LAUNCHED_MAX * ITEMS_MAX * sizeof zero, 0, NULL, NULL),
         "clearing");
    must(clEnqueueFillBuffer(world->queue, world->wrong, &zero, sizeof zero, 0, sizeof zero, 0, NULL, NULL),
         "clearing");
}

static void read_results(struct world *world)
{
    must(clEnqueueReadBuffer(world->queue, world->seats, CL_TRUE, 0, sizeof world->host_seats,
                             world->host_seats, 0, NULL, NULL),
         "reading");
    must(clEnqueueReadBuffer(world->queue, world->wrong, CL_TRUE, 0, sizeof world->host_wrong,
                             &world->host_wrong, 0, NULL, NULL),
         "reading");
}

/* Launches on a state that has been made ready. Returns coop_grid_check's code. */
static cl_int launch(struct world *world, const struct form *form)
{
    size_t items = form->local_items * form->launched;
    cl_int code;

    set_arguments(world, form);
    clear_results(world);
    must(clEnqueueNDRangeKernel(world->queue, world->kernel, 1, NULL, &items, &form->local_items, 0, NULL,
                                NULL),
         "launching");
    code = coop_grid_check(&world->grid, &world->groups);
    read_results(world);
    return code;
}

/* Members have the numbers 0 .. groups-1, each once, and all have passed all rounds (E1, E2); the others know
 * that they are none. Returns how many members there are. */
static cl_uint check_seats(const struct world *world, const struct form *form)
{
    static unsigned char is_taken[LAUNCHED_MAX];
    int failures = test_failures();
    cl_uint members = 0;

    memset(is_taken, 0, sizeof is_taken);
    for (cl_uint i = 0; i < form->launched && test_failures() == failures; i++) {
        const struct seat *seat = &world->host_seats[i];

        if (seat->is_member == 0) {
            TEST_EQUAL(seat->rounds, 0);
            continue;
        }
        members++;
        TEST_EQUAL(seat->is_member, 1);
        TEST_EQUAL(seat->groups, world->groups);
        TEST_EQUAL(seat->rounds, form->rounds);
        if (TEST_TRUE(seat->group < world->groups)) {
            TEST_EQUAL(is_taken[seat->group]++, 0);
        }
    }
    TEST_EQUAL(members, world->groups);
    TEST_EQUAL(world->host_wrong, 0);
    return members;
}

static cl_uint barrier_word(const struct world *world)
{
    cl_uint word = 0;

    must(clEnqueueReadBuffer(world->queue, world->grid.state, CL_TRUE, COOP_GRID_WORD_BARRIER * sizeof word,
                             sizeof word, &word, 0, NULL, NULL),
         "reading");
    return word;
}

static void pass_rounds(size_t local_items)
{
    static const cl_uint counts[] = {1, 2, GROUPS_MAX};
    struct world *world = open_world(&patient);

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct form form = {.launched = counts[i],
                            .local_items = local_items,
                            .rounds = (cl_uint)test_option("rounds", 1001),
                            .leaver = NOBODY};

        must(coop_grid_clear(&world->grid), "clearing the state");
        is_ok(launch(world, &form), "passing barriers");
        TEST_EQUAL(check_seats(world, &form), counts[i]);
        /* E4: after an odd number of barriers the bit has turned, and nothing else is left. */
        TEST_EQUAL(barrier_word(world), form.rounds % 2 == 1 ? COOP_GRID_TURN : 0);
    }
    close_world(world);
}

TEST(each_round_is_seen_by_all_at_local_1)
{
    pass_rounds(1);
}

TEST(each_round_is_seen_by_all_at_local_8)
{
    pass_rounds(8);
}

TEST(each_round_is_seen_by_all_at_local_64)
{
    pass_rounds(64);
}

TEST(the_word_may_begin_turned)
{
    const cl_uint turned = COOP_GRID_TURN;
    const struct form form = {.launched = 4, .local_items = 8, .rounds = 501, .leaver = NOBODY};
    struct world *world = open_world(&patient);

    must(coop_grid_clear(&world->grid), "clearing the state");
    must(clEnqueueWriteBuffer(world->queue, world->grid.state, CL_TRUE,
                              COOP_GRID_WORD_BARRIER * sizeof turned, sizeof turned, &turned, 0, NULL, NULL),
         "writing");
    is_ok(launch(world, &form), "passing barriers");
    check_seats(world, &form);
    TEST_EQUAL(barrier_word(world), 0); /* 2^32 wraps to 0 */
    close_world(world);
}

TEST(work_groups_that_are_not_resident_leave)
{
    struct world *world = open_world(NULL);
    cl_uint units = units_of(world);
    struct form form = {.local_items = 8, .rounds = 100, .leaver = NOBODY};

    form.launched = COOP_GRID_GROUPS_PER_UNIT * units;
    must(coop_grid_clear(&world->grid), "clearing the state");
    is_ok(launch(world, &form), "passing barriers");
    TEST_AT_LEAST(check_seats(world, &form), 1);
    TEST_AT_MOST(world->groups, form.launched - 1);
    TEST_NOTE("%u of %u work-groups took part, on %u compute units", world->groups, form.launched, units);
    close_world(world);
}

TEST(as_many_as_are_counted_are_all_members)
{
    const struct form form = {.launched = 1, .local_items = 8, .rounds = 100, .leaver = NOBODY};
    struct world *world = open_world(NULL);
    struct form full = form;
    cl_uint groups = 0;
    size_t local_items = form.local_items;

    set_arguments(world, &form);
    clear_results(world);
    is_ok(coop_grid_count(&world->grid, world->kernel, 1, &local_items, &groups), "counting");
    read_results(world);
    TEST_EQUAL(world->host_seats[0].is_member, 0); /* who is counted takes no part */
    TEST_EQUAL(world->host_seats[0].rounds, 0);
    TEST_NOTE("%u work-groups are resident", groups);
    if (TEST_AT_LEAST(groups, 1) && TEST_AT_MOST(groups, LAUNCHED_MAX)) {
        full.launched = groups;
        close_world(world);
        world = open_world(&patient);
        is_ok(launch(world, &full), "passing barriers");
        TEST_EQUAL(check_seats(world, &full), groups);
    }
    close_world(world);
}

TEST(a_state_serves_launch_after_launch)
{
    const struct form form = {.launched = 4, .local_items = 8, .rounds = 33, .leaver = NOBODY};
    struct world *world = open_world(&patient);

    for (int i = 0; i < 20 && test_failures() == 0; i++) {
        must(coop_grid_clear(&world->grid), "clearing the state");
        is_ok(launch(world, &form), "passing barriers");
        TEST_EQUAL(check_seats(world, &form), form.launched);
    }
    close_world(world);
}

/* E6: one member ends in front of its tenth barrier; the others give up there, and all leave. */
TEST(a_wait_in_vain_ends)
{
    const struct coop_grid_options options = {.polls_max = 1 << 20, .settle_polls = 1 << 23};
    const struct form form = {.launched = 4, .local_items = 8, .rounds = 1000, .leaver = 2, .leaves_at = 9};
    struct world *world = open_world(&options);
    cl_uint failure = 0;

    must(coop_grid_clear(&world->grid), "clearing the state");
    TEST_EQUAL(launch(world, &form), COOP_GRID_GAVE_UP);
    TEST_EQUAL(world->groups, form.launched);
    for (cl_uint i = 0; i < form.launched; i++) {
        TEST_EQUAL(world->host_seats[i].rounds, form.leaves_at);
    }
    must(clEnqueueReadBuffer(world->queue, world->grid.state, CL_TRUE,
                             COOP_GRID_WORD_FAILURE * sizeof failure, sizeof failure, &failure, 0, NULL,
                             NULL),
         "reading");
    TEST_TRUE(failure >= 1 && failure <= form.launched && failure != form.leaver + 1);
    close_world(world);
}

TEST(numbers_are_those_of_one_dimension_in_three)
{
    const struct form form = {.launched = 4, .local_items = 8, .rounds = 50, .leaver = NOBODY};
    const size_t local_items[3] = {2, 1, 4};
    const size_t items[3] = {4, 2, 4};
    struct world *world = open_world(&patient);
    cl_uint groups = 0;

    set_arguments(world, &form);
    clear_results(world);
    must(coop_grid_clear(&world->grid), "clearing the state");
    must(clEnqueueNDRangeKernel(world->queue, world->kernel, 3, NULL, items, local_items, 0, NULL, NULL),
         "launching");
    is_ok(coop_grid_check(&world->grid, &world->groups), "passing barriers");
    read_results(world);
    check_seats(world, &form);
    close_world(world);

    world = open_world(NULL);
    set_arguments(world, &form);
    is_ok(coop_grid_count(&world->grid, world->kernel, 3, local_items, &groups), "counting");
    TEST_AT_LEAST(groups, 1);
    close_world(world);
}

/* S8: kernel.clh's barrier for a fixed number of work-groups, by the device address of its word. */
TEST(the_plain_barrier_of_kernel_clh_is_the_same)
{
    static char log[65536];
    const cl_uint rounds = 501;
    const size_t local_items = 8, items = 4 * local_items;
    struct world *world = open_world(NULL);
    cl_uint *state = clSVMAlloc(world->context, CL_MEM_READ_WRITE, 128, 128);
    cl_uint word = 1;
    char options[128];
    cl_int code;

    if (state == NULL) {
        TEST_SKIP("the device has no shared virtual memory");
    }
    must(clEnqueueSVMMemFill(world->queue, state, &(cl_uint){0}, sizeof word, 128, 0, NULL, NULL),
         "clearing");
    clReleaseKernel(world->kernel);
    clReleaseProgram(world->program);
    snprintf(options, sizeof options, "-cl-std=CL3.0 -DCOOP_PLAIN_STATE=0x%llxul",
             (unsigned long long)(uintptr_t)state);
    must(build(world, options, log, sizeof log), "building the program");
    world->kernel = clCreateKernel(world->program, "plain_rounds", &code);
    must(code, "creating the kernel");
    must(clSetKernelArg(world->kernel, 0, sizeof world->words, &world->words), "setting an argument");
    must(clSetKernelArg(world->kernel, 1, sizeof world->wrong, &world->wrong), "setting an argument");
    must(clSetKernelArg(world->kernel, 2, sizeof rounds, &rounds), "setting an argument");
    must(clSetKernelExecInfo(world->kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(void *), &state),
         "naming the word");
    clear_results(world);
    must(clEnqueueNDRangeKernel(world->queue, world->kernel, 1, NULL, &items, &local_items, 0, NULL, NULL),
         "launching");
    read_results(world);
    must(clEnqueueSVMMemcpy(world->queue, CL_TRUE, &word, state, sizeof word, 0, NULL, NULL), "reading");
    TEST_EQUAL(world->host_wrong, 0);
    TEST_EQUAL(word, COOP_GRID_TURN); /* after an odd number of barriers */
    clSVMFree(world->context, state);
    close_world(world);
}

TEST(a_compiler_without_c11_atomics_is_told_what_to_do)
{
    static char log[65536];
    struct world world = {0};
    cl_int code;

    find_device(&world);
    world.context = clCreateContext(NULL, 1, &world.device, NULL, NULL, &code);
    must(code, "creating a context");
    code = build(&world, "-cl-std=CL1.2", log, sizeof log);
    if (code != CL_SUCCESS) { /* NVIDIA's needs none */
        TEST_CONTAINS(log, "build with -cl-std=CL2.0");
    }
    clReleaseProgram(world.program);
    clReleaseContext(world.context);
}
