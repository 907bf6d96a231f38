/* Periodic jobs as the command line names them, and the number of work-groups that is learnt from them. */
#include "test.h"
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

TEST(policies_are_options_of_the_jobs_launches)
{
    struct coop_launch_options options;

    TEST_EQUAL(periodic_policy_parse("first-come", 40, 8, 0, &options), 0);
    TEST_EQUAL_U64(options.period_ns, 0);
    TEST_EQUAL(options.priority, 1);
    TEST_EQUAL(periodic_policy_parse("first-come", 40, 8, 1, &options), 0);
    TEST_EQUAL_U64(options.period_ns, 40000000);
    TEST_EQUAL(options.automatic, 1);
    TEST_EQUAL(periodic_policy_parse("period-aware", 16.7, 8, 0, &options), 0);
    TEST_EQUAL_U64(options.period_ns, 16700000);
    TEST_EQUAL_U64(options.keep_ns, 0);
    TEST_EQUAL(options.automatic, 0);
    TEST_EQUAL(periodic_policy_parse("keep-gathered", 40, 8, 0, &options), 0);
    TEST_EQUAL_U64(options.keep_ns, 20000000);
    TEST_EQUAL(periodic_policy_parse("start-with-fewer", 40, 8, 0, &options), 0);
    TEST_EQUAL(options.groups, 8);
    TEST_EQUAL(options.least_groups, 6);
    TEST_EQUAL(periodic_policy_of_run("start-with-fewer"), COOP_POLICY_FIRST_COME);
    TEST_EQUAL(periodic_policy_of_run("first-come"), COOP_POLICY_FIRST_COME);
    TEST_EQUAL(periodic_policy_of_run("period-aware"), COOP_POLICY_BY_TIME);
    TEST_EQUAL(periodic_policy_parse("best", 40, 8, 0, &options), -1);
    TEST_EQUAL(periodic_policy_parse("", 40, 8, 0, NULL), -1);
}
