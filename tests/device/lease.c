/* Leases: work-groups leave the device for ordinary kernels, and come back behind them (S9b). In the turns of
 * the queues (H10) no lease takes another's work-groups, and a stop waits for all that were sent (H9). */
#include "coop/lease.h"
#include "coop/interop.h"
#include "interop_kernels.h"
#include "interop_kernels_text.h"
#include "own.h"
#include "traced_runs.h"
#include <stdlib.h>
#include <string.h>

static const char *const ordinary_text = "kernel void triple(global uint *values)\n"
                                         "{\n"
                                         "    values[get_global_id(0)] *= 3;\n"
                                         "}\n";

enum { ROUNDS = 40000 };

struct all {
    struct own own;
    cl_program program;
    cl_kernel kernel;
    cl_mem memory;
    uint32_t expected; /* the first number of `memory` */
};

/* Commands of a lease on a queue. */
static void triple(struct all *all, cl_command_queue queue)
{
    const size_t global = OWN_COUNT;
    const size_t local = 8; /* that fits where one small work-group has left */

    TEST_EQUAL(clSetKernelArg(all->kernel, 0, sizeof all->memory, (void *)&all->memory), CL_SUCCESS);
    TEST_EQUAL(clEnqueueNDRangeKernel(queue, all->kernel, 1, NULL, &global, &local, 0, NULL, NULL),
               CL_SUCCESS);
    all->expected *= 3;
}

static void open_all(struct all *all)
{
    static const uint32_t ones[OWN_COUNT] = {1};
    cl_int code = CL_SUCCESS;

    own_open(&all->own);
    all->program = clCreateProgramWithSource(all->own.opencl, 1, (const char **)&ordinary_text, NULL, &code);
    TEST_EQUAL(code, CL_SUCCESS);
    TEST_EQUAL(clBuildProgram(all->program, 1, &all->own.id, "", NULL, NULL), CL_SUCCESS);
    all->kernel = clCreateKernel(all->program, "triple", &code);
    TEST_EQUAL(code, CL_SUCCESS);
    all->memory = clCreateBuffer(all->own.opencl, CL_MEM_READ_WRITE, OWN_BYTES, NULL, &code);
    TEST_EQUAL(code, CL_SUCCESS);
    TEST_EQUAL(clEnqueueWriteBuffer(all->own.queue, all->memory, CL_TRUE, 0, OWN_BYTES, ones, 0, NULL, NULL),
               CL_SUCCESS);
    /* Once without a run: a driver may load a kernel's code at its first launch, by kernels of its own. */
    all->expected = 1;
    triple(all, all->own.queue);
    TEST_EQUAL(clFinish(all->own.queue), CL_SUCCESS);
    own_start(&all->own);
}

/* All work-groups are back: a regular kernel gets all of them. */
static void expect_all_back(struct all *all)
{
    struct device *device = &all->own.device;
    struct coop_ndrange range = {.global_items = {OWN_COUNT}};
    struct coop_launch_options options = {.timeout_ns = WAIT_NS};
    struct coop_launch_stats stats = {0};
    coop_buffer *numbers = device_buffer(device, OWN_BYTES);
    struct add_args args = {.values = coop_buffer_address(numbers), .by = 1};
    coop_launch *launch = NULL;

    if (OK(device, add_launch(device->run, &args, &range, &options, &launch)) &&
        device_finish(device, launch, &stats)) {
        TEST_EQUAL(stats.groups_at_start, device->workers);
    }
    coop_buffer_destroy(numbers);
}

static void close_all(struct all *all)
{
    own_stop(&all->own);
    TEST_EQUAL(clReleaseMemObject(all->memory) | clReleaseKernel(all->kernel) |
                   clReleaseProgram(all->program),
               CL_SUCCESS);
    own_close(&all->own);
}

static void expect_tripled(struct all *all, cl_command_queue queue)
{
    uint32_t first = 0;

    TEST_EQUAL(clEnqueueReadBuffer(queue, all->memory, CL_TRUE, 0, sizeof first, &first, 0, NULL, NULL),
               CL_SUCCESS);
    TEST_EQUAL(first, all->expected);
}

