/* Series of jobs, shared/series.h: when the next is due, how long ahead work-groups are held (V1..V4), and
 * how many a job takes (shared/automatic.h, A1..A5). Times are in ns. */
#include "test.h"

#include "coop/shared/series.h"
#include <string.h>

#define MS ((coop_u64)1000000)

static struct coop_series_options options_of(coop_u32 kernel_index, coop_u64 period_ns)
{
    struct coop_series_options options;

    memset(&options, 0, sizeof options);
    options.kernel_index = kernel_index;
    options.period_ns = period_ns;
    options.lead_ns = COOP_LEAD_LEARNT;
    options.groups = 16;
    return options;
}

/* A job that comes at `at`, gathers and runs for so long; returns when it was due. */
static coop_u64 run_job(struct coop_series *one, const struct coop_series_options *options, coop_u64 at,
                        coop_u64 gather_ns, coop_u64 run_ns)
{
    coop_u64 due;
    coop_u32 groups = coop_series_take(one, options, at, &due);

    coop_series_start(one, at, at + gather_ns);
    coop_series_end(one, due, at + gather_ns, at + gather_ns + run_ns, groups, 0);
    return due;
}

TEST(v1_the_next_job_is_due_a_period_later)
{
    struct coop_series one = {0};
    struct coop_series_options options = options_of(1, 40 * MS);

    TEST_EQUAL_U64(run_job(&one, &options, 1000 * MS, MS, MS), 1000 * MS);
    TEST_EQUAL_U64(one.due_ns, 1040 * MS);
    TEST_EQUAL_U64(run_job(&one, &options, 1048 * MS, MS, MS), 1040 * MS); /* late: moves it by an eighth */
    TEST_EQUAL_U64(one.due_ns, 1081 * MS);
    TEST_EQUAL_U64(run_job(&one, &options, 1079 * MS, MS, MS), 1079 * MS); /* early: the schedule was late */
    TEST_EQUAL_U64(one.due_ns, 1119 * MS);
    TEST_EQUAL_U64(run_job(&one, &options, 1140 * MS, MS, MS),
                   1140 * MS); /* far too late: another schedule */
    TEST_EQUAL_U64(one.due_ns, 1180 * MS);
}

TEST(v2_work_groups_are_held_from_the_lead_on_and_not_for_ever)
{
    struct coop_series one = {0};
    struct coop_series_options options = options_of(1, 40 * MS);

    options.lead_ns = 5 * MS;
    run_job(&one, &options, 1000 * MS, MS, MS); /* due at 1040, held from 1035 to 1050 */
    TEST_TRUE(!coop_series_must_hold(&one, 1034 * MS));
    TEST_EQUAL_U64(coop_series_left_ns(&one, 1034 * MS, 20 * MS), MS);
    TEST_EQUAL_U64(coop_series_left_ns(&one, 1010 * MS, 20 * MS), 20 * MS);
    TEST_TRUE(coop_series_must_hold(&one, 1035 * MS));
    TEST_TRUE(coop_series_must_hold(&one, 1049 * MS));
    TEST_EQUAL_U64(coop_series_left_ns(&one, 1049 * MS, 20 * MS), MS);
    TEST_TRUE(!coop_series_must_hold(&one, 1050 * MS));
    TEST_EQUAL_U64(coop_series_left_ns(&one, 1050 * MS, 20 * MS), 20 * MS);
}

TEST(v2_a_series_that_keeps_all_and_ends_gives_all_back)
{
    struct coop_series one = {0};
    struct coop_series_options options = options_of(1, 40 * MS);

    options.lead_ns = (coop_u64)1 << 48;
    run_job(&one, &options, 1000 * MS, MS, MS); /* due at 1040, waited for a period and an eighth */
    TEST_TRUE(coop_series_must_hold(&one, 1002 * MS));
    TEST_TRUE(coop_series_must_hold(&one, 1084 * MS));
    TEST_EQUAL_U64(coop_series_left_ns(&one, 1084 * MS, 20 * MS), MS);
    TEST_TRUE(!coop_series_must_hold(&one, 1085 * MS));
}

