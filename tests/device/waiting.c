/* Waiting otherwise than in coop_launch_wait: functions that are called at the end of a launch, the first end
 * of several, the state of a launch, and the descriptor for event loops. */
#include "device.h"
#include "kernels.h"
#include "kernels_text.h"
#include "traced_runs.h"
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#define CALLS_MAX 64
#define POLL_MS ((int)(WAIT_NS / 1000000))

static struct device *open_device(void)
{
    return device_open(kernels_module_text, kernels_module_bytes);
}

/* What was called, in order. */
static struct calls {
    pthread_mutex_t lock;
    unsigned count;
    uintptr_t who[CALLS_MAX];
    coop_status outcome[CALLS_MAX];
    struct coop_launch_stats stats[CALLS_MAX];
    struct coop_error error[CALLS_MAX];
    pthread_t thread[CALLS_MAX];
} calls = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void note_call(void *user, coop_status outcome, const struct coop_launch_stats *stats)
{
    pthread_mutex_lock(&calls.lock);
    if (calls.count < CALLS_MAX) {
        calls.who[calls.count] = (uintptr_t)user;
        calls.outcome[calls.count] = outcome;
        calls.stats[calls.count] = *stats;
        calls.error[calls.count] = *coop_last_error();
        calls.thread[calls.count] = pthread_self();
    }
    calls.count++;
    pthread_mutex_unlock(&calls.lock);
}

static unsigned count_calls(void)
{
    unsigned count;

    pthread_mutex_lock(&calls.lock);
    count = calls.count;
    pthread_mutex_unlock(&calls.lock);
    return count;
}

static void await_calls(unsigned count)
{
    for (unsigned i = 0; i < WAIT_NS / 1000000 && count_calls() < count; i++) {
        device_sleep_ms(1);
    }
    TEST_EQUAL(count_calls(), count);
}

static void forget_calls(void)
{
    pthread_mutex_lock(&calls.lock);
    calls.count = 0;
    pthread_mutex_unlock(&calls.lock);
}

/* A regular kernel of one work-group that goes on until the gate, word 0, opens. It has begun. */
static coop_launch *launch_gated(struct device *device, coop_buffer *words)
{
    struct hold_args args = {coop_buffer_address(words), coop_buffer_address(words) + 256};
    struct coop_ndrange range = {.global_items = {1}, .local_items = {1}};
    struct coop_launch_options one = {.groups = 1};
    uint32_t before = device_read_u32(device, words, 64);
    coop_launch *launch = NULL;

    OK(device, hold_launch(device->run, &args, &range, &one, &launch));
    device_await_u32(device, words, 64, before + 1);
    return launch;
}

static coop_launch *launch_short(struct device *device, coop_buffer *words)
{
    struct mark_args args = {coop_buffer_address(words) + 512};
    struct coop_ndrange range = {.global_items = {1}};
    struct coop_launch_options one = {.groups = 1};
    coop_launch *launch = NULL;

    OK(device, mark_launch(device->run, &args, &range, &one, &launch));
    return launch;
}

/* A cooperative kernel that passes barriers for ever. */
static coop_launch *launch_endless(struct device *device, uint32_t groups, coop_buffer **cells)
{
    struct coop_launch_options options = {.groups = groups};
    struct passing_args args = {.rounds = UINT32_MAX};
    coop_launch *launch = NULL;

    *cells = device_buffer(device, (uint64_t)2 * device->workers * device->local_items * 4 + 256);
    args.cells = coop_buffer_address(*cells) + 256;
    args.wrong = coop_buffer_address(*cells);
    OK(device, passing_launch(device->run, &args, &options, &launch));
    return launch;
}

static void call_at_end(struct device *device, coop_launch *launch, uintptr_t who)
{
    OK(device, coop_launch_on_end(launch, note_call, (void *)who));
}

