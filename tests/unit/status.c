/* Names and texts of the statuses, and of the trace's kinds. */
#include "test.h"

#include "coop/coop.h"
#include "coop/trace_write.h"
#include <string.h>

TEST(every_status_has_a_name_and_a_text)
{
    for (int i = 0; i < COOP_STATUS_COUNT; i++) {
        TEST_TRUE(strncmp(coop_status_name((coop_status)i), "COOP_", 5) == 0);
        TEST_TRUE(strcmp(coop_status_name((coop_status)i), "COOP_?") != 0);
        TEST_TRUE(strlen(coop_status_text((coop_status)i)) > 3);
        for (int k = 0; k < i; k++) {
            TEST_TRUE(strcmp(coop_status_name((coop_status)i), coop_status_name((coop_status)k)) != 0);
            TEST_TRUE(strcmp(coop_status_text((coop_status)i), coop_status_text((coop_status)k)) != 0);
        }
    }
}

TEST(names_are_those_of_the_enumeration)
{
    TEST_EQUAL(COOP_OK, 0);
    TEST_EQUAL_TEXT(coop_status_name(COOP_OK), "COOP_OK");
    TEST_EQUAL_TEXT(coop_status_name(COOP_TIMED_OUT), "COOP_TIMED_OUT");
    TEST_EQUAL_TEXT(coop_status_text(COOP_TIMED_OUT), "the deadline passed");
    TEST_EQUAL_TEXT(coop_status_name(COOP_IO_FAILED), "COOP_IO_FAILED");
}

TEST(a_number_that_is_no_status_is_named_too)
{
    TEST_EQUAL_TEXT(coop_status_name((coop_status)COOP_STATUS_COUNT), "COOP_?");
    TEST_EQUAL_TEXT(coop_status_name((coop_status)-1), "COOP_?");
    TEST_EQUAL_TEXT(coop_status_name((coop_status)1000000), "COOP_?");
    TEST_TRUE(coop_status_text((coop_status)-1) != NULL);
    TEST_TRUE(coop_status_text((coop_status)COOP_STATUS_COUNT) != NULL);
}

TEST(trace_kinds_are_named)
{
    for (unsigned kind = 1; kind < COOP_TRACE_KIND_END; kind++) { /* the numbers have no gaps */
        TEST_TRUE(strcmp(coop_trace_kind_name(kind), "?") != 0);
    }
    TEST_EQUAL_TEXT(coop_trace_kind_name(COOP_TRACE_GROUP_BEGINS), "GROUP_BEGINS");
    TEST_EQUAL_TEXT(coop_trace_kind_name(COOP_TRACE_COMPLETED), "COMPLETED");
    TEST_EQUAL_TEXT(coop_trace_kind_name(0), "?");
    TEST_EQUAL_TEXT(coop_trace_kind_name(COOP_TRACE_KIND_END), "?");
    TEST_EQUAL_TEXT(coop_trace_kind_name(~0u), "?");
}