TEST(v2_nothing_is_held_while_a_job_is_there)
{
    struct coop_series one = {0};
    struct coop_series_options options = options_of(1, 40 * MS);
    coop_u64 due;

    options.lead_ns = 40 * MS;
    coop_series_take(&one, &options, 1000 * MS, &due);
    TEST_TRUE(!coop_series_must_hold(&one, 1020 * MS));
    coop_series_start(&one, 1000 * MS, 1000 * MS);
    TEST_TRUE(!coop_series_must_hold(&one, 1020 * MS));
    coop_series_end(&one, due, 1000 * MS, 1020 * MS, 16, 0);
    TEST_TRUE(coop_series_must_hold(&one, 1020 * MS)); /* kept */
}

TEST(v2_without_a_lead_nothing_is_held)
{
    struct coop_series one = {0};
    struct coop_series_options options = options_of(1, 40 * MS);

    options.lead_ns = 0;
    run_job(&one, &options, 1000 * MS, 10 * MS, MS);
    TEST_TRUE(!coop_series_must_hold(&one, 1040 * MS));
    TEST_EQUAL_U64(coop_series_left_ns(&one, 1020 * MS, 21 * MS), 21 * MS);
}

TEST(v3_the_lead_is_what_gathering_takes)
{
    struct coop_series one = {0};
    struct coop_series_options options = options_of(1, 40 * MS);
    coop_u64 at = 1000 * MS;

    run_job(&one, &options, at, 4 * MS, MS);
    TEST_EQUAL_U64(one.lead_ns, 5 * MS);
    run_job(&one, &options, at += 40 * MS, 30 * MS, MS);
    TEST_EQUAL_U64(one.lead_ns, 10 * MS); /* a quarter of the period */
    for (int i = 0; i < 60; i++) {
        run_job(&one, &options, at += 40 * MS, 800000, MS);
    }
    TEST_AT_LEAST(one.lead_ns, MS);
    TEST_AT_MOST(one.lead_ns, MS + 20000);
}

TEST(v3_a_learnt_lead_is_for_jobs_that_come_near_their_limit)
{
    struct coop_series one = {0};
    struct coop_series_options options = options_of(1, 40 * MS);

    run_job(&one, &options, 1000 * MS, 4 * MS, 20 * MS);
    TEST_EQUAL_U64(one.lead_ns, 5 * MS);
    TEST_TRUE(!coop_series_must_hold(&one, 1039 * MS));
    run_job(&one, &options, 1040 * MS, 4 * MS, 30 * MS);
    TEST_TRUE(coop_series_must_hold(&one, 1076 * MS));
    options.deadline_ns = 60 * MS;
    run_job(&one, &options, 1080 * MS, 4 * MS, 30 * MS);
    TEST_TRUE(!coop_series_must_hold(&one, 1119 * MS));
    options.deadline_ns = 25 * MS;
    run_job(&one, &options, 1120 * MS, 4 * MS, 20 * MS);
    TEST_TRUE(coop_series_must_hold(&one, 1159 * MS));
}

/* Held ahead, a job finds its work-groups free: the time that holding took is what counts, or the lead would
 * vanish. */
TEST(v3_the_lead_does_not_shrink_because_it_was_kept)
{
    struct coop_series one = {0};
    struct coop_series_options options = options_of(1, 40 * MS);
    coop_u64 at = 1000 * MS;

    run_job(&one, &options, at, 4 * MS, MS);
    for (int i = 0; i < 20; i++) {
        at += 40 * MS;
        one.held_since_ns = at - 5 * MS;
        one.filled_ns = at - MS; /* four later */
        run_job(&one, &options, at, 0, MS);
        TEST_EQUAL_U64(one.lead_ns, 5 * MS);
        TEST_EQUAL_U64(one.held_since_ns, 0);
    }
    at += 40 * MS;
    one.held_since_ns = at - 5 * MS; /* not filled when it comes: it took up to the start */
    run_job(&one, &options, at, MS, MS);
    TEST_EQUAL_U64(one.lead_ns, 6 * MS / 4 * 5);
}