TEST(h6_functions_are_called_once_at_the_end_in_their_order)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);
    coop_launch *launch = launch_gated(device, words);

    forget_calls();
    for (uintptr_t i = 1; i <= 5; i++) {
        call_at_end(device, launch, i);
    }
    device_sleep_ms(30);
    TEST_EQUAL(count_calls(), 0);
    device_write_u32(device, words, 0, 1);
    await_calls(5);
    device_sleep_ms(20);
    TEST_EQUAL(count_calls(), 5);
    for (unsigned i = 0; i < 5; i++) {
        TEST_EQUAL(calls.who[i], i + 1);
        TEST_EQUAL(calls.outcome[i], COOP_OK);
        TEST_EQUAL(calls.stats[i].groups_at_start, 1);
        TEST_TRUE(pthread_equal(calls.thread[i], calls.thread[0]));
        TEST_TRUE(!pthread_equal(calls.thread[i], pthread_self()));
    }
    coop_launch_destroy(launch);
    coop_buffer_destroy(words);
}

/* The end is seen with another's, before anybody asks for a call; and no handle is left when it comes. */
TEST(a_function_for_a_launch_that_has_ended_is_called_soon)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);
    coop_launch *gated = launch_gated(device, words);

    forget_calls();
    call_at_end(device, gated, 99); /* the thread waits for this one meanwhile */
    for (unsigned i = 0; i < 20; i++) {
        coop_launch *launch = launch_short(device, words);
        OK(device, coop_launch_wait(launch, WAIT_NS, NULL));
        call_at_end(device, launch, i);
        coop_launch_destroy(launch);
        await_calls(i + 1);
        TEST_EQUAL(calls.who[i], i);
    }
    device_write_u32(device, words, 0, 1);
    await_calls(21);
    TEST_EQUAL(calls.who[20], 99);
    coop_launch_destroy(gated);
    coop_buffer_destroy(words);
}

/* Nobody but the library's thread looks at the device. */
TEST(functions_of_many_short_launches_are_called_in_the_order_of_their_ends)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);
    unsigned many = 60;

    forget_calls();
    for (unsigned i = 0; i < many; i++) {
        struct mark_args args = {coop_buffer_address(words) + 512};
        struct coop_ndrange range = {.global_items = {1}};
        struct coop_launch_options all = {.timeout_ns = WAIT_NS}; /* all workers: one after the other */
        coop_launch *launch = NULL;
        OK(device, mark_launch(device->run, &args, &range, &all, &launch));
        call_at_end(device, launch, i);
        coop_launch_destroy(launch);
    }
    await_calls(many);
    for (unsigned i = 0; i < many; i++) {
        TEST_EQUAL(calls.who[i], i);
    }
    coop_buffer_destroy(words);
}

TEST(h7_a_destroyed_run_has_called_everything)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);
    coop_launch *gated = launch_gated(device, words);
    coop_launch *ended = launch_short(device, words);

    forget_calls();
    call_at_end(device, gated, 1);
    OK(device, coop_launch_wait(ended, WAIT_NS, NULL));
    device_write_u32(device, words, 0, 0);
    /* It cannot leave before its gate opens, and the stop waits for it. */
    REFUSED(device, coop_run_stop(device->run, 20000000), COOP_TIMED_OUT, "has not left");
    device_write_u32(device, words, 0, 1);
    device_stop(device);
    TEST_EQUAL(count_calls(), 1);
    TEST_TRUE(calls.outcome[0] == COOP_OK || calls.outcome[0] == COOP_STOPPED);
    REFUSED(device, coop_launch_on_end(ended, note_call, NULL), COOP_STOPPED, "the run was destroyed");
    TEST_EQUAL(count_calls(), 1);
    coop_launch_destroy(gated);
    coop_launch_destroy(ended);
    coop_buffer_destroy(words);
}