/* A cooperative kernel with resizing barriers, and what its numbers are in the end. */
struct sums {
    coop_buffer *values;
    coop_buffer *scratch;
    coop_launch *launch;
};

static void begin_sums(struct all *all, struct sums *sums)
{
    struct device *device = &all->own.device;
    struct sum_with_next_args args = {.count = OWN_COUNT, .rounds = ROUNDS};

    sums->values = device_buffer(device, OWN_BYTES);
    sums->scratch = device_buffer(device, OWN_BYTES);
    device_write_u32(device, sums->values, 5, 1);
    args.values = coop_buffer_address(sums->values);
    args.scratch = coop_buffer_address(sums->scratch);
    OK(device, sum_with_next_launch(device->run, &args, NULL, &sums->launch));
}

static void end_sums(struct all *all, struct sums *sums)
{
    struct device *device = &all->own.device;
    static uint32_t expected[2][OWN_COUNT];
    uint32_t seen[OWN_COUNT];

    device_finish(device, sums->launch, NULL);
    memset(expected, 0, sizeof expected);
    expected[0][5] = 1;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        const uint32_t *from = expected[round % 2];
        for (uint32_t i = 0; i < OWN_COUNT; i++) {
            expected[1 - round % 2][i] = from[i] + from[(i + 1) % OWN_COUNT];
        }
    }
    OK(device, coop_buffer_read(sums->values, 0, seen, OWN_BYTES));
    TEST_EQUAL(memcmp(seen, expected[ROUNDS % 2], OWN_BYTES), 0);
    coop_buffer_destroy(sums->values);
    coop_buffer_destroy(sums->scratch);
}

TEST(work_groups_leave_for_ordinary_kernels_and_come_back)
{
    struct all all = {0};
    struct device *device = &all.own.device;
    uint64_t random = (uint64_t)test_option("seed", 1);
    uint32_t leases = 0;
    uint32_t larger = 0;
    struct sums sums;

    open_all(&all);
    begin_sums(&all, &sums);
    while (test_failures() == 0 && coop_launch_wait(sums.launch, 0, NULL) == COOP_TIMED_OUT && leases < 500) {
        uint32_t groups = 1 + (uint32_t)test_random_below(&random, device->workers);
        struct coop_launch_options options = {.groups = groups, .priority = 1, .timeout_ns = WAIT_NS};
        struct coop_launch_stats stats = {0};
        coop_launch *lease = NULL;

        if (!OK(device, coop_lease_begin(device->run, &options, &lease))) {
            break;
        }
        triple(&all, all.own.queue);
        OK(device, coop_lease_end(lease, all.own.queue));
        if (test_random_below(&random, 2) == 0) {
            TEST_EQUAL(clFinish(all.own.queue), CL_SUCCESS);
        }
        if (device_finish(device, lease, &stats)) {
            TEST_AT_LEAST(stats.groups_at_start, 1);
            TEST_AT_MOST(stats.groups_at_start, device->workers);
            larger += stats.groups_at_start > groups; /* few queues were free (H10) */
        }
        leases++;
    }
    TEST_NOTE("%u leases, %u of them of more work-groups than they asked for", leases, larger);
    TEST_AT_LEAST(leases, 1);
    TEST_AT_MOST(larger, leases / 8);
    end_sums(&all, &sums);
    expect_tripled(&all, all.own.queue);
    expect_all_back(&all);
    close_all(&all);
}

/* Behind commands, or without an end of its own. */
static void end_at_random(struct all *all, coop_launch **lease, uint64_t *random)
{
    if (*lease != NULL && test_random_below(random, 4) != 0) {
        triple(all, all->own.queue);
        OK(&all->own.device, coop_lease_end(*lease, all->own.queue));
    }
    coop_launch_destroy(*lease);
    *lease = NULL;
}

