/* Trees by name and by parameters. */
#include "uts_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Binomial roots are pushed by one task, and geometric heights take a row of a table each. */
#define ROOT_CHILDREN_MAX 1000000
#define HEIGHTS_MAX 10000
#define NUMBERS_MAX 5

/* Parameters and sizes: Olivier et al.; sample trees of the benchmark's distribution. */
static const struct uts_tree trees[] = {
    {"T1", UTS_GEOMETRIC, UTS_FIXED, 4, 10, 19, 0, 0},
    {"T2", UTS_GEOMETRIC, UTS_CYCLIC, 6, 16, 502, 0, 0},
    {"T3", UTS_BINOMIAL, UTS_LINEAR, 2000, 0, 42, 0.124875, 8},
    {"T4", UTS_HYBRID, UTS_LINEAR, 6, 16, 1, 0.234375, 4},
    {"T5", UTS_GEOMETRIC, UTS_LINEAR, 4, 20, 34, 0, 0},
    {"T1L", UTS_GEOMETRIC, UTS_FIXED, 4, 13, 29, 0, 0},
    {"T2L", UTS_GEOMETRIC, UTS_CYCLIC, 7, 23, 220, 0, 0},
    {"T3L", UTS_BINOMIAL, UTS_LINEAR, 2000, 0, 7, 0.200014, 5},
    {"T1XL", UTS_GEOMETRIC, UTS_FIXED, 4, 15, 29, 0, 0},
    {"T1XXL", UTS_GEOMETRIC, UTS_FIXED, 4, 15, 19, 0, 0},
    {"T3XXL", UTS_BINOMIAL, UTS_LINEAR, 2000, 0, 316, 0.499995, 2},
    {"BOTS-tiny", UTS_BINOMIAL, UTS_LINEAR, 2000, 0, 8, 0.333332, 3},
};

int uts_tree_find(const char *name, struct uts_tree *tree, struct tool_error *error)
{
    size_t i;

    for (i = 0; i < sizeof trees / sizeof *trees; i++) {
        if (strcasecmp(trees[i].name, name) == 0) {
            *tree = trees[i];
            return 0;
        }
    }
    return tool_fail(
        error, "--tree knows T1 … T5, T1L, T2L, T3L, T1XL, T1XXL, T3XXL and BOTS-tiny, not \"%s\"", name);
}

/* Reads decimal numbers with commas between; returns how many, or 0 for any other text. */
static unsigned take_numbers(const char *text, double *numbers)
{
    unsigned count = 0;

    for (;;) {
        size_t length = strspn(text, "0123456789.");
        char *end;

        if (length == 0 || length > 20 || count == NUMBERS_MAX) {
            return 0;
        }
        numbers[count++] = strtod(text, &end);
        if (end != text + length || (*end != ',' && *end != '\0')) {
            return 0;
        }
        if (*end == '\0') {
            return count;
        }
        text = end + 1;
    }
}

static int is_whole(double number, double least, double most)
{
    return number >= least && number <= most && number == (double)(uint32_t)number;
}

static int check_geometric(const struct uts_tree *tree, double d, const char *option,
                           struct tool_error *error)
{
    if (tree->b <= 0 || tree->b > UTS_CHILDREN_MAX) {
        return tool_fail(error, "%s: b is the mean number of children, above 0 and up to %d, not %g", option,
                         UTS_CHILDREN_MAX, tree->b);
    }
    if (!is_whole(d, 1, HEIGHTS_MAX)) {
        return tool_fail(error, "%s: d is the number of heights, a whole number from 1 to %d, not %g", option,
                         HEIGHTS_MAX, d);
    }
    return 0;
}

/* A branching process with a mean of one child or more does not die out. */
static int check_binomial(const struct uts_tree *tree, double m, const char *option, struct tool_error *error)
{
    if (!is_whole(m, 1, UTS_CHILDREN_MAX)) {
        return tool_fail(error, "%s: m is a number of children, from 1 to %d, not %g", option,
                         UTS_CHILDREN_MAX, m);
    }
    if (tree->q < 0 || tree->q * m >= 1) {
        return tool_fail(error, "%s: q times m must be below 1 for the tree to be finite, and is %g", option,
                         tree->q * m);
    }
    return 0;
}

