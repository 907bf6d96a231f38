/* Places in the log of a compiler that does not follow #line. */
#include "host/module/build_log.h"
#include "test.h"
#include <stdlib.h>
#include <string.h>

static const char first[] = "one\ntwo\n#line 7 \"user.cl\"\nuser 7\nuser 8\n"; /* lines 1 to 5 */
static const char second[] =
    "user 9\n  # line 40 \"dir/other file.cl\"\nother 40\nother 41"; /* lines 6 to 9 */

static void expect(const char *log, const char *wanted)
{
    const char *parts[] = {first, second};
    const size_t lengths[] = {sizeof first - 1, sizeof second - 1};
    char *placed = coop_build_log_place(log, parts, lengths, 2);

    TEST_EQUAL_TEXT(placed != NULL ? placed : "(null)", wanted);
    free(placed);
}

TEST(lines_are_those_of_the_directives)
{
    expect("<kernel>:4:3: error: x\n", "user.cl:7:3: error: x\n");
    expect("<kernel>:5: a\n<kernel>:6: b", "user.cl:8: a\nuser.cl:9: b");
    expect("<kernel>:8:1", "dir/other file.cl:40:1");
    expect("<kernel>:9:1", "dir/other file.cl:41:1");
}

TEST(what_has_no_directive_stays)
{
    expect("<kernel>:2:1: error", "<kernel>:2:1: error");
    expect("<kernel>:x <kernel>", "<kernel>:x <kernel>");
    expect("", "");
    expect("user.cl:7: as others say it", "user.cl:7: as others say it");
}

TEST(lines_past_the_end)
{
    expect("<kernel>:1000000000:1", "dir/other file.cl:42:1");
}

TEST(local_memory_that_is_too_small_is_found_in_the_log)
{
    unsigned long long taken = 1;
    unsigned long long most = 2;

    TEST_TRUE(
        !coop_build_log_local_memory("ptxas error   : uses too much shared data (many)", &taken, &most));
    TEST_TRUE(!coop_build_log_local_memory("", &taken, &most));
    TEST_EQUAL(taken, 1);
    TEST_EQUAL(most, 2);
    TEST_TRUE(coop_build_log_local_memory("<kernel>:1: a warning\nptxas error   : Entry function "
                                          "'coop_megakernel' uses too much shared data (0xf424780 bytes, "
                                          "0x38c00 max)\n",
                                          &taken, &most));
    TEST_EQUAL(taken, 256001920);
    TEST_EQUAL(most, 232448);
}
