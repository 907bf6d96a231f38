#include "fake_clock.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

/* One round of a wait reads it two or three times: so often, and a whole round has begun and ended. */
#define READS_AWAITED 6
#define READERS_NS ((uint64_t)5 * 1000000000)

static atomic_int is_stopped;
static _Atomic uint64_t now_ns;
static _Atomic int64_t realtime_ns;
static _Atomic uint64_t offset_ns; /* of the machine's clock, once the fake one has been ahead of it */
static atomic_ulong reads;
static atomic_ulong other_reads;
static _Thread_local int is_mine;

int __real_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time);

static uint64_t machine_ns(void)
{
    struct timespec time;

    __real_clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void put(struct timespec *time, uint64_t ns)
{
    time->tv_sec = (time_t)(ns / 1000000000u);
    time->tv_nsec = (long)(ns % 1000000000u);
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
    if (clock != CLOCK_MONOTONIC) {
        int result = __real_clock_gettime(clock, time);
        atomic_fetch_add(&other_reads, 1);
        if (clock == CLOCK_REALTIME) {
            put(time, (uint64_t)((int64_t)time->tv_sec * 1000000000 + time->tv_nsec + realtime_ns));
        }
        return result;
    }
    put(time, is_stopped ? now_ns : machine_ns() + offset_ns);
    if (!is_mine) {
        atomic_fetch_add(&reads, 1);
    }
    return 0;
}

void fake_clock_stop(void)
{
    is_mine = 1;
    now_ns = machine_ns() + offset_ns;
    is_stopped = 1;
}

void fake_clock_advance(uint64_t ns)
{
    is_mine = 1;
    if (is_stopped) {
        atomic_fetch_add(&now_ns, ns);
    } else {
        atomic_fetch_add(&offset_ns, ns);
    }
}

void fake_clock_go(void)
{
    uint64_t machine = machine_ns();

    if (is_stopped) {
        offset_ns = now_ns > machine ? now_ns - machine : 0;
        is_stopped = 0;
    }
}

void fake_clock_await_reader(void)
{
    unsigned long before = reads;
    uint64_t deadline = machine_ns() + READERS_NS;

    while (reads < before + READS_AWAITED && machine_ns() < deadline) {
        sched_yield();
    }
}

unsigned long fake_clock_other_reads(void)
{
    return other_reads;
}

void fake_clock_step_realtime(int64_t ns)
{
    realtime_ns += ns;
}
