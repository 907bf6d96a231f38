/* Claims with known outcomes, which show that the test support tells them apart. */
#include "test.h"

TEST(holds)
{
    TEST_EQUAL(2, 2);
    TEST_EQUAL_U64(test_option("number", 7), 7);
    TEST_CONTAINS("slot 3", "3");
}

TEST(fails)
{
    TEST_EQUAL(41, 42);
}

TEST(skips)
{
    TEST_SKIP("as it should");
}
