/* The scheduler's plan by what launches ask for: weights, least numbers, fewer at the start, deadlines, and
 * jobs that are expected. */
#include "test.h"

#include "coop/shared/policy.h"
#include <string.h>

enum { MOST = COOP_INSTANCES_MAX + COOP_SERIES_MAX };

static struct coop_policy_entry entries[MOST];
static coop_u32 entry_count;

static void clear(void)
{
    memset(entries, 0, sizeof entries);
    entry_count = 0;
}

static struct coop_policy_entry *add(coop_u32 phase, coop_u32 is_cooperative, coop_u32 wanted,
                                     coop_u32 active)
{
    struct coop_policy_entry *entry = &entries[entry_count++];

    entry->phase = phase;
    entry->is_cooperative = is_cooperative;
    entry->can_shrink = is_cooperative;
    entry->can_grow = is_cooperative;
    entry->wanted = wanted;
    entry->active = active;
    entry->sequence = entry_count;
    return entry;
}

static void plan(coop_u32 workers)
{
    coop_u32 free_groups = workers;

    for (coop_u32 i = 0; i < MOST; i++) {
        free_groups -= entries[i].phase == COOP_POLICY_RUNNING ? entries[i].active - entries[i].returned : 0;
    }
    coop_policy_plan(entries, MOST, workers, free_groups);
}

TEST(y4_shares_are_as_the_weights)
{
    struct coop_policy_entry *one, *other, *third;

    clear();
    one = add(COOP_POLICY_RUNNING, 1, 64, 1);
    other = add(COOP_POLICY_RUNNING, 1, 64, 1);
    one->weight = 3;
    plan(64);
    TEST_EQUAL(one->target, 48);
    TEST_EQUAL(other->target, 16);
    one->weight = COOP_WEIGHT_MAX;
    plan(64);
    TEST_EQUAL(one->target, 63);
    TEST_EQUAL(other->target, 1);
    third = add(COOP_POLICY_RUNNING, 1, 10, 1);
    one->weight = 2;
    other->weight = 1;
    third->weight = 5; /* its limit leaves more to the two */
    plan(64);
    TEST_EQUAL(third->target, 10);
    TEST_EQUAL(one->target, 36);
    TEST_EQUAL(other->target, 18);
}

/* Two ways to the same shares: the shorter one is for entries that are alike. */
TEST(y4_shares_of_kernels_that_are_alike_are_those_of_the_level)
{
    struct coop_policy_entry by_level[MOST];
    uint64_t random = test_seed();

    for (unsigned i = 0; i < 20000; i++) {
        coop_u32 count = 1 + (coop_u32)test_random_below(&random, 8);
        coop_u32 most = 1 + (coop_u32)test_random_below(&random, i % 2 ? 12 : COOP_SLOTS_MAX);
        coop_u32 budget = (coop_u32)test_random_below(&random, i % 3 ? most * count + 2 : count + 1);
        coop_u32 weight = (coop_u32)test_random_below(&random, 4) * 85;
        coop_u32 target = (coop_u32)test_random_below(&random, 3);
        coop_u32 left;

        clear();
        for (coop_u32 k = 0; k < count; k++) {
            struct coop_policy_entry *entry =
                add(COOP_POLICY_RUNNING, 1, 1 + (coop_u32)test_random_below(&random, most), 1);
            entry->priority = test_random_below(&random, 4) == 0;
            entry->weight = weight;
            entry->target = coop_policy_min(target, entry->wanted);
            if (test_random_below(&random, 8) == 0) { /* not all are alike */
                entry->weight = (coop_u32)test_random_below(&random, 4);
                entry->target = 0;
            }
        }
        memcpy(by_level, entries, sizeof entries);
        left = coop_policy_share(entries, MOST, 0, budget);
        TEST_EQUAL(left, coop_policy_share_by_level(by_level, MOST, 0, budget));
        for (coop_u32 k = 0; k < count; k++) {
            TEST_EQUAL(entries[k].target, by_level[k].target);
        }
    }
}

TEST(y4_weights_decide_within_a_priority_only)
{
    struct coop_policy_entry *low, *high;

    clear();
    low = add(COOP_POLICY_RUNNING, 1, 16, 8);
    high = add(COOP_POLICY_RUNNING, 1, 12, 8);
    low->weight = 100;
    high->priority = 1;
    plan(16);
    TEST_EQUAL(high->target, 12);
    TEST_EQUAL(low->target, 4);
}

