/* Periodic jobs as the command line names them, and the number of work-groups that is learnt from them. */
#include "test.h"
#include "tools/periodic/automatic_groups.h"
#include "tools/periodic/periodic_profile.h"

TEST(profiles_of_the_paper_and_of_displays)
{
    struct periodic_profile profile;

    TEST_EQUAL(periodic_profile_parse("heavy", &profile), 0);
    TEST_TRUE(profile.period_ms == 40 && profile.work_ms == 10);
    TEST_EQUAL(periodic_profile_parse("144hz", &profile), 0);
    TEST_TRUE(profile.period_ms == 6.9 && profile.work_ms == 2);
    TEST_EQUAL(periodic_profile_parse("12.5,0.75", &profile), 0);
    TEST_TRUE(profile.period_ms == 12.5 && profile.work_ms == 0.75);
    TEST_EQUAL_TEXT(profile.name, "12.5,0.75");
}

TEST(nonsense_is_no_profile)
{
    static const char *const texts[] = {"",        "none",
                                        "5",       "5,",
                                        "5,5",     "5,6",
                                        "5,0",     "-5,1",
                                        "5,-1",    "5,1,",
                                        "5,1 ",    "nan,1",
                                        "5,nan",   "inf,1",
                                        "x",       ",",
                                        "60001,1", "1e300,1",
                                        "Heavy",   " 5,1",
                                        "0x5,1,1", "40.00000000000000000000000000000000000000000,10"};
    struct periodic_profile profile;
    unsigned i;

    for (i = 0; i < sizeof texts / sizeof *texts; i++) {
        TEST_NOTE("\"%s\"", texts[i]);
        TEST_EQUAL(periodic_profile_parse(texts[i], &profile), -1);
    }
}

TEST(amounts_are_parts_of_the_workers)
{
    TEST_EQUAL(periodic_groups_parse("one", 131), 1);
    TEST_EQUAL(periodic_groups_parse("quarter", 131), 32);
    TEST_EQUAL(periodic_groups_parse("half", 131), 65);
    TEST_EQUAL(periodic_groups_parse("most", 131), 130);
    TEST_EQUAL(periodic_groups_parse("most", 1), 1);
    TEST_EQUAL(periodic_groups_parse("quarter", 2), 1);
    TEST_EQUAL(periodic_groups_parse("131", 131), 131);
    TEST_EQUAL(periodic_groups_parse("132", 131), 0);
    TEST_EQUAL(periodic_groups_parse("automatic", 131), 0);
    TEST_TRUE(periodic_groups_are_automatic("automatic"));
    TEST_TRUE(!periodic_groups_are_automatic("half"));
}

/* Jobs of `work` work-group milliseconds after a gather time. Returns how many of the last half missed. */
static unsigned run_jobs(struct automatic_groups *automatic, double work, double gather_ms, unsigned count)
{
    unsigned missed = 0;
    unsigned i;

    for (i = 0; i < count; i++) {
        double ms = gather_ms + work / automatic->groups;

        missed += i >= count / 2 && ms > automatic->period_ms;
        automatic_groups_note(automatic, ms);
        TEST_TRUE(automatic->groups >= 1 && automatic->groups <= automatic->most);
    }
    return missed;
}

TEST(the_fewest_that_meet_the_period_are_found)
{
    static const unsigned mosts[] = {1, 2, 3, 7, 130, 522};
    unsigned i;

    for (i = 0; i < sizeof mosts / sizeof *mosts; i++) {
        struct automatic_groups automatic;
        double work = mosts[i] * 2.0; /* on all of them a job takes 2 ms of 10 */
        double fewest;

        automatic_groups_begin(&automatic, 10, mosts[i]);
        TEST_EQUAL(automatic.groups, mosts[i]);
        TEST_EQUAL(run_jobs(&automatic, work, 0.01, 200), 0);
        fewest = work / (AUTOMATIC_AIM * 10);
        TEST_TRUE(automatic.groups >= fewest && automatic.groups <= fewest + 1.1);
    }
}

TEST(a_job_that_grows_gets_more_at_once)
{
    struct automatic_groups automatic;

    automatic_groups_begin(&automatic, 10, 100);
    run_jobs(&automatic, 100, 0, 100);
    TEST_AT_MOST(automatic.groups, 15);
    automatic_groups_note(&automatic, 20); /* missed */
    TEST_AT_LEAST(automatic.groups, 27);
    TEST_EQUAL(run_jobs(&automatic, 300, 0, 200), 0);
}

TEST(what_has_missed_is_not_tried_again_soon)
{
    struct automatic_groups automatic;
    unsigned missed_with;
    unsigned i;

    automatic_groups_begin(&automatic, 10, 64);
    run_jobs(&automatic, 64, 0, 50);
    missed_with = automatic.groups;
    automatic_groups_note(&automatic, 10.5);
    for (i = 0; i + 1 < AUTOMATIC_MEMORY; i++) {
        TEST_AT_LEAST(automatic.groups, missed_with + 1);
        automatic_groups_note(&automatic, 0.1);
    }
    run_jobs(&automatic, 1, 0, 20);
    TEST_EQUAL(automatic.groups, 1);
}

TEST(a_job_that_never_fits_gets_the_most)
{
    struct automatic_groups automatic;

    automatic_groups_begin(&automatic, 10, 8);
    run_jobs(&automatic, 400, 0, 50);
    TEST_EQUAL(automatic.groups, 8);
}