TEST(h7_a_destroyed_context_has_called_everything_of_runs_that_have_ended)
{
    struct coop_context_options options = {.worker_groups = 1, .memory_bytes = 1 << 20};
    struct coop_run_options one = {.worker_groups = 1, .local_items = 1};
    struct device *device = open_device();
    struct device other = {.workers = 1, .local_items = 1};
    coop_buffer *words;
    coop_launch *launch = NULL;
    int fd = -1;

    device_stop(device); /* the device may hold no more work-groups at once */
    forget_calls();
    OK(device, coop_context_create(&options, &other.context));
    OK(&other,
       coop_module_create(other.context, kernels_module_text, kernels_module_bytes, NULL, &other.module));
    OK(&other, coop_run_start(other.module, &one, &other.run));
    words = device_buffer(&other, 1024);
    launch = launch_short(&other, words);
    OK(&other, coop_run_event_fd(other.run, &fd));
    OK(&other, coop_launch_on_end(launch, note_call, NULL));
    OK(&other, coop_run_stop(other.run, WAIT_NS));
    OK(&other, coop_launch_on_end(launch, note_call, NULL));
    coop_context_destroy(other.context);
    TEST_EQUAL(count_calls(), 2);
    TEST_EQUAL(coop_launch_on_end(launch, note_call, NULL), COOP_INVALID_HANDLE);
    close(fd);
}

TEST(a_stopped_launch_says_so_to_its_function)
{
    struct device *device = open_device();
    coop_buffer *cells;
    coop_launch *launch = NULL;

    forget_calls();
    launch = launch_endless(device, 0, &cells);
    call_at_end(device, launch, 7);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    await_calls(1); /* the stop does not wait for it */
    TEST_EQUAL(calls.outcome[0], COOP_STOPPED);
    TEST_EQUAL(calls.error[0].status, COOP_STOPPED);
    TEST_CONTAINS(calls.error[0].message, "stopped before passing completed");
    call_at_end(device, launch, 8); /* the run has ended, and is not destroyed */
    await_calls(2);
    coop_launch_destroy(launch);
    coop_buffer_destroy(cells);
}

struct ending {
    struct device *device;
    coop_run *run;
    coop_launch *launch;
    atomic_int has_returned;
};

static void destroy_the_run(void *user, coop_status outcome, const struct coop_launch_stats *stats)
{
    struct ending *ending = user;

    (void)stats;
    TEST_EQUAL(outcome, COOP_OK);
    coop_launch_destroy(ending->launch);
    coop_run_destroy(ending->run);
    ending->has_returned = 1;
}

TEST(a_function_may_destroy_the_run)
{
    struct device *device = open_device();
    coop_buffer *cells;
    struct ending ending = {.device = device, .run = device->run};
    coop_launch *endless;

    forget_calls();
    endless = launch_endless(device, 1, &cells);
    call_at_end(device, endless, 3);
    ending.launch = launch_short(device, cells);
    OK(device, coop_launch_on_end(ending.launch, destroy_the_run, &ending));
    for (unsigned i = 0; i < WAIT_NS / 1000000 && !ending.has_returned; i++) {
        device_sleep_ms(1);
    }
    TEST_EQUAL(ending.has_returned, 1);
    await_calls(1); /* behind it */
    TEST_EQUAL(calls.outcome[0], COOP_STOPPED);
    TEST_EQUAL(coop_launch_wait(ending.launch, 0, NULL), COOP_INVALID_HANDLE);
    coop_launch_destroy(endless);
    device->run = NULL;
    coop_buffer_destroy(cells);
}

static void note_call_late(void *user, coop_status outcome, const struct coop_launch_stats *stats)
{
    device_sleep_ms(300);
    note_call(user, outcome, stats);
}

