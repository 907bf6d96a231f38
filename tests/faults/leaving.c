/* Work-groups that do not leave, kernels that write where they must not, launches after a failure: every call
 * answers in bounded time with a message, and the process goes on. Each claim runs in a process of its own,
 * since it may leave threads that spin. */
#include "coop/shared/control.h"
#include "device/device.h"
#include "stall_kernels.h"
#include "stall_kernels_text.h"
#include "sweep.h"
#include "traced_runs.h"
#include <poll.h>
#include <stddef.h>
#include <unistd.h>

#define SHORT_NS ((uint64_t)200 * 1000000)
#define SECONDS 60
#define GATE 0
#define ENTERED 64
#define COUNTED 128
#define DATA 192

static struct device *device;
static coop_buffer *words;
static int serves_contexts_at_once;

static coop_address word_at(uint64_t index)
{
    return coop_buffer_address(words) + 4 * index;
}

/* A run without a trace: what does not leave completes none. */
static void open_device(uint64_t stall_after_ns)
{
    struct coop_run_options options = {.stall_after_ns = stall_after_ns};

    traced_runs_pause(1);
    device = device_open(stall_kernels_module_text, stall_kernels_module_bytes);
    serves_contexts_at_once = device_serves_contexts_at_once(device);
    device_stop(device);
    options.worker_groups = device->workers;
    options.local_items = device->local_items;
    OK(device, coop_run_start(device->module, &options, &device->run));
    words = device_buffer(device, 1024);
}

static coop_launch *launch_stays(uint32_t groups)
{
    struct stays_args args = {word_at(GATE), word_at(ENTERED)};
    struct coop_ndrange range = {.global_items = {(uint64_t)groups * device->local_items}};
    struct coop_launch_options options = {.groups = groups};
    coop_launch *launch = NULL;

    OK(device, stays_launch(device->run, &args, &range, &options, &launch));
    device_await_u32(device, words, ENTERED, groups);
    return launch;
}

/* A run with one worker in a context of its own: there is room beside what does not leave. */
static void expect_second_context(void)
{
    struct coop_context_options context_options = {.memory_bytes = 1 << 20};
    struct coop_run_options run_options = {.worker_groups = 1, .local_items = device->local_items};
    struct coop_ndrange range = {.global_items = {10}};
    struct device second = {.workers = 1, .local_items = device->local_items};
    struct fine_args args;
    coop_launch *launch = NULL;
    coop_buffer *out;

    OK(&second, coop_context_create(&context_options, &second.context));
    OK(&second, coop_module_create(second.context, stall_kernels_module_text, stall_kernels_module_bytes,
                                   NULL, &second.module));
    if (OK(&second, coop_run_start(second.module, &run_options, &second.run))) {
        out = device_buffer(&second, 4);
        args.out = coop_buffer_address(out);
        OK(&second, fine_launch(second.run, &args, &range, NULL, &launch));
        device_finish(&second, launch, NULL);
        TEST_EQUAL(device_read_u32(&second, out, 0), 10);
    }
    coop_context_destroy(second.context);
}

/* The same beside a run that has not left: where the driver does not let it work, the refusal says so, and
 * does not hang. */
static void expect_second_context_beside_it(void)
{
    struct device second = {0};
    coop_status status;

    if (serves_contexts_at_once) {
        expect_second_context();
        return;
    }
    status = coop_context_create(NULL, &second.context);
    REFUSED(&second, status, COOP_BUSY, "was given up and has not left the device");
    coop_context_destroy(second.context);
}

/* A kernel that never ends: the wait ends, the stop ends, the destruction ends, the process ends. */
static int never_ends(uint64_t at, void *context)
{
    coop_launch *launch;
    coop_run *again = NULL;

    (void)at;
    (void)context;
    open_device(0);
    launch = launch_stays(1);
    REFUSED(device, coop_launch_wait(launch, SHORT_NS, NULL), COOP_TIMED_OUT,
            "has not completed before the deadline");
    REFUSED(device, coop_run_stop(device->run, SHORT_NS), COOP_TIMED_OUT, "has not left the megakernel");
    coop_run_destroy(device->run);
    REFUSED(device, coop_run_start(device->module, NULL, &again), COOP_BUSY, "has not left the device");
    REFUSED(device, coop_launch_wait(launch, SHORT_NS, NULL), COOP_TIMED_OUT, "deadline");
    expect_second_context_beside_it();
    coop_launch_destroy(launch);
    coop_buffer_destroy(words);
    coop_context_destroy(device->context);
    device->context = NULL;
    expect_second_context_beside_it();
    return 0;
}

TEST(a_kernel_that_never_ends_ends_no_call)
{
    sweep(1, 1, 1, SECONDS, never_ends, NULL);
}

