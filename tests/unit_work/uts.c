/* Unbalanced trees: sizes that other programs found, and the integers that the device counts by. */
#include "apps/uts/uts_tree.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static struct tool_error error;

static void check_counts(const struct uts_tree *tree, int64_t nodes, int64_t depth, int64_t leaves)
{
    struct answer answer = {0};

    if (TEST_EQUAL(uts_tree_count(tree, &answer, &error), 0)) {
        TEST_EQUAL(answer_get(&answer, "nodes"), nodes);
        TEST_EQUAL(answer_get(&answer, "depth"), depth);
        TEST_EQUAL(answer_get(&answer, "leaves"), leaves);
    }
}

static void check_geometric(const char *text, const char *shape, int64_t nodes, int64_t depth, int64_t leaves)
{
    struct uts_tree tree;

    if (TEST_EQUAL(uts_tree_parse_geometric(text, shape, &tree, &error), 0)) {
        check_counts(&tree, nodes, depth, leaves);
    }
}

static void check_binomial(const char *text, int64_t nodes, int64_t depth, int64_t leaves)
{
    struct uts_tree tree;

    if (TEST_EQUAL(uts_tree_parse_binomial(text, &tree, &error), 0)) {
        check_counts(&tree, nodes, depth, leaves);
    }
}

static void check_named(const char *name, int64_t nodes, int64_t depth, int64_t leaves)
{
    struct uts_tree tree;

    if (TEST_EQUAL(uts_tree_find(name, &tree, &error), 0)) {
        check_counts(&tree, nodes, depth, leaves);
    }
}

TEST(small_geometric_trees_have_their_sizes)
{
    check_geometric("4,5,19", "fixed", 3987, 5, 3232);
    check_geometric("4,7,19", "fixed", 63914, 7, 51124);
    check_geometric("4,10,34", "linear", 5577, 10, 3111);
}

TEST(small_binomial_trees_have_their_sizes)
{
    check_binomial("20,0.124,8,42", 6181, 67, 5410);
    check_binomial("200,0.12,8,42", 4649, 62, 4092);
}

/* The benchmark's sample trees: its own program finds these sizes. */
TEST(t1_has_its_size)
{
    check_named("T1", 4130071, 10, 3305118);
}

TEST(t2_has_its_size)
{
    check_named("T2", 4117769, 81, 2342762);
}

TEST(t3_has_its_size)
{
    check_named("t3", 4112897, 1572, 3599034);
}

TEST(t4_has_its_size)
{
    check_named("T4", 4132453, 134, 3108986);
}

TEST(t5_has_its_size)
{
    check_named("T5", 4147582, 20, 2181318);
}

TEST(a_tree_may_be_a_root_and_a_leaf)
{
    struct uts_tree tree;
    struct answer answer = {0};

    if (TEST_EQUAL(uts_tree_parse_binomial("1,0,1,5", &tree, &error), 0) &&
        TEST_EQUAL(uts_tree_count(&tree, &answer, &error), 0)) {
        TEST_EQUAL(answer_get(&answer, "nodes"), 2);
        TEST_EQUAL(answer_get(&answer, "leaves"), 1);
        TEST_EQUAL(answer_get(&answer, "depth"), 1);
    }
}

/* Integers and formulae must agree everywhere; they could differ only near a step of the table. */
static void check_rule(const struct uts_tree *tree, uint64_t *random)
{
    struct uts_rule rule;
    uint32_t *table;
    uint32_t height, k, i;

    if (!TEST_EQUAL(uts_tree_rule(tree, &rule, &table, &error), 0)) {
        return;
    }
    for (height = 0; height < rule.table_heights + 3; height++) {
        const uint32_t *row = table != NULL ? table + (size_t)height * UTS_CHILDREN_MAX : NULL;

        for (k = 0; k < UTS_CHILDREN_MAX && height < rule.table_heights; k++) {
            for (i = 0; i < 41; i++) {
                uint32_t draw = row[k] + i - 20;

                if (draw < UTS_DRAW_END) {
                    TEST_EQUAL(uts_child_count(rule, table, height, draw),
                               uts_tree_children(tree, height, draw));
                }
            }
        }
        for (i = 0; i < 1000; i++) {
            uint32_t draw = (uint32_t)test_random_below(random, UTS_DRAW_END);

            TEST_EQUAL(uts_child_count(rule, table, height, draw), uts_tree_children(tree, height, draw));
        }
    }
    for (i = 0; i < 41 && rule.binomial_end >= 20; i++) {
        uint32_t draw = rule.binomial_end + i - 20;

        TEST_EQUAL(uts_child_count(rule, table, rule.table_heights + 1, draw),
                   uts_tree_children(tree, rule.table_heights + 1, draw));
    }
    free(table);
}

TEST(integers_count_as_the_formulae_do)
{
    static const char *const names[] = {"T1", "T2", "T3", "T4", "T5", "T2L", "T3L"};
    uint64_t random = test_seed();
    struct uts_tree tree;
    size_t i;

    for (i = 0; i < sizeof names / sizeof *names; i++) {
        if (TEST_EQUAL(uts_tree_find(names[i], &tree, &error), 0)) {
            check_rule(&tree, &random);
        }
    }
}

TEST(a_node_has_at_most_a_hundred_children)
{
    struct uts_tree tree;
    struct uts_rule rule;
    uint32_t *table;

    if (TEST_EQUAL(uts_tree_parse_geometric("90,3,1", "fixed", &tree, &error), 0) &&
        TEST_EQUAL(uts_tree_rule(&tree, &rule, &table, &error), 0)) {
        TEST_EQUAL(uts_tree_children(&tree, 1, UTS_DRAW_END - 1), 100);
        TEST_EQUAL(uts_child_count(rule, table, 1, UTS_DRAW_END - 1), 100);
        free(table);
    }
}