/* Whoever destroys the context may then free what the functions use. */
TEST(h7_a_destroyed_context_has_called_everything_of_a_run_that_a_function_destroyed)
{
    struct coop_context_options options = {.worker_groups = 2, .memory_bytes = 1 << 20};
    struct coop_run_options two = {.worker_groups = 2, .local_items = 1};
    struct device *device = open_device();
    struct device other = {.workers = 2, .local_items = 1};
    struct ending ending = {.device = &other};
    coop_buffer *cells;
    coop_launch *endless;

    device_stop(device); /* the device may hold no more work-groups at once */
    forget_calls();
    OK(device, coop_context_create(&options, &other.context));
    OK(&other,
       coop_module_create(other.context, kernels_module_text, kernels_module_bytes, NULL, &other.module));
    OK(&other, coop_run_start(other.module, &two, &other.run));
    ending.run = other.run;
    endless = launch_endless(&other, 1, &cells);
    OK(&other, coop_launch_on_end(endless, note_call_late, (void *)5));
    ending.launch = launch_short(&other, cells);
    OK(&other, coop_launch_on_end(ending.launch, destroy_the_run, &ending));
    for (unsigned i = 0; i < WAIT_NS / 1000000 && !ending.has_returned; i++) {
        device_sleep_ms(1);
    }
    TEST_EQUAL(ending.has_returned, 1);
    coop_context_destroy(other.context);
    TEST_EQUAL(count_calls(), 1);
    TEST_EQUAL(calls.outcome[0], COOP_STOPPED);
}

/* Two functions that run at once, and destroy each other's run. */
static struct mutual {
    coop_run *run;
    coop_launch *launch;
    atomic_int has_begun;
    atomic_int has_returned;
} mutual[2];

static void destroy_the_other_run(void *user, coop_status outcome, const struct coop_launch_stats *stats)
{
    struct mutual *own = user;
    struct mutual *other = own == &mutual[0] ? &mutual[1] : &mutual[0];

    (void)outcome, (void)stats;
    own->has_begun = 1;
    for (unsigned i = 0; i < 20000 && !other->has_begun; i++) {
        device_sleep_ms(1);
    }
    coop_run_destroy(other->run);
    own->has_returned = 1;
}

TEST(h8_functions_may_destroy_each_others_run)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);

    for (unsigned i = 0; i < 2; i++) { /* one live run at a time; both have ended when the functions come */
        struct coop_run_options one = {.worker_groups = 1, .local_items = device->local_items};
        OK(device, coop_run_stop(device->run, WAIT_NS));
        coop_run_destroy(i == 0 ? device->run : NULL);
        OK(device, coop_run_start(device->module, &one, &device->run));
        mutual[i] = (struct mutual){.run = device->run};
        mutual[i].launch = launch_short(device, words);
        OK(device, coop_launch_wait(mutual[i].launch, WAIT_NS, NULL));
    }
    OK(device, coop_run_stop(device->run, WAIT_NS));
    for (unsigned i = 0; i < 2; i++) {
        OK(device, coop_launch_on_end(mutual[i].launch, destroy_the_other_run, &mutual[i]));
    }
    for (unsigned i = 0; i < 60000 && !(mutual[0].has_returned && mutual[1].has_returned); i++) {
        device_sleep_ms(1);
    }
    TEST_EQUAL(mutual[0].has_returned, 1);
    TEST_EQUAL(mutual[1].has_returned, 1);
    coop_launch_destroy(mutual[0].launch);
    coop_launch_destroy(mutual[1].launch);
    device->run = NULL;
    coop_buffer_destroy(words);
}

TEST(what_on_end_refuses)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);
    coop_launch *launch = launch_short(device, words);

    forget_calls();
    REFUSED(device, coop_launch_on_end(launch, NULL, NULL), COOP_INVALID_ARGUMENT, "function");
    TEST_EQUAL(coop_launch_on_end(NULL, note_call, NULL), COOP_INVALID_HANDLE);
    device_finish(device, launch, NULL);
    TEST_EQUAL(coop_launch_on_end(launch, note_call, NULL), COOP_INVALID_HANDLE);
    TEST_EQUAL(count_calls(), 0);
    coop_buffer_destroy(words);
}