/* Leases that overlap, beside a kernel whose work-groups end in any order, and regular ones. */
TEST(leases_do_not_take_each_others_work_groups)
{
    struct all all = {0};
    struct device *device = &all.own.device;
    uint64_t random = (uint64_t)test_option("seed", 1);
    uint32_t count = (uint32_t)test_option("numbers", 400000);
    struct draw_args args = {.count = count, .delay = (uint32_t)test_option("delay", 20000)};
    uint32_t *drawn = malloc(count * sizeof *drawn);
    coop_launch *leases[3] = {NULL, NULL, NULL};
    coop_launch *drawing = NULL;
    coop_buffer *next;
    coop_buffer *numbers;
    uint32_t begun = 0;
    uint32_t refused = 0;

    open_all(&all);
    next = device_buffer(device, 4);
    numbers = device_buffer(device, count * sizeof *drawn);
    args.next = coop_buffer_address(next);
    args.drawn = coop_buffer_address(numbers);
    OK(device, draw_launch(device->run, &args, NULL, &drawing));
    while (test_failures() == 0 && coop_launch_wait(drawing, 0, NULL) == COOP_TIMED_OUT && begun < 600) {
        coop_launch **lease = &leases[test_random_below(&random, 3)];
        struct coop_launch_options options = {.groups =
                                                  1 + (uint32_t)test_random_below(&random, device->workers),
                                              .priority = (uint32_t)test_random_below(&random, 2)};
        coop_status status = COOP_OK;

        options.least_groups = (uint32_t)test_random_below(&random, options.groups + 1);
        if (*lease == NULL) {
            status = coop_lease_begin(device->run, &options, lease);
            begun += status == COOP_OK;
        } else {
            end_at_random(&all, lease, &random);
        }
        if (status == COOP_BUSY) { /* those that have been ended wait for one of these */
            refused++;
            for (int i = 0; i < 3; i++) {
                end_at_random(&all, &leases[i], &random);
            }
        } else {
            OK(device, status);
        }
    }
    TEST_NOTE("%u leases, and %u were refused", begun, refused);
    for (int i = 0; i < 3; i++) {
        coop_launch_destroy(leases[i]);
    }
    device_finish(device, drawing, NULL);
    OK(device, coop_buffer_read(numbers, 0, drawn, count * sizeof *drawn));
    for (uint32_t i = 0; i < count && test_failures() == 0; i++) {
        TEST_EQUAL(drawn[i], 1);
    }
    expect_tripled(&all, all.own.queue);
    expect_all_back(&all);
    coop_buffer_destroy(next);
    coop_buffer_destroy(numbers);
    close_all(&all);
    free(drawn);
}

TEST(a_lease_that_ends_before_it_starts_is_over_when_it_would_have_started)
{
    struct all all = {0};
    struct device *device = &all.own.device;
    struct coop_launch_options options = {0};
    coop_launch *first = NULL;
    coop_launch *second = NULL;
    struct coop_launch_state state;
    struct coop_run_report report;

    open_all(&all);
    OK(device, coop_run_report(device->run, &report));
    TEST_AT_LEAST(report.groups_most, device->workers + 1);  /* the device holds them */
    OK(device, coop_lease_begin(device->run, NULL, &first)); /* all of them */
    options.after[0] = first;
    OK(device, coop_lease_begin(device->run, &options, &second));
    OK(device, coop_lease_end(second, NULL));
    device_sleep_ms(20);
    OK(device, coop_launch_status(second, &state));
    TEST_EQUAL(state.phase, COOP_LAUNCH_WAITS);
    OK(device, coop_lease_end(first, all.own.queue));
    device_finish(device, first, NULL);
    device_finish(device, second, NULL);
    expect_all_back(&all);
    close_all(&all);
}

TEST(who_destroys_a_lease_ends_it)
{
    struct all all = {0};
    struct device *device = &all.own.device;
    coop_launch *lease = NULL;

    open_all(&all);
    for (int i = 0; i < 20; i++) {
        OK(device, coop_lease_begin(device->run, NULL, &lease));
        coop_launch_destroy(lease);
        expect_all_back(&all);
    }
    close_all(&all);
}

