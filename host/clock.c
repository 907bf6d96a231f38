#include "host/clock.h"

#include <time.h>

uint64_t coop_clock_now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t coop_clock_deadline_ns(uint64_t timeout_ns)
{
    uint64_t now = coop_clock_now_ns();

    return timeout_ns > UINT64_MAX - now ? UINT64_MAX : now + timeout_ns;
}

uint64_t coop_clock_left_ns(uint64_t deadline_ns)
{
    uint64_t now = coop_clock_now_ns();

    return now < deadline_ns ? deadline_ns - now : 0;
}

void coop_clock_sleep_ns(uint64_t ns)
{
    struct timespec span = {(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};

    nanosleep(&span, NULL);
}
