/* What the compiler says of a megakernel's registers. */
#include "lab/bench/registers/registers_log.h"
#include "test.h"

#include <string.h>

static const char told[] =
    "ptxas info    : 0 bytes gmem\n"
    "ptxas info    : Compiling entry function 'coop_megakernel' for 'sm_90'\n"
    "ptxas info    : Function properties for coop_megakernel\n"
    "    400 bytes stack frame, 208 bytes spill stores, 112 bytes spill loads\n"
    "ptxas info    : Used 64 registers, used 1 barriers, 400 bytes cumulative stack size, 5760 bytes smem\n"
    "ptxas info    : Compile time = 684.739 ms\n"
    "ptxas info    : Function properties for coop_scheduler_by_leader\n"
    "ptxas         .     8 bytes stack frame, 16 bytes spill stores, 24 bytes spill loads";

TEST(the_log_tells_of_each_part)
{
    struct registers_part parts[REGISTERS_PARTS_MAX];

    TEST_EQUAL(registers_log_read(told, strlen(told), parts), 2);
    TEST_EQUAL_TEXT(parts[0].name, "coop_megakernel");
    TEST_EQUAL(parts[0].registers, 64);
    TEST_EQUAL(parts[0].stack_bytes, 400);
    TEST_EQUAL(parts[0].spill_store_bytes, 208);
    TEST_EQUAL(parts[0].spill_load_bytes, 112);
    TEST_EQUAL_TEXT(parts[1].name, "coop_scheduler_by_leader");
    TEST_EQUAL(parts[1].registers, 0);
    TEST_EQUAL(parts[1].stack_bytes, 8);
    TEST_EQUAL(parts[1].spill_load_bytes, 24);
}

TEST(a_log_without_such_words_tells_of_nothing)
{
    struct registers_part parts[REGISTERS_PARTS_MAX];

    TEST_EQUAL(registers_log_read("", 0, parts), 0);
    TEST_EQUAL(registers_log_read("1 warning generated.\nUsed 3 registers\n", 39, parts), 0);
}