static int check_seed(struct uts_tree *tree, double r, const char *option, struct tool_error *error)
{
    if (!is_whole(r, 0, UINT32_MAX)) {
        return tool_fail(error, "%s: r is a seed, a whole number from 0 to %u, not %g", option, UINT32_MAX,
                         r);
    }
    tree->seed = (uint32_t)r;
    return 0;
}

static int find_shape(const char *name, enum uts_shape *shape, struct tool_error *error)
{
    static const char *const names[] = {"linear", "cyclic", "fixed"};
    unsigned i;

    for (i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0) {
            *shape = (enum uts_shape)i;
            return 0;
        }
    }
    return tool_fail(error, "--shape wants fixed, linear or cyclic, not \"%s\"", name);
}

int uts_tree_parse_geometric(const char *text, const char *shape, struct uts_tree *tree,
                             struct tool_error *error)
{
    double numbers[NUMBERS_MAX];

    memset(tree, 0, sizeof *tree);
    tree->kind = UTS_GEOMETRIC;
    if (take_numbers(text, numbers) != 3) {
        return tool_fail(
            error, "--geometric wants b,d,r (mean children, heights, seed), as in 4,10,19, not \"%s\"", text);
    }
    tree->b = numbers[0];
    if (find_shape(shape, &tree->shape, error) != 0 ||
        check_geometric(tree, numbers[1], "--geometric", error) != 0) {
        return -1;
    }
    tree->d = (uint32_t)numbers[1];
    snprintf(tree->name, sizeof tree->name, "geometric %s %.40s", shape, text);
    return check_seed(tree, numbers[2], "--geometric", error);
}

int uts_tree_parse_binomial(const char *text, struct uts_tree *tree, struct tool_error *error)
{
    double numbers[NUMBERS_MAX];

    memset(tree, 0, sizeof *tree);
    tree->kind = UTS_BINOMIAL;
    if (take_numbers(text, numbers) != 4) {
        return tool_fail(
            error,
            "--binomial wants b,q,m,r (root's children, probability of m children, m, seed), as in "
            "2000,0.124875,8,42, not \"%s\"",
            text);
    }
    tree->b = numbers[0];
    tree->q = numbers[1];
    if (!is_whole(tree->b, 1, ROOT_CHILDREN_MAX)) {
        return tool_fail(error, "--binomial: b is the number of the root's children, from 1 to %d, not %g",
                         ROOT_CHILDREN_MAX, tree->b);
    }
    if (check_binomial(tree, numbers[2], "--binomial", error) != 0) {
        return -1;
    }
    tree->m = (uint32_t)numbers[2];
    snprintf(tree->name, sizeof tree->name, "binomial %.40s", text);
    return check_seed(tree, numbers[3], "--binomial", error);
}

int uts_tree_parse_hybrid(const char *text, const char *shape, struct uts_tree *tree,
                          struct tool_error *error)
{
    double numbers[NUMBERS_MAX];

    memset(tree, 0, sizeof *tree);
    tree->kind = UTS_HYBRID;
    if (take_numbers(text, numbers) != 5) {
        return tool_fail(
            error,
            "--hybrid wants b,d,q,m,r (mean children, heights, probability of m children, m, seed), as in "
            "6,16,0.234375,4,1, not \"%s\"",
            text);
    }
    tree->b = numbers[0];
    tree->q = numbers[2];
    if (find_shape(shape, &tree->shape, error) != 0 ||
        check_geometric(tree, numbers[1], "--hybrid", error) != 0 ||
        check_binomial(tree, numbers[3], "--hybrid", error) != 0) {
        return -1;
    }
    tree->d = (uint32_t)numbers[1];
    tree->m = (uint32_t)numbers[3];
    snprintf(tree->name, sizeof tree->name, "hybrid %s %.40s", shape, text);
    return check_seed(tree, numbers[4], "--hybrid", error);
}