TEST(v4_series_are_told_apart_by_kernel_and_number)
{
    struct coop_series series[COOP_SERIES_MAX];
    struct coop_series_options options = options_of(1, 40 * MS);
    coop_u64 due;
    coop_u32 first;
    coop_u32 second;

    memset(series, 0, sizeof series);
    first = coop_series_find(series, &options, 1000 * MS);
    coop_series_take(&series[first], &options, 1000 * MS, &due);
    options.number = 1;
    second = coop_series_find(series, &options, 1000 * MS);
    TEST_TRUE(first < COOP_SERIES_MAX && second < COOP_SERIES_MAX && second != first);
    coop_series_take(&series[second], &options, 1000 * MS, &due);
    options.number = 0;
    TEST_EQUAL(coop_series_find(series, &options, 1000 * MS), first);
    options.kernel_index = 2;
    TEST_TRUE(coop_series_find(series, &options, 1000 * MS) != first);
}

/* Due at 1040 ms less one for each place, and waited for 5 ms more. */
TEST(v4_the_series_that_has_ended_and_waited_longest_gives_up_its_place)
{
    struct coop_series series[COOP_SERIES_MAX];
    struct coop_series_options options = options_of(0, 40 * MS);
    coop_u64 due;

    memset(series, 0, sizeof series);
    for (coop_u32 i = 0; i < COOP_SERIES_MAX; i++) {
        options.kernel_index = i;
        TEST_EQUAL(coop_series_find(series, &options, 1000 * MS), i);
        coop_series_take(&series[i], &options, (1000 - i) * MS, &due);
    }
    options.kernel_index = 99;
    TEST_EQUAL(coop_series_find(series, &options, 2000 * MS), COOP_SERIES_MAX); /* all have jobs */
    series[3].open = 0;
    series[5].open = 0;
    TEST_EQUAL(coop_series_find(series, &options, 1040 * MS - 1), COOP_SERIES_MAX); /* they go on */
    TEST_TRUE(series[5].options.period_ns != 0);
    series[5].options.lead_ns = 3 * MS; /* it is held for */
    series[5].lead_ns = 3 * MS;
    TEST_EQUAL(coop_series_find(series, &options, 1042 * MS), 3);
    series[3].options.period_ns = 40 * MS; /* it had not been taken */
    TEST_EQUAL(coop_series_find(series, &options, 2000 * MS), 5);
    TEST_EQUAL_U64(series[5].options.period_ns, 0); /* and begins anew */
    coop_series_take(&series[5], &options, 2000 * MS, &due);
    TEST_EQUAL(series[5].open, 1);
    TEST_EQUAL_U64(due, 2000 * MS);
}

/* --- automatic --- */

/* Jobs of `work` work-group nanoseconds after a gather time. Returns how many of the last half missed. */
static unsigned run_jobs(struct coop_automatic *automatic, coop_u64 work, coop_u64 gather_ns, unsigned count)
{
    unsigned missed = 0;

    for (unsigned i = 0; i < count; i++) {
        coop_u64 ns = gather_ns + work / automatic->groups;
        missed += i >= count / 2 && ns > 10 * MS;
        coop_automatic_note(automatic, ns, 10 * MS);
        TEST_TRUE(automatic->groups >= 1 && automatic->groups <= automatic->most);
    }
    return missed;
}

TEST(a2_the_fewest_that_meet_the_deadline_are_found)
{
    static const coop_u32 mosts[] = {1, 2, 3, 7, 130, 522};

    for (unsigned i = 0; i < sizeof mosts / sizeof *mosts; i++) {
        struct coop_automatic automatic;
        double fewest = mosts[i] * 0.3; /* on all of them a job takes 2 ms of 10, and the aim is two thirds */

        coop_automatic_begin(&automatic, mosts[i]);
        TEST_EQUAL(automatic.groups, mosts[i]);
        TEST_EQUAL(run_jobs(&automatic, mosts[i] * 2 * MS, MS / 100, 200), 0);
        TEST_TRUE(automatic.groups >= fewest && automatic.groups <= fewest + 1.1);
    }
}