TEST(y4_every_work_group_is_shared_out)
{
    for (coop_u32 workers = 3; workers < 200; workers += 7) {
        coop_u32 sum = 0;
        clear();
        for (coop_u32 i = 0; i < 3; i++) {
            add(COOP_POLICY_RUNNING, 1, 2000, 1)->weight = 1 + 90 * i;
        }
        plan(workers);
        for (coop_u32 i = 0; i < 3; i++) {
            sum += entries[i].target;
        }
        TEST_EQUAL(sum, workers);
    }
}

TEST(y3_a_kernel_keeps_the_least_number_it_asked_for)
{
    struct coop_policy_entry *one, *regular;

    clear();
    one = add(COOP_POLICY_RUNNING, 1, 8, 8);
    one->least = 3;
    regular = add(COOP_POLICY_WAITING, 0, 8, 0);
    plan(8);
    TEST_EQUAL(one->target, 3);
    TEST_EQUAL(regular->need, 5);
    one->active = 3;
    plan(8);
    TEST_EQUAL(regular->start, 5);
    one->active = 2; /* it has fewer: what it has it keeps, and nobody waits for more than there is */
    plan(8);
    TEST_EQUAL(regular->start, 6);
    TEST_EQUAL(one->target, 2);
}

TEST(y3_least_numbers_that_do_not_fit_are_no_promise)
{
    struct coop_policy_entry *one, *other, *regular;

    clear();
    one = add(COOP_POLICY_RUNNING, 1, 8, 6);
    one->least = 6;
    other = add(COOP_POLICY_WAITING, 1, 8, 0);
    other->least = 6;
    plan(8);
    TEST_EQUAL(other->start, 2);
    other->phase = COOP_POLICY_RUNNING;
    other->active = 2;
    regular = add(COOP_POLICY_WAITING, 0, 8, 0);
    plan(8);
    TEST_EQUAL(one->target, 6);
    TEST_EQUAL(other->target, 2);
    TEST_EQUAL(regular->start, 0);
    TEST_EQUAL(regular->need, 1);
}

TEST(y5_a_kernel_gathers_the_least_number_first)
{
    struct coop_policy_entry *one, *other;

    clear();
    one = add(COOP_POLICY_RUNNING, 1, 8, 8);
    other = add(COOP_POLICY_WAITING, 1, 8, 0);
    other->least = 5;
    one->active = 6;
    plan(8);
    TEST_EQUAL(other->start, 0);
    TEST_EQUAL(one->target, 3);
    one->active = 3;
    plan(8);
    TEST_EQUAL(other->start, 5);
}

TEST(y3b_the_least_number_goes_too_where_the_last_may)
{
    struct coop_policy_entry *one, *all;

    clear();
    one = add(COOP_POLICY_RUNNING, 1, 4, 4);
    one->least = 2;
    one->may_kill_all = 1;
    all = add(COOP_POLICY_WAITING, 0, 4, 0);
    plan(4);
    TEST_EQUAL(one->target, 0);
    TEST_EQUAL(all->need, 4);
}

TEST(y2_a_kernel_that_may_starts_with_fewer)
{
    struct coop_policy_entry *one, *regular;

    clear();
    one = add(COOP_POLICY_RUNNING, 1, 8, 6);
    regular = add(COOP_POLICY_WAITING, 0, 4, 0);
    plan(8);
    TEST_EQUAL(regular->start, 0);
    regular->least = 3;
    plan(8);
    TEST_EQUAL(regular->start, 0);
    TEST_EQUAL(one->target, 4); /* it waits for all four, and takes three if they are there */
    regular->least = 1;
    plan(8);
    TEST_EQUAL(regular->start, 2);
    one->active = 3;
    plan(8);
    TEST_EQUAL(regular->start, 4);
}

TEST(y1_the_earliest_deadline_is_first)
{
    struct coop_policy_entry *first, *late, *early, *urgent;

    clear();
    first = add(COOP_POLICY_WAITING, 0, 4, 0);
    late = add(COOP_POLICY_WAITING, 0, 4, 0);
    early = add(COOP_POLICY_WAITING, 0, 4, 0);
    late->due_ns = 2000;
    early->due_ns = 1000;
    plan(8);
    TEST_EQUAL(early->start, 4);
    TEST_EQUAL(late->start, 4);
    TEST_EQUAL(first->start, 0);
    plan(4);
    TEST_EQUAL(early->start, 4);
    TEST_EQUAL(late->start, 0);
    urgent = add(COOP_POLICY_WAITING, 0, 8, 0);
    urgent->priority = 1;
    plan(8);
    TEST_EQUAL(urgent->start, 8);
    TEST_EQUAL(early->start + late->start + first->start, 0);
}

