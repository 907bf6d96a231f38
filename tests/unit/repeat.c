/* The due times of a launch that repeats, shared/repeat.h: V5 and V6. */
#include "test.h"

#include "coop/shared/repeat.h"

#define DUE ((coop_u64)1000)
#define PERIOD ((coop_u64)100)

static void behind(coop_u64 ended_ns, coop_u64 due_ns, coop_u64 missed)
{
    struct coop_repeat_step step = coop_repeat_behind(DUE, PERIOD, ended_ns);

    TEST_EQUAL_U64(step.due_ns, due_ns);
    TEST_EQUAL_U64(step.missed, missed);
}

static void at(coop_u64 now_ns, coop_u64 due_ns, coop_u64 missed)
{
    struct coop_repeat_step step = coop_repeat_at(DUE, PERIOD, now_ns);

    TEST_EQUAL_U64(step.due_ns, due_ns);
    TEST_EQUAL_U64(step.missed, missed);
}

TEST(v5_a_job_in_time_is_followed_a_period_after_it_was_due)
{
    behind(1001, 1100, 0);
    behind(1099, 1100, 0);
    behind(900, 1100, 0); /* clocks of two parts of a device */
}

TEST(v6_due_times_up_to_the_end_of_a_job_are_missed)
{
    behind(1100, 1200, 1);
    behind(1199, 1200, 1);
    behind(1200, 1300, 2);
    behind(1999, 2000, 9);
}

TEST(v6_a_job_that_is_launched_late_is_the_last_one_due)
{
    at(1000, 1000, 0);
    at(1099, 1000, 0);
    at(1100, 1100, 1);
    at(2050, 2000, 10);
}

/* Whatever the jobs take, and whenever the scheduler comes: each due time is a job's or missed. */
TEST(v6_jobs_and_misses_are_all_due_times)
{
    coop_u64 seed = 7;
    coop_u64 due_ns = DUE;
    coop_u64 jobs = 0;
    coop_u64 missed = 0;

    for (int i = 0; i < 10000; i++) {
        struct coop_repeat_step step;
        coop_u64 started_ns;
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        step = coop_repeat_at(due_ns, PERIOD, due_ns + (seed >> 40) % 250);
        started_ns = step.due_ns + (seed >> 50) % 40;
        missed += step.missed;
        jobs++;
        TEST_EQUAL_U64(step.due_ns, DUE + (jobs + missed - 1) * PERIOD);
        step = coop_repeat_behind(step.due_ns, PERIOD, started_ns + (seed >> 33) % 350);
        missed += step.missed;
        due_ns = step.due_ns;
        TEST_EQUAL_U64(due_ns, DUE + (jobs + missed) * PERIOD);
    }
    TEST_AT_LEAST(missed, 1000);
}