TEST(a1_a_job_that_grows_gets_more_at_once)
{
    struct coop_automatic automatic;

    coop_automatic_begin(&automatic, 100);
    run_jobs(&automatic, 100 * MS, 0, 100);
    TEST_AT_MOST(automatic.groups, 15);
    coop_automatic_note(&automatic, 20 * MS, 10 * MS); /* missed */
    TEST_AT_LEAST(automatic.groups, 27);
    TEST_EQUAL(run_jobs(&automatic, 300 * MS, 0, 200), 0);
}

TEST(a3_what_has_missed_is_not_tried_again_soon)
{
    struct coop_automatic automatic;
    coop_u32 missed_with;

    coop_automatic_begin(&automatic, 64);
    run_jobs(&automatic, 64 * MS, 0, 50);
    missed_with = automatic.groups;
    coop_automatic_note(&automatic, 10 * MS + MS / 2, 10 * MS);
    for (unsigned i = 0; i + 1 < COOP_AUTOMATIC_MEMORY; i++) {
        TEST_AT_LEAST(automatic.groups, missed_with + 1);
        coop_automatic_note(&automatic, MS / 10, 10 * MS);
    }
    run_jobs(&automatic, MS, 0, 20);
    TEST_EQUAL(automatic.groups, 1);
}

TEST(a1_a_job_that_never_fits_gets_the_most)
{
    struct coop_automatic automatic;

    coop_automatic_begin(&automatic, 8);
    run_jobs(&automatic, 400 * MS, 0, 50);
    TEST_EQUAL(automatic.groups, 8);
    coop_automatic_note(&automatic, ~(coop_u64)0, 1);
    TEST_EQUAL(automatic.groups, 8);
}

/* The first job takes all; later ones what the series has learnt, from when they were due. */
TEST(an_automatic_series_takes_what_it_has_learnt)
{
    struct coop_series one = {0};
    struct coop_series_options options = options_of(1, 40 * MS);
    coop_u64 at = 1000 * MS;

    options.is_automatic = 1;
    TEST_EQUAL(coop_series_groups(&one), 0);
    for (int i = 0; i < 20; i++) {
        coop_u64 due;
        coop_u32 groups = coop_series_take(&one, &options, at, &due);
        TEST_EQUAL(groups, i < COOP_AUTOMATIC_CALM ? 16 : groups);
        coop_series_start(&one, at, at);
        coop_series_end(&one, due, at, at + 16 * 5 * MS / groups, groups, 0);
        at += 40 * MS;
    }
    TEST_EQUAL(coop_series_groups(&one), 3); /* 26.67 of at most 26.67 ms */
    options.deadline_ns = 20 * MS;           /* which those three missed */
    for (int i = 0; i < 20; i++) {
        coop_u64 due;
        coop_u32 groups = coop_series_take(&one, &options, at, &due);
        coop_series_start(&one, at, at);
        coop_series_end(&one, due, at, at + 16 * 5 * MS / groups, groups, 0);
        at += 40 * MS;
    }
    TEST_EQUAL(coop_series_groups(&one), 6); /* 13.33 of at most 13.33 */
}

/* `count` jobs that take `ns`, with `groups` work-groups or those that they want if these are fewer. */
static void run_with_fewer(struct coop_series *one, const struct coop_series_options *options,
                           coop_u32 groups, coop_u64 ns, unsigned count)
{
    coop_u64 at = one->due_ns != 0 ? one->due_ns : 1000 * MS;

    for (unsigned i = 0; i < count; i++) {
        coop_u64 due;
        coop_u32 wanted = coop_series_take(one, options, at, &due);
        coop_series_start(one, at, at);
        coop_series_end(one, due, at, at + ns, groups < wanted ? groups : wanted, 0);
        at += options->period_ns;
    }
}

TEST(a_job_that_was_cut_short_or_had_fewer_and_was_slow_says_nothing)
{
    struct coop_series one = {0};
    struct coop_series_options options = options_of(1, 40 * MS);

    options.is_automatic = 1;
    for (int i = 0; i < 20; i++) {
        coop_u64 at = (1000 + 40 * (coop_u64)i) * MS;
        coop_u64 due;
        coop_series_take(&one, &options, at, &due);
        coop_series_end(&one, due, at, at + 1, 16, 1);
    }
    TEST_EQUAL(coop_series_groups(&one), 16);
    run_with_fewer(&one, &options, 5, 33 * MS, 20);
    TEST_EQUAL(coop_series_groups(&one), 16);
    TEST_EQUAL(one.automatic.least, 1); /* nor that 16 do not suffice */
}