static struct coop_policy_entry *expect(coop_u32 index, coop_u32 wanted, coop_u32 behind)
{
    struct coop_policy_entry *entry = &entries[COOP_INSTANCES_MAX + index];

    memset(entry, 0, sizeof *entry);
    entry->phase = COOP_POLICY_EXPECTED;
    entry->wanted = wanted;
    entry->behind = behind;
    entry->sequence = ~0u - index;
    return entry;
}

TEST(y7_an_expected_job_is_gathered_for_and_does_not_start)
{
    struct coop_policy_entry *one, *expected;

    clear();
    one = add(COOP_POLICY_RUNNING, 1, 8, 8);
    expected = expect(0, 5, 1);
    plan(8);
    TEST_EQUAL(one->target, 3);
    TEST_EQUAL(expected->need, 5);
    TEST_EQUAL(expected->start, 0);
    one->active = 3;
    plan(8);
    TEST_EQUAL(one->target, 3); /* and not grown again */
    TEST_EQUAL(expected->start, 5);
}

TEST(y7_who_came_before_the_holding_is_ahead_and_who_comes_later_waits)
{
    struct coop_policy_entry *before, *after, *expected;

    clear();
    before = add(COOP_POLICY_WAITING, 0, 3, 0);
    after = add(COOP_POLICY_WAITING, 0, 3, 0);
    expected = expect(1, 4, before->sequence);
    plan(8);
    TEST_EQUAL(before->start, 3);
    TEST_EQUAL(expected->start, 4);
    TEST_EQUAL(after->start, 0);
    after->priority = 1;
    plan(8);
    TEST_EQUAL(after->start, 3);
    TEST_EQUAL(expected->start, 0);
}

TEST(y7_the_job_that_comes_has_the_place_of_the_holding)
{
    struct coop_policy_entry *after, *job;

    clear();
    after = add(COOP_POLICY_WAITING, 0, 6, 0);
    job = add(COOP_POLICY_WAITING, 0, 4, 0);
    job->behind = 1; /* held since the first launch */
    after->sequence = 2;
    job->sequence = 3;
    plan(8);
    TEST_EQUAL(job->start, 4);
    TEST_EQUAL(after->start, 0);
    job->behind = 0;
    plan(8);
    TEST_EQUAL(after->start, 6);
    TEST_EQUAL(job->start, 0);
}

TEST(y7_an_expected_job_takes_nobodys_last_work_group)
{
    struct coop_policy_entry *one, *regular;

    clear();
    one = add(COOP_POLICY_RUNNING, 1, 4, 4);
    one->may_kill_all = 1;
    expect(0, 4, 1);
    plan(4);
    TEST_EQUAL(one->target, 1);
    TEST_EQUAL(one->is_displaced, 0);
    TEST_EQUAL(entries[COOP_INSTANCES_MAX].need, 3); /* nor does it wait for that one */
    regular = add(COOP_POLICY_WAITING, 0, 4, 0);
    plan(4); /* behind the expected job, it would not start either */
    TEST_EQUAL(one->target, 1);
    regular->sequence = 1;
    plan(4);
    TEST_EQUAL(one->target, 0);
}

TEST(y7_two_expected_jobs_are_both_gathered_for)
{
    struct coop_policy_entry *one = NULL;

    clear();
    one = add(COOP_POLICY_RUNNING, 1, 16, 16);
    expect(0, 5, 1);
    expect(3, 6, 1);
    plan(16);
    TEST_EQUAL(one->target, 5);
}

static struct coop_policy_entry *add_elastic(coop_u32 phase, coop_u32 wanted, coop_u32 active)
{
    struct coop_policy_entry *entry = add(phase, 0, wanted, active);

    entry->can_shrink = 1;
    entry->can_grow = 1;
    return entry;
}