TEST(a_run_stops_while_work_groups_are_away)
{
    struct all all = {0};
    struct device *device = &all.own.device;

    open_all(&all);
    for (int is_ended = 0; is_ended < 2; is_ended++) {
        coop_launch *lease = NULL;
        OK(device, coop_lease_begin(device->run, NULL, &lease));
        if (is_ended) {
            triple(&all, all.own.queue);
            OK(device, coop_lease_end(lease, all.own.queue));
        } else {
            REFUSED(device, coop_launch_wait(lease, 50000000, NULL), COOP_TIMED_OUT, "");
            TEST_TRUE(strstr(coop_last_error()->details, "waits for coop_lease_end") != NULL);
        }
        OK(device, coop_run_stop(device->run, WAIT_NS));
        if (!is_ended) {
            REFUSED(device, coop_launch_wait(lease, WAIT_NS, NULL), COOP_STOPPED, "(lease)");
            REFUSED(device, coop_lease_end(lease, all.own.queue), COOP_STOPPED, "no work-group comes back");
        }
        coop_launch_destroy(lease);
        own_stop(&all.own);
        own_start(&all.own);
        expect_all_back(&all);
    }
    expect_tripled(&all, all.own.queue);
    close_all(&all);
}

/* Commands that wait for the host. */
static cl_event hold_up(struct all *all, cl_event *barrier)
{
    cl_int code = CL_SUCCESS;
    cl_event gate = clCreateUserEvent(all->own.opencl, &code);

    TEST_EQUAL(code, CL_SUCCESS);
    TEST_EQUAL(clEnqueueBarrierWithWaitList(all->own.queue, 1, &gate, barrier), CL_SUCCESS);
    return gate;
}