/* What was given up leaves in the end: then the device is there for others, although nobody can wait for that
 * run any more. */
static int leaves_late(uint64_t at, void *context)
{
    struct device second = {0};
    coop_status status = COOP_BUSY;

    (void)at;
    (void)context;
    open_device(0);
    coop_launch_destroy(launch_stays(1));
    REFUSED(device, coop_run_stop(device->run, SHORT_NS), COOP_TIMED_OUT, "has not left the megakernel");
    coop_run_destroy(device->run);
    expect_second_context_beside_it();
    device_write_u32(device, words, GATE, 1);
    for (unsigned i = 0; i < 10000 && status == COOP_BUSY; i++) {
        status = coop_context_create(NULL, &second.context);
        coop_context_destroy(second.context);
        device_sleep_ms(1);
    }
    TEST_EQUAL_TEXT(coop_status_name(status), "COOP_OK");
    expect_second_context();
    return 0;
}

TEST(a_run_that_leaves_late_frees_the_device)
{
    sweep(1, 1, 1, SECONDS, leaves_late, NULL);
}

/* The same with a watchdog, and destroyed at once in one of several orders. */
static int stalls_for_ever(uint64_t at, void *context)
{
    coop_launch *launch;

    (void)context;
    open_device(SHORT_NS);
    launch = launch_stays(1);
    REFUSED(device, coop_launch_wait(launch, WAIT_NS, NULL), COOP_STALLED, "kernel stays");
    if (at == 1) {
        coop_launch_destroy(launch);
        coop_run_destroy(device->run);
        coop_module_destroy(device->module);
        coop_buffer_destroy(words);
        coop_context_destroy(device->context);
    } else if (at == 2) {
        coop_context_destroy(device->context);
        coop_launch_destroy(launch);
        coop_run_destroy(device->run);
    } else {
        coop_module_destroy(device->module);
        coop_buffer_destroy(words);
        coop_run_destroy(device->run);
        TEST_EQUAL_TEXT(coop_status_name(coop_launch_wait(launch, WAIT_NS, NULL)), "COOP_STALLED");
        coop_launch_destroy(launch);
        coop_context_destroy(device->context);
    }
    device->context = NULL;
    expect_second_context_beside_it();
    return at < 3;
}

TEST(a_stalled_run_is_destroyed_in_any_order)
{
    sweep(1, 1, 1, SECONDS, stalls_for_ever, NULL);
}

/* A failure is heard of although one work-group does not leave, and what is launched after it hears of it,
 * too. */
static int fails_while_one_stays(uint64_t at, void *context)
{
    struct fails_while_one_stays_args args;
    struct fine_args fine;
    struct coop_ndrange range = {.global_items = {1}};
    coop_launch *launch = NULL;
    coop_launch *late = NULL;

    (void)at;
    (void)context;
    open_device(0);
    args = (struct fails_while_one_stays_args){word_at(GATE), word_at(ENTERED)};
    fine.out = word_at(COUNTED);
    OK(device, fails_while_one_stays_launch(device->run, &args, NULL, &launch));
    REFUSED(device, coop_launch_wait(launch, WAIT_NS, NULL), COOP_KERNEL_FAILED,
            "different kinds of barrier");
    if (fine_launch(device->run, &fine, &range, NULL, &late) == COOP_OK) {
        REFUSED(device, coop_launch_wait(late, WAIT_NS, NULL), COOP_KERNEL_FAILED,
                "kernel fails_while_one_stays");
    }
    device_write_u32(device, words, GATE, 1);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    REFUSED(device, coop_launch_wait(launch, WAIT_NS, NULL), COOP_KERNEL_FAILED,
            "different kinds of barrier");
    REFUSED(device, fine_launch(device->run, &fine, &range, NULL, &late), COOP_KERNEL_FAILED,
            "different kinds");
    return 0;
}

TEST(a_failure_is_heard_of_although_one_stays)
{
    if (test_option("workers", 4) < 3) {
        return;
    }
    sweep(1, 1, 1, SECONDS, fails_while_one_stays, NULL);
}

/* Who does not wait hears of the end, too. */
static int ends_for_who_asks(uint64_t at, void *context)
{
    struct fails_while_one_stays_args args;
    struct coop_launch_state state = {0};
    coop_launch *launch = NULL;
    struct pollfd loop = {.fd = -1, .events = POLLIN};

    (void)at;
    (void)context;
    open_device(0);
    args = (struct fails_while_one_stays_args){word_at(GATE), word_at(ENTERED)};
    OK(device, coop_run_event_fd(device->run, &loop.fd));
    OK(device, fails_while_one_stays_launch(device->run, &args, NULL, &launch));
    TEST_EQUAL(poll(&loop, 1, SECONDS * 1000 / 2), 1);
    OK(device, coop_launch_status(launch, &state));
    TEST_EQUAL(state.phase, COOP_LAUNCH_ENDED);
    TEST_EQUAL(state.outcome, COOP_KERNEL_FAILED);
    TEST_CONTAINS(coop_last_error()->message, "different kinds of barrier");
    device_write_u32(device, words, GATE, 1);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    close(loop.fd);
    coop_launch_destroy(launch);
    return 0;
}