TEST(y8_an_elastic_kernel_gives_way_to_higher_priorities)
{
    struct coop_policy_entry *elastic, *job;

    clear();
    elastic = add_elastic(COOP_POLICY_RUNNING, 16, 16);
    plan(16);
    TEST_EQUAL(elastic->target, 16);
    job = add(COOP_POLICY_WAITING, 0, 5, 0);
    plan(16);
    TEST_EQUAL(elastic->target, 16); /* of the same priority */
    TEST_EQUAL(job->start, 0);
    job->priority = 1;
    plan(16);
    TEST_EQUAL(elastic->target, 11);
    job->wanted = 16; /* it gets what it can ever have: all but one */
    plan(16);
    TEST_EQUAL(elastic->target, 1);
    TEST_EQUAL(job->need, 15);
    elastic->least = 4;
    plan(16);
    TEST_EQUAL(elastic->target, 4);
    TEST_EQUAL(job->need, 12);
    elastic->active = 4;
    plan(16);
    TEST_EQUAL(job->start, 12);
    TEST_EQUAL(elastic->target, 4);
    elastic->returned = 1; /* it ends soon, and gives way no more */
    elastic->active = 16;
    plan(16);
    TEST_EQUAL(elastic->target, 16);
}

TEST(y8_it_gives_no_more_than_is_missing)
{
    struct coop_policy_entry *elastic, *job, *cooperative, *later;

    clear();
    elastic = add_elastic(COOP_POLICY_RUNNING, 8, 8);
    cooperative = add(COOP_POLICY_RUNNING, 1, 16, 6);
    job = add(COOP_POLICY_WAITING, 0, 6, 0);
    job->priority = 1;
    later = add(COOP_POLICY_WAITING, 0, 6, 0);
    plan(16); /* two are free, and five of the cooperative one's can be had */
    TEST_EQUAL(elastic->target, 8);
    TEST_EQUAL(cooperative->target, 1);
    job->wanted = 9;
    plan(16);
    TEST_EQUAL(elastic->target, 6); /* nothing for the later one, which is not above it */
    TEST_EQUAL(cooperative->target, 1);
    TEST_EQUAL(later->start, 0);
}

TEST(y8_the_lowest_priority_gives_first)
{
    struct coop_policy_entry *low, *middle, *job;

    clear();
    middle = add_elastic(COOP_POLICY_RUNNING, 8, 8);
    low = add_elastic(COOP_POLICY_RUNNING, 8, 8);
    job = add(COOP_POLICY_WAITING, 0, 5, 0);
    middle->priority = 1;
    job->priority = 2;
    plan(16);
    TEST_EQUAL(low->target, 3);
    TEST_EQUAL(middle->target, 8);
    job->wanted = 9;
    plan(16);
    TEST_EQUAL(low->target, 1);
    TEST_EQUAL(middle->target, 6);
    job->priority = 1; /* as high as the other */
    plan(16);
    TEST_EQUAL(low->target, 1);
    TEST_EQUAL(middle->target, 8);
}

TEST(y8_it_gives_way_to_expected_jobs_and_to_cooperative_kernels)
{
    struct coop_policy_entry *elastic, *expected, *cooperative;

    clear();
    elastic = add_elastic(COOP_POLICY_RUNNING, 16, 16);
    expected = add(COOP_POLICY_EXPECTED, 0, 4, 0);
    expected->priority = 1;
    plan(16);
    TEST_EQUAL(elastic->target, 12);
    elastic->active = 12;
    plan(16);
    TEST_EQUAL(expected->start, 4);
    TEST_EQUAL(elastic->target, 12);
    clear();
    elastic = add_elastic(COOP_POLICY_RUNNING, 16, 14);
    cooperative = add(COOP_POLICY_RUNNING, 1, 6, 2);
    plan(16);
    TEST_EQUAL(elastic->target, 14);
    TEST_EQUAL(cooperative->target, 2);
    cooperative->priority = 1;
    plan(16);
    TEST_EQUAL(elastic->target, 10);
    TEST_EQUAL(cooperative->target, 6);
}

TEST(y8_it_starts_with_what_is_free_and_grows)
{
    struct coop_policy_entry *elastic, *job;

    clear();
    job = add(COOP_POLICY_RUNNING, 0, 13, 13);
    elastic = add_elastic(COOP_POLICY_WAITING, 8, 0);
    plan(16);
    TEST_EQUAL(elastic->start, 3);
    elastic->least = 4; /* it gathers as many as it keeps */
    plan(16);
    TEST_EQUAL(elastic->start, 0);
    elastic->least = 0;
    elastic->phase = COOP_POLICY_RUNNING;
    elastic->active = 3;
    plan(16);
    TEST_EQUAL(elastic->target, 3);
    job->phase = COOP_POLICY_ABSENT;
    plan(16);
    TEST_EQUAL(elastic->target, 8); /* and no more than it asked for */
    elastic->returned = 1;
    plan(16);
    TEST_EQUAL(elastic->target, 3);
}
