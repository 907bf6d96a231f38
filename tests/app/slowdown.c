/* The slowdown that coop-app reports, on times made by hand. */
#include "test.h"
#include "tools/measure/samples.h"

static void add_alone(struct slowdown *slowdown, double ms, int count)
{
    for (int i = 0; i < count; i++) {
        slowdown_add_alone(slowdown, ms);
    }
}

static void add_beside(struct slowdown *slowdown, double ms, int count)
{
    for (int i = 0; i < count; i++) {
        slowdown_add_beside(slowdown, ms);
    }
}

TEST(one_slow_launch_does_not_count)
{
    struct slowdown slowdown = {.period_ms = 40};

    add_alone(&slowdown, 100, 9);
    add_alone(&slowdown, 2000, 1);
    add_beside(&slowdown, 130, 9);
    add_beside(&slowdown, 3000, 1);
    TEST_TRUE(slowdown_get(&slowdown) > 1.299 && slowdown_get(&slowdown) < 1.301);
    TEST_EQUAL(slowdown.alone_ms.count, 10);
    slowdown_clear(&slowdown);
}

TEST(short_launches_count_by_the_period)
{
    struct slowdown slowdown = {.period_ms = 40};

    add_alone(&slowdown, 10, 5);
    for (int i = 0; i < 20; i++) { /* three of four do not meet the work */
        add_beside(&slowdown, 10, 3);
        add_beside(&slowdown, 30, 1);
    }
    TEST_EQUAL(slowdown.beside_ms.count, 20);
    TEST_TRUE(slowdown_get(&slowdown) > 1.499 && slowdown_get(&slowdown) < 1.501);
    slowdown_clear(&slowdown);
}

TEST(times_that_vary_are_called_noisy)
{
    struct slowdown slowdown = {.period_ms = 40};

    add_alone(&slowdown, 100, 8);
    add_alone(&slowdown, 110, 2);
    add_beside(&slowdown, 133, 10);
    TEST_TRUE(!slowdown_is_noisy(&slowdown, 1.33));
    add_alone(&slowdown, 200, 4);
    TEST_TRUE(slowdown_is_noisy(&slowdown, 1.33));
    slowdown_clear(&slowdown);
}

TEST(faster_beside_other_work_is_called_noisy)
{
    struct slowdown slowdown = {.period_ms = 40};

    add_alone(&slowdown, 100, 8);
    add_beside(&slowdown, 10, 40);
    TEST_TRUE(slowdown_is_noisy(&slowdown, 1.33));
    slowdown_clear(&slowdown);
}

TEST(no_samples_give_no_figure)
{
    struct slowdown slowdown = {.period_ms = 40};

    TEST_TRUE(slowdown_get(&slowdown) == 0);
    slowdown_add_beside(&slowdown, 1);
    TEST_TRUE(slowdown_get(&slowdown) == 0);
    slowdown_clear(&slowdown);
}
