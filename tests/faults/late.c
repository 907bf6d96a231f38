/* A thread that waited for a launch of one run, and goes on late, in the next run of the context: the
 * words on which host threads sleep outlive the runs (X4), so what it still does to them harms nobody. */
#include "device/device.h"
#include "stall_kernels.h"
#include "stall_kernels_text.h"
#include "traced_runs.h"
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>

#define WAITS 20
#define LATE_NS 300000000
#define SHORT_NS 5000000

static _Thread_local int is_late; /* is this thread not scheduled for a while when it is woken? */
static atomic_uint sleeps;        /* of the host, on the completion counter */
static atomic_uint slept_out;     /* those that nobody ended */
static atomic_int is_woken;

long __real_syscall(long number, long a, long b, long c, long d, long e, long f);
long __wrap_syscall(long number, long a, long b, long c, long d, long e, long f);

static void pause_ns(long ns)
{
    struct timespec span = {0, ns};

    nanosleep(&span, NULL);
}

long __wrap_syscall(long number, long a, long b, long c, long d, long e, long f)
{
    long result = __real_syscall(number, a, b, c, d, e, f);

    if (number == SYS_futex && (b & FUTEX_CMD_MASK) == FUTEX_WAIT) {
        int code = errno;
        atomic_fetch_add(&sleeps, 1);
        atomic_fetch_add(&slept_out, result != 0 && code == ETIMEDOUT);
        if (is_late && result == 0) {
            is_woken = 1;
            pause_ns(LATE_NS);
        }
        errno = code;
    }
    return result;
}

static struct device *device;
static coop_buffer *words; /* the gate, and who has entered */

static coop_launch *launch_stays(void)
{
    struct stays_args args = {coop_buffer_address(words), coop_buffer_address(words) + 256};
    struct coop_ndrange range = {.global_items = {1}};
    struct coop_launch_options options = {.groups = 1};
    coop_launch *launch = NULL;

    device_write_u32(device, words, 0, 0);
    OK(device, stays_launch(device->run, &args, &range, &options, &launch));
    return launch;
}

static void *open_gate(void *unused)
{
    pause_ns(SHORT_NS);
    device_write_u32(device, words, 0, 1);
    return unused;
}

/* How many sleeps nobody ended, while WAITS launches were waited for that end after a while. */
static unsigned count_slept_out(void)
{
    sleeps = 0;
    slept_out = 0;
    for (unsigned i = 0; i < WAITS; i++) {
        coop_launch *launch = launch_stays();
        pthread_t thread;

        pthread_create(&thread, NULL, open_gate, NULL);
        device_finish(device, launch, NULL);
        pthread_join(thread, NULL);
    }
    TEST_NOTE("%u of %u sleeps ended by themselves", slept_out, sleeps);
    return slept_out;
}

static void *wait_late(void *launch)
{
    is_late = 1;
    coop_launch_wait(launch, WAIT_NS, NULL);
    coop_launch_destroy(launch);
    return NULL;
}

/* A thread that waits, and is late when the stop of its run wakes it; then the next run. */
static void restart_beside_a_late_waiter(void)
{
    coop_launch *launch;
    pthread_t thread;

    device_stop(device);
    device_open(stall_kernels_module_text, stall_kernels_module_bytes);
    launch = launch_stays();
    sleeps = 0;
    pthread_create(&thread, NULL, wait_late, launch);
    for (unsigned i = 0; i < 1000 && sleeps == 0; i++) {
        device_sleep_ms(1);
    }
    device_sleep_ms(2);
    coop_run_stop(device->run, 1); /* a deadline that passes: the work-group has to be let go */
    device_write_u32(device, words, 0, 1);
    device_stop(device);
    device_open(stall_kernels_module_text, stall_kernels_module_bytes);
    pthread_join(thread, NULL);
}

TEST(a_waiter_that_goes_on_late_does_not_disturb_the_next_run)
{
    unsigned least = WAITS;

    traced_runs_pause(1);
    device = device_open(stall_kernels_module_text, stall_kernels_module_bytes);
    words = device_buffer(device, 1024);
    for (unsigned i = 0; i < 20 && !is_woken; i++) {
        restart_beside_a_late_waiter();
    }
    if (!is_woken) {
        TEST_NOTE("the device wakes nobody here");
    }
    for (unsigned i = 0; i < 5 && least > WAITS / 2; i++) { /* a busy machine may take 50 ms */
        unsigned now = count_slept_out();
        least = now < least ? now : least;
    }
    TEST_AT_MOST(least, WAITS / 2);
}