TEST(a_stop_says_that_it_waits_for_a_leases_commands)
{
    struct all all = {0};
    struct device *device = &all.own.device;
    coop_launch *lease = NULL;
    cl_event gate, barrier;

    open_all(&all);
    gate = hold_up(&all, &barrier);
    OK(device, coop_lease_begin(device->run, NULL, &lease));
    triple(&all, all.own.queue);
    OK(device, coop_lease_end(lease, all.own.queue));
    REFUSED(device, coop_launch_wait(lease, 50000000, NULL), COOP_TIMED_OUT, "");
    TEST_TRUE(strstr(coop_last_error()->details, "waits for the commands on its queue") != NULL);
    REFUSED(device, coop_run_stop(device->run, 300000000), COOP_TIMED_OUT, "wait behind a lease's commands");
    TEST_EQUAL(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    TEST_EQUAL(clReleaseEvent(gate) | clReleaseEvent(barrier), CL_SUCCESS);
    coop_launch_destroy(lease);
    expect_tripled(&all, all.own.queue);
    close_all(&all);
}

TEST(work_groups_come_back_when_a_leases_commands_fail)
{
    struct all all = {0};
    struct device *device = &all.own.device;
    coop_launch *lease = NULL;
    cl_event gate, barrier;

    open_all(&all);
    gate = hold_up(&all, &barrier);
    OK(device, coop_lease_begin(device->run, NULL, &lease));
    OK(device, coop_lease_end(lease, all.own.queue));
    device_sleep_ms(20);
    TEST_EQUAL(clSetUserEventStatus(gate, -1), CL_SUCCESS);
    device_finish(device, lease, NULL);
    expect_all_back(&all);
    TEST_EQUAL(clReleaseEvent(gate) | clReleaseEvent(barrier), CL_SUCCESS);
    close_all(&all);
}

/* Imported memory is an argument of those that come, too, and is found without a kernel beside the run. */
TEST(work_groups_that_come_back_have_the_imports_of_the_run)
{
    struct all all = {0};
    struct device *device = &all.own.device;
    coop_buffer *buffer = NULL;
    cl_mem numbers;

    open_all(&all);
    own_stop(&all.own);
    numbers = own_numbers(&all.own, 7);
    OK(device, coop_buffer_import(device->context, numbers, &buffer));
    own_start(&all.own);
    for (int i = 0; i < 3; i++) {
        coop_launch *lease = NULL;
        OK(device, coop_lease_begin(device->run, NULL, &lease));
        triple(&all, all.own.queue);
        OK(device, coop_lease_end(lease, all.own.queue));
        device_finish(device, lease, NULL);
        own_add(&all.own, coop_buffer_address(buffer), 1);
    }
    expect_all_back(&all);
    own_stop(&all.own);
    TEST_TRUE(own_has_numbers(&all.own, numbers, 10));
    expect_tripled(&all, all.own.queue);
    coop_buffer_destroy(buffer);
    TEST_EQUAL(clReleaseMemObject(numbers), CL_SUCCESS);
    own_start(&all.own);
    close_all(&all);
}

/* A periodic job as leases: the scheduler gathers its work-groups as those of a series of launches. */
TEST(leases_are_jobs_of_a_series)
{
    struct all all = {0};
    struct device *device = &all.own.device;
    struct coop_launch_options options = {
        .groups = 2, .priority = 1, .period_ns = 20000000, .automatic = 1, .timeout_ns = WAIT_NS};
    struct sums sums;

    open_all(&all);
    begin_sums(&all, &sums);
    for (int job = 0; job < 12; job++) {
        struct coop_launch_stats stats = {0};
        coop_launch *lease = NULL;

        OK(device, coop_lease_begin(device->run, &options, &lease));
        triple(&all, all.own.queue);
        OK(device, coop_lease_end(lease, all.own.queue));
        if (device_finish(device, lease, &stats)) {
            TEST_AT_LEAST(stats.groups_wanted, 1);
            TEST_AT_MOST(stats.groups_wanted, 2);
        }
        device_sleep_ms(5);
    }
    end_sums(&all, &sums);
    expect_tripled(&all, all.own.queue);
    expect_all_back(&all);
    close_all(&all);
}

TEST(what_is_no_lease_is_refused)
{
    struct all all = {0};
    struct device *device = &all.own.device;
    struct coop_launch_options options = {0};
    coop_launch *lease = NULL;
    struct own other;

    own_open_opencl(&other); /* before the run, beside which a driver may let no other context work */
    open_all(&all);
    REFUSED(device, coop_lease_begin(device->run, NULL, NULL), COOP_INVALID_ARGUMENT, "lease");
    TEST_EQUAL(coop_lease_begin(NULL, NULL, &lease), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_lease_end(NULL, NULL), COOP_INVALID_HANDLE);
    options.elastic = 1;
    REFUSED(device, coop_lease_begin(device->run, &options, &lease), COOP_INVALID_ARGUMENT, "elastic");
    options = (struct coop_launch_options){.repeats = 1, .period_ns = 1000000};
    REFUSED(device, coop_lease_begin(device->run, &options, &lease), COOP_INVALID_ARGUMENT, "repeats");
    options = (struct coop_launch_options){.groups = device->workers + 1};
    REFUSED(device, coop_lease_begin(device->run, &options, &lease), COOP_INVALID_ARGUMENT, "more than");
    TEST_TRUE(lease == NULL);
    OK(device, coop_lease_begin(device->run, NULL, &lease));
    REFUSED(device, coop_lease_end(lease, other.queue), COOP_OPENCL_FAILED, "CL_INVALID_CONTEXT");
    OK(device, coop_lease_end(lease, NULL)); /* another call can */
    REFUSED(device, coop_lease_end(lease, NULL), COOP_INVALID_ARGUMENT, "ended before");
    device_finish(device, lease, NULL);
    expect_all_back(&all);
    close_all(&all);
    TEST_EQUAL(clReleaseCommandQueue(other.queue) | clReleaseContext(other.opencl), CL_SUCCESS);
}
