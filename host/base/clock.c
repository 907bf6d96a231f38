#include "host/base/clock.h"

#include <time.h>

uint64_t coop_clock_now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t coop_clock_passed_ns(uint64_t *asked_ns)
{
    uint64_t now = coop_clock_now_ns();
    uint64_t passed = now > *asked_ns ? now - *asked_ns : 0;

    *asked_ns = now;
    return passed > COOP_CLOCK_GAP_NS ? COOP_CLOCK_SLICE_NS : passed;
}

struct coop_deadline coop_deadline_in(uint64_t timeout_ns)
{
    return (struct coop_deadline){timeout_ns, coop_clock_now_ns()};
}

uint64_t coop_deadline_left_ns(struct coop_deadline *deadline)
{
    uint64_t passed = coop_clock_passed_ns(&deadline->asked_ns);

    deadline->left_ns = passed < deadline->left_ns ? deadline->left_ns - passed : 0;
    return deadline->left_ns;
}

void coop_clock_sleep_ns(uint64_t ns)
{
    struct timespec span = {(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};

    nanosleep(&span, NULL);
}
