/* The reading of PTX text by which device.orders judges a compiler, on text as NVIDIA's writes it, good and
 * bad. */
#include "../device/ptx.h"

#include "test.h"

#include <string.h>

static const char good[] = ".version 9.0\n"
                           ".target sm_90, texmode_independent\n"
                           "\n"
                           "\t// .globl\tof_coop_add_ordered_twice\n"
                           ".entry of_coop_add_ordered_twice(\n"
                           "\t.param .u64 .ptr .global .align 8 of_coop_add_ordered_twice_param_0\n"
                           ")\n"
                           "{\n"
                           "\tmembar.sys;\n"
                           "\tret;\n"
                           "}\n"
                           ".entry of_coop_add_ordered(\n"
                           "\t.param .u64 .ptr .global .align 8 of_coop_add_ordered_param_0,\n"
                           "\t.param .u64 of_coop_add_ordered_param_1\n"
                           ")\n"
                           "{\n"
                           "\t.reg .b32 \t%r<3>;\n"
                           "\tld.param.u64 \t%rd1, [of_coop_add_ordered_param_0];\n"
                           "\t// begin inline asm\n"
                           "\tfence.sc.gpu; atom.acq_rel.gpu.global.add.u32 %r1, [%rd1], %r2;\n"
                           "\t// end inline asm\n"
                           "\tst.global.v2.u32 \t[%rd3], {%r1, %r1};\n"
                           "\tret;\n"
                           "\n"
                           "}\n"
                           ".entry of_coop_load_relaxed(\n"
                           ")\n"
                           "{\n"
                           "\tld.relaxed.gpu.global.b32 %r1, [%rd1];\n"
                           "\tret;\n"
                           "}\n";

/* What the driver makes of a compare-exchange of C11, with a label, a predicate and a fence behind a
 * branch. */
static const char branches[] = ".entry of_c11(\n"
                               "\t.param .u64 of_c11_param_0\n"
                               ")\n"
                               "{\n"
                               "\tmembar.gl;\n"
                               "\tatom.global.cas.b64 \t%rd12, [%rd1], %rd11, %rd10;\n"
                               "\tsetp.ne.s64 \t%p1, %rd12, 3;\n"
                               "\t@%p1 bra \t$L__BB1_2;\n"
                               "\n"
                               "\t@!%p2 membar.gl;\n"
                               "\t// membar.cta; is only spoken of\n"
                               "$L__BB1_2: ld.volatile.global.u64 \t%rd13, [%rd1+8];\n"
                               "\t{ // callseq 0, 0\n"
                               "\t.param .b64 param0;\n"
                               "\tst.param.b64 \t[param0+0], %rd1;\n"
                               "\t} // callseq 0\n"
                               "\tred.global.add.u32 [%rd1], 1;\n"
                               "\tret;\n"
                               "}\n"
                               ".func behind()\n"
                               "{\n"
                               "\tfence.acq_rel.gpu;\n"
                               "}\n";

static void orders_are(const char *text, const char *kernel, const char *wanted)
{
    char list[200] = "untouched";

    TEST_EQUAL(ptx_orders(text, kernel, list, sizeof list), 1);
    TEST_EQUAL_TEXT(list, wanted);
}

TEST(lists_fences_and_ordered_accesses)
{
    orders_are(good, "of_coop_add_ordered", "fence.sc.gpu; atom.acq_rel.gpu.global.add.u32");
    orders_are(good, "of_coop_load_relaxed", "ld.relaxed.gpu.global.b32");
}

TEST(tells_an_entry_from_one_whose_name_is_longer)
{
    orders_are(good, "of_coop_add_ordered_twice", "membar.sys");
}

TEST(looks_behind_labels_and_predicates_and_not_into_comments)
{
    orders_are(branches, "of_c11",
               "membar.gl; atom.global.cas.b64; membar.gl; ld.volatile.global.u64; red.global.add.u32");
}

/* What a compiler would do that ignored the orders: the list differs, and says how. */
TEST(a_weaker_access_is_a_different_list)
{
    char text[sizeof good];
    char list[200];
    char *order;

    memcpy(text, good, sizeof good);
    order = strstr(text, "acq_rel");
    memcpy(order, "relaxed", 7);
    TEST_EQUAL(ptx_orders(text, "of_coop_add_ordered", list, sizeof list), 1);
    TEST_EQUAL_TEXT(list, "fence.sc.gpu; atom.relaxed.gpu.global.add.u32");
    memset(strstr(text, "fence.sc.gpu;"), ' ', 13);
    TEST_EQUAL(ptx_orders(text, "of_coop_add_ordered", list, sizeof list), 1);
    TEST_EQUAL_TEXT(list, "atom.relaxed.gpu.global.add.u32");
}

TEST(a_missing_entry_and_one_without_an_end_are_not_there)
{
    char list[200] = "untouched";
    char text[sizeof good];

    TEST_EQUAL(ptx_orders(good, "of_coop_add", list, sizeof list), 0);
    TEST_EQUAL_TEXT(list, "");
    memcpy(text, good, sizeof good);
    *strstr(text, "\tret;\n}\n.entry of_coop_add_ordered(") = '\0';
    TEST_EQUAL(ptx_orders(text, "of_coop_add_ordered_twice", list, sizeof list), 0);
    TEST_EQUAL_TEXT(list, "");
    TEST_EQUAL(ptx_orders("", "of_c11", list, sizeof list), 0);
}

TEST(a_list_that_does_not_fit_says_so)
{
    char list[30];

    TEST_EQUAL(ptx_orders(branches, "of_c11", list, sizeof list), 1);
    TEST_EQUAL_TEXT(list, "membar.gl; ...");
    TEST_TRUE(strlen(list) < sizeof list);
}
