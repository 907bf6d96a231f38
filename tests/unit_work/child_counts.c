/* Trees from files of child counts. */
#include "apps/tree/child_counts.h"
#include "inputs.h"
#include "test.h"

#include <stdlib.h>

static struct tool_error error;

static const char *refuse(const uint32_t *words, uint32_t count)
{
    struct child_counts tree;

    error.text[0] = '\0';
    child_counts_from_words("t", words, count, &tree, &error);
    child_counts_clear(&tree);
    return error.text;
}

/* root with 3 children, of which the second has 2, one of which has 1 */
static const uint32_t small[] = {3, 0, 2, 0, 0, 1, 0};

TEST(counts_a_tree)
{
    struct child_counts tree;
    struct answer answer = {0};

    if (TEST_EQUAL(child_counts_read(input_words("t.u32", small, 7), &tree, &error), 0)) {
        child_counts_count(&tree, &answer);
        TEST_EQUAL(answer_get(&answer, "nodes"), 7);
        TEST_EQUAL(answer_get(&answer, "leaves"), 4);
        TEST_EQUAL(answer_get(&answer, "widest"), 3);
        TEST_EQUAL(answer_get(&answer, "depth"), 3);
        TEST_EQUAL(answer_get(&answer, "level_0"), 1);
        TEST_EQUAL(answer_get(&answer, "level_1"), 3);
        TEST_EQUAL(answer_get(&answer, "level_2"), 2);
        TEST_EQUAL(answer_get(&answer, "level_3"), 1);
        TEST_EQUAL(answer_get(&answer, "level_4"), -1);
        TEST_EQUAL(tree.firsts[2], 4);
        TEST_EQUAL(tree.firsts[5], 6);
        child_counts_clear(&tree);
    }
}

TEST(a_root_alone_is_a_tree)
{
    const uint32_t root = 0;
    struct child_counts tree;
    struct answer answer = {0};

    if (TEST_EQUAL(child_counts_from_words("t", &root, 1, &tree, &error), 0)) {
        child_counts_count(&tree, &answer);
        TEST_EQUAL(answer_get(&answer, "nodes"), 1);
        TEST_EQUAL(answer_get(&answer, "leaves"), 1);
        TEST_EQUAL(answer_get(&answer, "depth"), 0);
        child_counts_clear(&tree);
    }
}

TEST(a_path_is_deeper_than_the_levels_that_are_listed)
{
    uint32_t words[100];
    struct child_counts tree;
    struct answer answer = {0};
    int i;

    for (i = 0; i < 100; i++) {
        words[i] = i < 99;
    }
    if (TEST_EQUAL(child_counts_from_words("t", words, 100, &tree, &error), 0)) {
        child_counts_count(&tree, &answer);
        TEST_EQUAL(answer_get(&answer, "depth"), 99);
        TEST_EQUAL(answer_get(&answer, "level_55"), 1);
        TEST_EQUAL(answer_get(&answer, "deeper"), 100 - CHILD_COUNTS_LEVELS);
        child_counts_clear(&tree);
    }
}

TEST(refuses_counts_that_do_not_add_up)
{
    const uint32_t short_of_one[] = {2, 0};
    const uint32_t two_roots[] = {0, 0};
    const uint32_t orphan[] = {1, 0, 1, 0};
    const uint32_t huge[] = {UINT32_MAX, UINT32_MAX};

    TEST_EQUAL_TEXT(refuse(short_of_one, 2),
                    "t: the nodes up to 0 have 2 children, and the file holds 2 nodes; it is "
                    "cut short, or no file of child counts");
    TEST_EQUAL_TEXT(refuse(two_roots, 2),
                    "t: node 1 is nobody's child: the 1 before it have 0 children; is it a file "
                    "of child counts in breadth-first order?");
    TEST_EQUAL_TEXT(refuse(orphan, 4),
                    "t: node 2 is nobody's child: the 2 before it have 1 children; is it a file of "
                    "child counts in breadth-first order?");
    TEST_CONTAINS(refuse(huge, 2), "t: the nodes up to 0 have 4294967295 children");
}

TEST(refuses_files_of_another_size)
{
    struct child_counts tree;

    TEST_EQUAL(child_counts_read(file_write("t.u32", "12345", 5), &tree, &error), -1);
    TEST_EQUAL_TEXT(input_sentence(&error, "t.u32"),
                    "t.u32 ends with 1 byte of a child count of 4 bytes; it is cut short, or no such file");
    TEST_EQUAL(child_counts_read(file_write("t.u32", "", 0), &tree, &error), -1);
    TEST_EQUAL_TEXT(input_sentence(&error, "t.u32"), "t.u32 is empty; check that it was written completely");
    TEST_EQUAL(child_counts_read(input_words("t.u32", small, 6), &tree, &error), -1);
    TEST_CONTAINS(input_sentence(&error, "t.u32"),
                  "t.u32: the nodes up to 5 have 6 children, and the file holds 6");
    TEST_TRUE(tree.firsts == NULL);
}

TEST(makes_trees_of_any_size)
{
    const uint32_t sizes[] = {1, 2, 3, 100, 1 << 16};
    struct child_counts tree;
    unsigned i;

    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct answer answer = {0};

        if (!TEST_EQUAL(child_counts_make(sizes[i], &tree, &error), 0)) {
            return;
        }
        child_counts_count(&tree, &answer);
        TEST_EQUAL(answer_get(&answer, "nodes"), sizes[i]);
        TEST_TRUE(answer_get(&answer, "depth") < CHILD_COUNTS_LEVELS);
        child_counts_clear(&tree);
    }
}