TEST(the_first_end_of_several)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);
    coop_launch *launches[4] = {NULL, launch_gated(device, words), NULL, NULL};
    struct coop_launch_stats stats;
    size_t index = 0;

    REFUSED(device, coop_launch_wait_any(launches, 4, 0, &index, NULL), COOP_TIMED_OUT,
            "none of the launches has ended yet");
    TEST_EQUAL(index, 4);
    REFUSED(device, coop_launch_wait_any(launches, 4, 20000000, &index, NULL), COOP_TIMED_OUT,
            "none of the launches has ended before the deadline");
    launches[3] = launch_short(device, words);
    OK(device, coop_launch_wait_any(launches, 4, WAIT_NS, &index, &stats));
    TEST_EQUAL(index, 3);
    TEST_EQUAL(stats.groups_at_start, 1);
    device_write_u32(device, words, 0, 1);
    OK(device, coop_launch_wait(launches[1], WAIT_NS, NULL));
    OK(device, coop_launch_wait_any(launches, 4, WAIT_NS, &index, NULL)); /* both: the first in the list */
    TEST_EQUAL(index, 1);
    coop_launch_destroy(launches[1]);
    TEST_EQUAL(coop_launch_wait_any(launches, 4, 0, &index, NULL), COOP_INVALID_HANDLE);
    TEST_EQUAL(index, 4);
    launches[1] = NULL;
    OK(device, coop_launch_wait_any(launches, 4, WAIT_NS, NULL, NULL));
    coop_launch_destroy(launches[3]);
    launches[3] = NULL;
    TEST_EQUAL(coop_launch_wait_any(launches, 4, 0, &index, NULL), COOP_INVALID_ARGUMENT);
    TEST_EQUAL(coop_launch_wait_any(launches, 0, 0, &index, NULL), COOP_INVALID_ARGUMENT);
    TEST_EQUAL(coop_launch_wait_any(NULL, 1, 0, &index, NULL), COOP_INVALID_ARGUMENT);
    TEST_EQUAL(coop_launch_wait_any(launches, 4, UINT64_MAX, &index, NULL), COOP_INVALID_ARGUMENT);
    coop_buffer_destroy(words);
}

TEST(the_first_end_of_several_that_a_stop_ends)
{
    struct device *device = open_device();
    coop_buffer *cells;
    coop_launch *launches[2] = {NULL, NULL};
    size_t index = 0;

    launches[1] = launch_endless(device, 0, &cells);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    REFUSED(device, coop_launch_wait_any(launches, 2, WAIT_NS, &index, NULL), COOP_STOPPED,
            "stopped before passing completed");
    TEST_EQUAL(index, 1);
    coop_launch_destroy(launches[1]);
    coop_buffer_destroy(cells);
}

TEST(the_state_of_a_launch)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);
    coop_launch *gated = launch_gated(device, words);
    struct mark_args args = {coop_buffer_address(words) + 512};
    struct coop_ndrange range = {.global_items = {1}};
    struct coop_launch_state state = {.phase = COOP_LAUNCH_ENDED, .outcome = COOP_STALLED};
    coop_launch *behind = NULL;

    TEST_EQUAL(coop_launch_wait(NULL, 0, NULL), COOP_INVALID_HANDLE); /* stays the last error */
    OK(device, coop_launch_status(gated, &state));
    TEST_EQUAL(state.phase, COOP_LAUNCH_RUNS);
    TEST_EQUAL(state.outcome, COOP_OK);
    OK(device, mark_launch(device->run, &args, &range, NULL, &behind)); /* wants all workers */
    OK(device, coop_launch_status(behind, &state));
    TEST_EQUAL(state.phase, COOP_LAUNCH_WAITS);
    TEST_EQUAL(coop_last_error()->status, COOP_INVALID_HANDLE);
    device_write_u32(device, words, 0, 1);
    for (unsigned i = 0; i < WAIT_NS / 1000000 && state.phase != COOP_LAUNCH_ENDED; i++) {
        OK(device, coop_launch_status(behind, &state));
        device_sleep_ms(1);
    }
    TEST_EQUAL(state.phase, COOP_LAUNCH_ENDED);
    TEST_EQUAL(state.outcome, COOP_OK);
    TEST_EQUAL(state.stats.groups_at_start, device->workers);
    REFUSED(device, coop_launch_status(gated, NULL), COOP_INVALID_ARGUMENT, "state");
    TEST_EQUAL(coop_launch_status(NULL, &state), COOP_INVALID_HANDLE);
    coop_launch_destroy(gated);
    coop_launch_destroy(behind);
    coop_buffer_destroy(words);
}

