/* The ideals of coop-bench apps, on jobs made by hand. */
#include "lab/bench/base/apps_ideal.h"
#include "test.h"

#define MS 1000000u

/* Three jobs, each of run_ms on `groups` of 8 work-groups, 40 ms apart. */
static double ideal_of(uint64_t run_ms, uint32_t groups, size_t count, double least_ms)
{
    struct periodic_note notes[3] = {{0}};
    const struct periodic_results periodic = {.notes = notes, .note_count = count};
    size_t i;

    for (i = 0; i < 3; i++) {
        notes[i].launched_ns = (7 + 40 * i) * MS;
        notes[i].run_ns = run_ms * MS;
        notes[i].groups = groups;
    }
    return apps_ideal(&periodic, 8, least_ms);
}

static int is_near(double value, double wanted)
{
    return value > wanted - 1e-9 && value < wanted + 1e-9;
}

TEST(jobs_cost_what_they_hold)
{
    TEST_TRUE(is_near(ideal_of(12, 2, 3, 0), 40.0 / 37));
    TEST_TRUE(is_near(ideal_of(12, 8, 3, 0), 40.0 / 28));
}

TEST(crowded_jobs_cost_at_least_their_work)
{
    TEST_TRUE(is_near(ideal_of(12, 2, 3, 10), 40.0 / 30));
    TEST_TRUE(is_near(ideal_of(12, 8, 3, 10), 40.0 / 28)); /* they hold more than that */
    TEST_TRUE(apps_ideal_least_ms(0, 8, 2, 10) == 10);
    TEST_TRUE(apps_ideal_least_ms(0, 8, 8, 10) == 0);
    TEST_TRUE(apps_ideal_least_ms(1, 8, 2, 10) == 0);
    TEST_TRUE(apps_ideal_least_ms(0, 8, -1, 10) == 0); /* not known */
}

TEST(jobs_that_take_all_of_the_time_have_no_ideal)
{
    TEST_TRUE(ideal_of(40, 8, 3, 0) == 0);
    TEST_TRUE(ideal_of(12, 2, 3, 40) == 0);
    TEST_TRUE(ideal_of(12, 2, 1, 0) == 0);
}
