/* The verdicts of coop-bench apps, on ratios made by hand. */
#include "lab/bench/base/apps_verdict.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static const struct apps_aim aim = {1.05, 1.10};
static struct apps_summaries summaries;

static enum apps_verdict verdict_of(const char *side)
{
    unsigned i;

    for (i = 0; i < summaries.count; i++) {
        if (strcmp(summaries.sides[i].side, side) == 0) {
            return apps_verdict_of(&summaries.sides[i]);
        }
    }
    return APPS_NO_AIM;
}

static void add(const char *side, struct apps_aim of, const char *graph, double ratio, double low)
{
    TEST_EQUAL(apps_verdict_add(&summaries, side, of, graph, ratio, low), 0);
}

TEST(mean_and_worst_must_both_be_within_the_aim)
{
    memset(&summaries, 0, sizeof summaries);
    add("a", aim, "one", 1.10, 1.0);
    add("a", aim, "two", 0.90, 0.9);
    TEST_EQUAL(verdict_of("a"), APPS_MET);
    TEST_TRUE(apps_verdict_mean(&summaries.sides[0]) > 0.9949 &&
              apps_verdict_mean(&summaries.sides[0]) < 0.9951);
    add("a", aim, "three", 1.11, 1.105);
    TEST_EQUAL(verdict_of("a"), APPS_MISSED); /* the worst */
    TEST_TRUE(strcmp(summaries.sides[0].worst_graph, "three") == 0);
    add("b", aim, "one", 1.09, 1.08);
    TEST_EQUAL(verdict_of("b"), APPS_MISSED); /* the mean */
}

TEST(turns_that_vary_make_it_unclear)
{
    memset(&summaries, 0, sizeof summaries);
    add("a", aim, "one", 1.30, 1.02);
    TEST_EQUAL(verdict_of("a"), APPS_UNCLEAR);
    add("a", aim, "two", 1.11, 1.101); /* less than the first, and it does not vary */
    TEST_EQUAL(verdict_of("a"), APPS_MISSED);
}

TEST(what_is_not_known_is_never_met)
{
    const struct apps_aim none = {0, 0};

    memset(&summaries, 0, sizeof summaries);
    add("a", aim, "one", 1.0, 1.0);
    TEST_TRUE(!apps_verdict_fails(&summaries.sides[0]));
    TEST_EQUAL(apps_verdict_add_unknown(&summaries, "a", aim, "two"), 0);
    TEST_EQUAL(verdict_of("a"), APPS_UNCLEAR);
    TEST_TRUE(apps_verdict_fails(&summaries.sides[0]));
    TEST_TRUE(strcmp(summaries.sides[0].worst_graph, "one") == 0);
    add("a", aim, "three", 1.3, 1.2);
    TEST_EQUAL(verdict_of("a"), APPS_MISSED);
    TEST_EQUAL(apps_verdict_add_unknown(&summaries, "b", aim, "one"), 0);
    TEST_EQUAL(verdict_of("b"), APPS_UNCLEAR);
    TEST_TRUE(apps_verdict_fails(&summaries.sides[1]) && apps_verdict_mean(&summaries.sides[1]) == 0);
    TEST_TRUE(strcmp(summaries.sides[1].worst_graph, "one") == 0);
    TEST_EQUAL(apps_verdict_add_unknown(&summaries, "c", none, "one"), 0);
    TEST_TRUE(verdict_of("c") == APPS_NO_AIM && !apps_verdict_fails(&summaries.sides[2]));
    add("d", aim, "one", 1.3, 1.0);
    TEST_TRUE(verdict_of("d") == APPS_UNCLEAR && !apps_verdict_fails(&summaries.sides[3])); /* turns vary */
}

TEST(aims_are_those_of_the_side_and_the_device)
{
    const struct apps_aim none = {0, 0};
    const struct apps_aim given = {2, 3};

    TEST_TRUE(apps_verdict_aim("plain", 0, none).mean == 1.05 &&
              apps_verdict_aim("plain", 0, none).worst == 1.10);
    TEST_TRUE(apps_verdict_aim("plain", 1, none).mean == 1.02 &&
              apps_verdict_aim("plain", 1, none).worst == 1.05);
    TEST_TRUE(apps_verdict_aim("CUDA grid.sync", 1, none).worst == 1.10);
    TEST_TRUE(apps_verdict_aim("beside heavy:half", 0, none).worst == 1.10);
    TEST_TRUE(apps_verdict_aim("OpenMP", 0, given).worst == 0);
    TEST_TRUE(apps_verdict_aim("plain", 0, given).worst == 3);
    memset(&summaries, 0, sizeof summaries);
    add("OpenMP", apps_verdict_aim("OpenMP", 0, none), "one", 9, 8);
    TEST_EQUAL(verdict_of("OpenMP"), APPS_NO_AIM);
}

TEST(sides_without_room_are_refused)
{
    char name[16];
    int i;

    memset(&summaries, 0, sizeof summaries);
    for (i = 0; i < APPS_SIDES_MAX; i++) {
        snprintf(name, sizeof name, "side %d", i);
        add(name, aim, "one", 1, 1);
    }
    TEST_EQUAL(apps_verdict_add(&summaries, "one more", aim, "one", 1, 1), -1);
    TEST_EQUAL(apps_verdict_add(&summaries, "side 3", aim, "two", 1, 1), 0);
}