TEST(the_state_of_a_launch_that_was_stopped)
{
    struct device *device = open_device();
    coop_buffer *cells;
    struct coop_launch_state state = {0};
    coop_launch *launch = NULL;

    launch = launch_endless(device, 0, &cells);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    OK(device, coop_launch_status(launch, &state));
    TEST_EQUAL(state.phase, COOP_LAUNCH_ENDED);
    TEST_EQUAL(state.outcome, COOP_STOPPED);
    TEST_CONTAINS(coop_last_error()->message, "stopped before passing completed");
    coop_launch_destroy(launch);
    coop_buffer_destroy(cells);
}

/* Is the descriptor readable within so many milliseconds? */
static int is_readable(int fd, int ms)
{
    struct pollfd one = {.fd = fd, .events = POLLIN};

    return poll(&one, 1, ms) == 1 && (one.revents & POLLIN) != 0;
}

static uint64_t read_count(int fd)
{
    uint64_t count = 0;

    return read(fd, &count, sizeof count) == sizeof count ? count : 0;
}

TEST(an_event_loop_learns_of_ends)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);
    coop_launch *gated = launch_gated(device, words);
    struct coop_launch_state state = {0};
    coop_launch *launch;
    int fd = -1;
    int other = -1;

    OK(device, coop_run_event_fd(device->run, &fd));
    OK(device, coop_run_event_fd(device->run, &other));
    TEST_TRUE(fd >= 0 && other >= 0 && fd != other);
    TEST_EQUAL(is_readable(fd, 30), 0);
    TEST_EQUAL(read_count(fd), 0); /* does not block */
    TEST_EQUAL(errno, EAGAIN);
    launch = launch_short(device, words);
    TEST_EQUAL(is_readable(fd, POLL_MS), 1); /* nobody else looks */
    TEST_EQUAL(is_readable(other, 0), 1);
    OK(device, coop_launch_status(launch, &state));
    TEST_EQUAL(state.phase, COOP_LAUNCH_ENDED);
    TEST_EQUAL(read_count(other), 1);
    TEST_EQUAL(is_readable(fd, 0), 0); /* they share one count */
    close(other);
    device_write_u32(device, words, 0, 1);
    TEST_EQUAL(is_readable(fd, POLL_MS), 1);
    OK(device, coop_launch_status(gated, &state));
    TEST_EQUAL(state.phase, COOP_LAUNCH_ENDED);
    TEST_EQUAL(read_count(fd), 1);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    TEST_EQUAL(is_readable(fd, POLL_MS), 1);
    TEST_EQUAL(read_count(fd), 1);
    device_stop(device);
    TEST_EQUAL(read_count(fd), 1);
    close(fd);
    coop_launch_destroy(gated);
    coop_launch_destroy(launch);
    coop_buffer_destroy(words);
}

TEST(what_event_fd_refuses)
{
    struct device *device = open_device();
    int fd = 7;

    REFUSED(device, coop_run_event_fd(device->run, NULL), COOP_INVALID_ARGUMENT, "fd");
    TEST_EQUAL(coop_run_event_fd(NULL, &fd), COOP_INVALID_HANDLE);
    TEST_EQUAL(fd, -1);
}