/* Beside a cooperative kernel, which keeps one, a job never has the most. */
TEST(a5_a_job_that_had_fewer_and_was_fast_is_learnt_from)
{
    struct coop_series one = {0};
    struct coop_series_options options = options_of(1, 40 * MS);

    options.is_automatic = 1;
    run_with_fewer(&one, &options, 15, 8 * MS, COOP_AUTOMATIC_CALM - 1);
    TEST_EQUAL(coop_series_groups(&one), 16);
    run_with_fewer(&one, &options, 15, 8 * MS, 1);
    TEST_EQUAL(coop_series_groups(&one), 5); /* 24 ms of at most 26.67; with four it were 30 */
    run_with_fewer(&one, &options, 15, 35 * MS, 1);
    TEST_AT_LEAST(coop_series_groups(&one), 6);
}

TEST(a5_what_fewer_take_near_the_limit_is_no_reason_for_fewer)
{
    struct coop_series one = {0};
    struct coop_series_options options = options_of(1, 40 * MS);

    options.is_automatic = 1;
    run_with_fewer(&one, &options, 15, 30 * MS, 20);
    TEST_EQUAL(coop_series_groups(&one), 16);
}

TEST(v9_a_job_that_had_more_room_than_its_own_and_was_fast_says_nothing)
{
    struct coop_series one = {0};
    struct coop_series_options options = options_of(1, 40 * MS);

    options.is_automatic = 1;
    run_with_fewer(&one, &options, 16, 25 * MS, 20);
    TEST_EQUAL(coop_series_groups(&one), 15);
    one.automatic.had_room = 1;
    run_with_fewer(&one, &options, 16, 2 * MS, 20);
    TEST_EQUAL(coop_series_groups(&one), 15);
    run_with_fewer(&one, &options, 16, 35 * MS, 1); /* slow with more room, slower with less */
    TEST_EQUAL(coop_series_groups(&one), 16);
    one.automatic.had_room = 0;
    run_with_fewer(&one, &options, 16, 2 * MS, 20);
    TEST_AT_MOST(coop_series_groups(&one), 3);
}

/* A3 does not hold for ever where the most are never had. */
TEST(a5_a_number_that_has_missed_is_tried_again)
{
    struct coop_series one = {0};
    struct coop_series_options options = options_of(1, 40 * MS);

    options.is_automatic = 1;
    run_with_fewer(&one, &options, 15, 27 * MS, COOP_AUTOMATIC_CALM);
    TEST_EQUAL(coop_series_groups(&one), 16);
    run_with_fewer(&one, &options, 15, 24 * MS, COOP_AUTOMATIC_CALM);
    TEST_EQUAL(coop_series_groups(&one), 14);
    run_with_fewer(&one, &options, 14, 41 * MS, 1);
    run_with_fewer(&one, &options, 16, 41 * MS, 3);
    TEST_EQUAL(coop_series_groups(&one), 16);
    run_with_fewer(&one, &options, 15, 8 * MS, COOP_AUTOMATIC_MEMORY - 1);
    TEST_EQUAL(coop_series_groups(&one), 16);
    run_with_fewer(&one, &options, 15, 8 * MS, 1 + COOP_AUTOMATIC_CALM);
    TEST_AT_MOST(coop_series_groups(&one), 5);
}

/* The last return is read by another part of the device, whose clock can be behind. */
TEST(an_end_before_the_start_is_a_job_of_no_time)
{
    struct coop_series one = {0};
    struct coop_series_options options = options_of(1, 40 * MS);
    coop_u64 due;

    coop_series_take(&one, &options, 1000 * MS, &due);
    coop_series_start(&one, 1000 * MS, 1004 * MS);
    coop_series_end(&one, due, 1004 * MS, 1004 * MS - 32, 16, 0);
    TEST_EQUAL_U64(one.whole_ns, 4 * MS);
    TEST_EQUAL_U64(coop_series_lead_ns(&one), 0);
}
