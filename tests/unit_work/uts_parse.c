/* Trees on command lines. */
#include "apps/uts/uts_tree.h"
#include "test.h"

static struct tool_error error;
static struct uts_tree tree;

static const char *geometric(const char *text, const char *shape)
{
    error.text[0] = '\0';
    uts_tree_parse_geometric(text, shape, &tree, &error);
    return error.text;
}

static const char *binomial(const char *text)
{
    error.text[0] = '\0';
    uts_tree_parse_binomial(text, &tree, &error);
    return error.text;
}

static const char *hybrid(const char *text)
{
    error.text[0] = '\0';
    uts_tree_parse_hybrid(text, "linear", &tree, &error);
    return error.text;
}

TEST(takes_parameters)
{
    TEST_EQUAL_TEXT(geometric("4.5,10,19", "cyclic"), "");
    TEST_TRUE(tree.b > 4.49 && tree.b < 4.51 && tree.shape == UTS_CYCLIC && tree.kind == UTS_GEOMETRIC);
    TEST_EQUAL(tree.d, 10);
    TEST_EQUAL(tree.seed, 19);
    TEST_EQUAL_TEXT(binomial("2000,0.124875,8,4294967295"), "");
    TEST_EQUAL(tree.m, 8);
    TEST_EQUAL_U64(tree.seed, UINT32_MAX);
    TEST_EQUAL_TEXT(hybrid("6,16,0.234375,4,1"), "");
    TEST_TRUE(tree.kind == UTS_HYBRID && tree.d == 16 && tree.m == 4 && tree.seed == 1);
}

TEST(refuses_what_is_no_tree)
{
    TEST_EQUAL_TEXT(geometric("4,10", "fixed"),
                    "--geometric wants b,d,r (mean children, heights, seed), as in 4,10,19, not \"4,10\"");
    TEST_CONTAINS(geometric("4,10,19,", "fixed"), "--geometric wants b,d,r");
    TEST_CONTAINS(geometric("", "fixed"), "--geometric wants b,d,r");
    TEST_CONTAINS(geometric("4,-1,19", "fixed"), "--geometric wants b,d,r");
    TEST_CONTAINS(geometric("4,1e3,19", "fixed"), "--geometric wants b,d,r");
    TEST_CONTAINS(geometric("4,1.2.3,19", "fixed"), "--geometric wants b,d,r");
    TEST_CONTAINS(geometric("nan,1,19", "fixed"), "--geometric wants b,d,r");
    TEST_CONTAINS(binomial("1,2,3"), "--binomial wants b,q,m,r");
    TEST_CONTAINS(hybrid("6,16,0.2,4"), "--hybrid wants b,d,q,m,r");
    TEST_EQUAL_TEXT(geometric("4,10,19", "round"), "--shape wants fixed, linear or cyclic, not \"round\"");
    error.text[0] = '\0';
    uts_tree_find("T9", &tree, &error);
    TEST_EQUAL_TEXT(error.text,
                    "--tree knows T1 … T5, T1L, T2L, T3L, T1XL, T1XXL, T3XXL and BOTS-tiny, not \"T9\"");
}

TEST(refuses_numbers_that_make_no_tree)
{
    TEST_EQUAL_TEXT(geometric("0,10,19", "fixed"),
                    "--geometric: b is the mean number of children, above 0 and up to 100, not 0");
    TEST_CONTAINS(geometric("101,10,19", "fixed"), "b is the mean number of children");
    TEST_EQUAL_TEXT(geometric("4,0,19", "fixed"),
                    "--geometric: d is the number of heights, a whole number from 1 to 10000, not 0");
    TEST_CONTAINS(geometric("4,2.5,19", "fixed"), "d is the number of heights");
    TEST_CONTAINS(geometric("4,99999999999,19", "fixed"), "d is the number of heights");
    TEST_EQUAL_TEXT(geometric("4,10,4294967296", "fixed"),
                    "--geometric: r is a seed, a whole number from 0 to 4294967295, not 4.29497e+09");
    TEST_EQUAL_TEXT(binomial("0,0.1,2,1"),
                    "--binomial: b is the number of the root's children, from 1 to 1000000, not 0");
    TEST_EQUAL_TEXT(binomial("10,0.125,8,1"),
                    "--binomial: q times m must be below 1 for the tree to be finite, and is 1");
    TEST_EQUAL_TEXT(binomial("10,0.001,101,1"),
                    "--binomial: m is a number of children, from 1 to 100, not 101");
    TEST_CONTAINS(hybrid("6,16,0.5,4,1"), "--hybrid: q times m must be below 1");
}
