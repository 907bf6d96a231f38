#include "child_counts.h"

#include "tools/file/bytes.h"
#include "tools/random/random.h"

#include <stdlib.h>
#include <string.h>

/* The children of a node without which a made tree would end; the root is such a node. */
#define MADE_CHILDREN 64

/* Counts the levels, the root's included. The nodes of a level are consecutive, and those of the next level
 * are their children. */
static uint32_t count_levels(const struct child_counts *tree)
{
    uint32_t levels = 0;
    uint32_t begin = 0;
    uint32_t end = 1;

    while (begin < end) {
        uint32_t next = tree->firsts[end];

        begin = end;
        end = next;
        levels++;
    }
    return levels;
}

int child_counts_from_words(const char *name, const uint32_t *words, uint32_t count,
                            struct child_counts *tree, struct tool_error *error)
{
    uint64_t first = 1;
    uint32_t i;

    memset(tree, 0, sizeof *tree);
    tree->firsts = malloc(((size_t)count + 1) * sizeof *tree->firsts);
    if (tree->firsts == NULL) {
        return tool_fail(error, "%s cannot be read: memory is exhausted; take a smaller tree", name);
    }
    tree->count = count;
    for (i = 0; i < count; i++) {
        if (first <= i) {
            child_counts_clear(tree);
            return tool_fail(
                error,
                "%s: node %u is nobody's child: the %u before it have %llu children; is it a file of "
                "child counts in breadth-first order?",
                name, i, i, (unsigned long long)first - 1);
        }
        tree->firsts[i] = (uint32_t)first;
        first += words[i];
        if (first > count) {
            child_counts_clear(tree);
            return tool_fail(
                error,
                "%s: the nodes up to %u have %llu children, and the file holds %u nodes; it is cut "
                "short, or no file of child counts",
                name, i, (unsigned long long)first - 1, count);
        }
    }
    tree->firsts[count] = (uint32_t)first;
    if (first != count) {
        child_counts_clear(tree);
        return tool_fail(
            error,
            "%s: the child counts add up to %llu, and %u nodes have %u children; it is cut short, or "
            "no file of child counts",
            name, (unsigned long long)first - 1, count, count - 1);
    }
    return 0;
}

int child_counts_read(const char *path, struct child_counts *tree, struct tool_error *error)
{
    uint32_t *words;
    uint32_t count;
    int status;

    memset(tree, 0, sizeof *tree);
    if (bytes_read_words(path, 1, "child count of 4 bytes", CHILD_COUNTS_MAX, &words, &count, error) != 0) {
        return -1;
    }
    status = child_counts_from_words(path, words, count, tree, error);
    free(words);
    return status;
}

int child_counts_make(uint32_t count, struct child_counts *tree, struct tool_error *error)
{
    uint32_t *words = malloc((size_t)count * sizeof *words);
    uint64_t random = 1;
    uint32_t named = 1; /* nodes that are the child of a node, and the root */
    uint32_t i;
    int status;

    memset(tree, 0, sizeof *tree);
    if (words == NULL) {
        return tool_fail(error, "no tree can be made: memory is exhausted; name one with --counts");
    }
    for (i = 0; i < count; i++) {
        uint32_t draw = random_below(&random, 64);
        uint32_t children = draw == 0 ? random_below(&random, 128) : draw < 32 ? 0 : random_below(&random, 3);

        /* The tree goes on as long as nodes are left, and does not degenerate into a list. */
        children = named == i + 1 ? MADE_CHILDREN : children;
        words[i] = children < count - named ? children : count - named;
        named += words[i];
    }
    status = child_counts_from_words("the made tree", words, count, tree, error);
    free(words);
    return status;
}

void child_counts_count(const struct child_counts *tree, struct answer *answer)
{
    uint32_t leaves = 0;
    uint32_t widest = 0;
    uint32_t begin = 0;
    uint32_t end = 1;
    uint32_t level, i;

    for (i = 0; i < tree->count; i++) {
        uint32_t children = tree->firsts[i + 1] - tree->firsts[i];

        leaves += children == 0;
        widest = children > widest ? children : widest;
    }
    answer_add(answer, "nodes", tree->count);
    answer_add(answer, "leaves", leaves);
    answer_add(answer, "widest", widest);
    answer_add(answer, "depth", (int64_t)count_levels(tree) - 1);
    for (level = 0; level < CHILD_COUNTS_LEVELS && begin < end; level++) {
        uint32_t next = tree->firsts[end];

        answer_add_numbered(answer, "level_", level, (int64_t)end - begin);
        begin = end;
        end = next;
    }
    if (begin < end) {
        answer_add(answer, "deeper", (int64_t)tree->count - begin);
    }
}

void child_counts_clear(struct child_counts *tree)
{
    free(tree->firsts);
    memset(tree, 0, sizeof *tree);
}