TEST(a_failed_launch_ends_for_who_asks_although_one_stays)
{
    if (test_option("workers", 4) < 3) {
        return;
    }
    sweep(1, 1, 1, SECONDS, ends_for_who_asks, NULL);
}

/* Where a kernel writes, what, and what is then said. */
struct wild_write {
    uint64_t at; /* bytes from the arena's base */
    uint32_t value;
    int opens; /* the kernel must end for the damage to show */
    const char *words;
};

#define IN_CONTROL(member) offsetof(struct coop_control, member)
#define IN_ENTRY(member) (IN_CONTROL(instances) + offsetof(struct coop_instance, member))
#define IN_SLOT(slot, member) \
    (sizeof(struct coop_control) + (slot) * sizeof(struct coop_slot) + offsetof(struct coop_slot, member))

static const struct wild_write wild_writes[] = {
    {IN_CONTROL(setup.magic), 77, 0, "the run's setup, which nobody writes after the start"},
    {IN_CONTROL(setup.discovery_ns), 77, 0, "the run's setup, which nobody writes after the start"},
    {IN_ENTRY(launch.sequence), 4711, 0,
     "entry 0 of the instance table names launch 4711, where launch 1 was posted"},
    {IN_ENTRY(state), 77, 0, "the state of launch 1 is 77, which is none"},
    {IN_SLOT(1, word), 4711, 0, "the word of slot 1 is 4711"},
    {IN_CONTROL(stop), 1, 1, "has left, although nobody told it to"},
    {IN_CONTROL(failure.kind), 4711, 1, "the control block is damaged"},
};
#define WILD_WRITES (sizeof wild_writes / sizeof *wild_writes)

static int writes_wildly(uint64_t at, void *context)
{
    const struct wild_write *wild = &wild_writes[at - 1];
    struct writes_before_args args = {0};
    struct coop_ndrange range = {0};
    struct coop_launch_options one = {.groups = 1};
    coop_launch *launch = NULL;

    (void)context;
    open_device(0);
    args.data = word_at(DATA);
    args.back = (uint32_t)((args.data - wild->at) / 4);
    args.value = wild->value;
    args.gate = word_at(GATE);
    range.global_items[0] = device->local_items;
    OK(device, writes_before_launch(device->run, &args, &range, &one, &launch));
    device_write_u32(device, words, GATE, (uint32_t)wild->opens);
    REFUSED(device, coop_launch_wait(launch, WAIT_NS, NULL), COOP_KERNEL_FAILED, wild->words);
    device_write_u32(device, words, GATE, 1);
    coop_launch_destroy(launch);
    coop_run_destroy(device->run);
    coop_context_destroy(device->context);
    device->context = NULL;
    expect_second_context();
    return at < WILD_WRITES;
}

TEST(a_kernel_that_writes_into_the_control_block_is_told_off)
{
    sweep(1, 1, 1, SECONDS, writes_wildly, NULL);
}

/* A GPU's driver ends a kernel that writes to an address which is nobody's; on a CPU it would end the
 * process. NVIDIA's serves the process no more then: no call of any context works, nor can another one be
 * made (docs/devices.md). All that is left is to say so. */
static int writes_far_away(uint64_t at, void *context)
{
    struct writes_far_away_args args;
    struct coop_ndrange range = {.global_items = {1}};
    struct device second = {0};
    coop_launch *launch = NULL;

    (void)at;
    (void)context;
    open_device(0);
    if (serves_contexts_at_once) {
        TEST_SKIP(
            "kernels may be threads of the process, and end it; NVIDIA's driver alone is known to end them");
    }
    args.data = word_at(DATA);
    OK(device, writes_far_away_launch(device->run, &args, &range, NULL, &launch));
    REFUSED(device, coop_launch_wait(launch, WAIT_NS, NULL), COOP_OPENCL_FAILED, " (-");
    coop_launch_destroy(launch);
    coop_context_destroy(device->context);
    device->context = NULL;
    REFUSED(&second, coop_context_create(NULL, &second.context), COOP_BUSY, "end the process");
    coop_context_destroy(second.context);
    return 0;
}

TEST(after_a_kernel_that_the_driver_ends_the_next_context_is_refused)
{
    sweep(1, 1, 1, SECONDS, writes_far_away, NULL);
}
