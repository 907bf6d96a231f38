#include "uts_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.141592653589793

/* A cyclic tree ends after so many cycles. */
#define CYCLES 5

/* A hybrid tree becomes binomial at this fraction of its heights. */
#define HYBRID_SHIFT 0.5

/* The mean number of children at a height. */
static double mean_children(const struct uts_tree *tree, uint32_t height)
{
    double d = tree->d;

    if (height == 0) {
        return tree->b;
    }
    switch (tree->shape) {
    case UTS_CYCLIC:
        return height > CYCLES * tree->d ? 0 : pow(tree->b, sin(2 * PI * height / d));
    case UTS_FIXED:
        return height < tree->d ? tree->b : 0;
    case UTS_LINEAR:
        break;
    }
    return tree->b * (1 - height / d);
}

/* The inverse of the geometric distribution's cumulative function. */
static uint32_t geometric_children(const struct uts_tree *tree, uint32_t height, uint32_t draw)
{
    double mean = mean_children(tree, height);
    double p = 1 / (1 + mean);
    double u = draw / 2147483648.0;
    double count;

    if (mean <= 0) {
        return 0;
    }
    count = floor(log(1 - u) / log(1 - p));
    return count < UTS_CHILDREN_MAX ? (uint32_t)count : UTS_CHILDREN_MAX;
}

uint32_t uts_tree_heights(const struct uts_tree *tree)
{
    uint32_t heights = 0;

    switch (tree->kind) {
    case UTS_BINOMIAL:
        return 0;
    case UTS_HYBRID:
        while (heights < HYBRID_SHIFT * tree->d) {
            heights++;
        }
        return heights;
    case UTS_GEOMETRIC:
        break;
    }
    return tree->shape == UTS_CYCLIC ? CYCLES * tree->d + 1 : tree->d;
}

uint32_t uts_tree_children(const struct uts_tree *tree, uint32_t height, uint32_t draw)
{
    switch (tree->kind) {
    case UTS_GEOMETRIC:
        return geometric_children(tree, height, draw);
    case UTS_HYBRID:
        if (height < HYBRID_SHIFT * tree->d) {
            return geometric_children(tree, height, draw);
        }
        break;
    case UTS_BINOMIAL:
        if (height == 0) {
            return (uint32_t)floor(tree->b);
        }
        break;
    }
    return draw / 2147483648.0 < tree->q ? tree->m : 0;
}

/* The least draw that gives at least `count` children, which grow with the draw. */
static uint32_t least_draw(const struct uts_tree *tree, uint32_t height, uint32_t count)
{
    uint32_t low = 0;
    uint32_t high = UTS_DRAW_END;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (uts_tree_children(tree, height, middle) >= count) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

int uts_tree_rule(const struct uts_tree *tree, struct uts_rule *rule, uint32_t **table,
                  struct tool_error *error)
{
    uint32_t height, count;

    memset(rule, 0, sizeof *rule);
    *table = NULL;
    rule->seed = tree->seed;
    rule->table_heights = uts_tree_heights(tree);
    if (tree->kind == UTS_BINOMIAL) {
        rule->root_children = (uint32_t)floor(tree->b);
    }
    if (tree->kind != UTS_GEOMETRIC) {
        /* Exact: q times a power of two. */
        rule->binomial_end = (uint32_t)ceil(tree->q * 2147483648.0);
        rule->binomial_children = tree->m;
    }
    if (rule->table_heights == 0) {
        return 0;
    }
    *table = malloc((size_t)rule->table_heights * UTS_CHILDREN_MAX * sizeof **table);
    if (*table == NULL) {
        return tool_fail(error, "memory is exhausted; take a tree of fewer heights");
    }
    for (height = 0; height < rule->table_heights; height++) {
        for (count = 1; count <= UTS_CHILDREN_MAX; count++) {
            (*table)[height * UTS_CHILDREN_MAX + count - 1] = least_draw(tree, height, count);
        }
    }
    return 0;
}

/* A node on the way from the root to the present one. */
struct step {
    struct sha1_digest state;
    uint32_t children;
    uint32_t next;
};

int uts_tree_count(const struct uts_tree *tree, struct answer *answer, struct tool_error *error)
{
    size_t capacity = 1024;
    size_t height = 0;
    size_t depth = 0;
    int64_t nodes = 1;
    int64_t leaves = 0;
    struct step *path = malloc(capacity * sizeof *path);

    if (path == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    path[0].state = uts_root(tree->seed);
    path[0].children = uts_tree_children(tree, 0, uts_draw(path[0].state));
    path[0].next = 0;
    leaves += path[0].children == 0;
    for (;;) {
        struct step *step = &path[height];

        if (step->next < step->children) {
            if (height + 1 == capacity) {
                struct step *longer = realloc(path, 2 * capacity * sizeof *path);

                if (longer == NULL) {
                    free(path);
                    return tool_fail(error, "memory is exhausted; take a flatter tree");
                }
                path = longer;
                step = &path[height];
                capacity *= 2;
            }
            step[1].state = uts_child(step->state, step->next++);
            height++;
            step[1].children = uts_tree_children(tree, (uint32_t)height, uts_draw(step[1].state));
            step[1].next = 0;
            nodes++;
            leaves += step[1].children == 0;
            depth = height > depth ? height : depth;
        } else if (height == 0) {
            break;
        } else {
            height--;
        }
    }
    free(path);
    answer_add(answer, "nodes", nodes);
    answer_add(answer, "leaves", leaves);
    answer_add(answer, "depth", (int64_t)depth);
    return 0;
}
