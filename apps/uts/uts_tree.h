/* Trees of the unbalanced tree search benchmark (Olivier et al., LCPC 2006): their parameters, the integers
 * that host and device count by (uts.h), and a sequential count that uses the benchmark's own
 * formulae. */
#ifndef TOOLS_WORK_UTS_TREE_H
#define TOOLS_WORK_UTS_TREE_H

#include "tools/report/answer.h"
#include "uts.h"

enum uts_kind { UTS_BINOMIAL, UTS_GEOMETRIC, UTS_HYBRID };

/* How the mean number of children of a geometric node depends on its height. */
enum uts_shape { UTS_LINEAR, UTS_CYCLIC, UTS_FIXED };

struct uts_tree {
    char name[64];
    enum uts_kind kind;
    enum uts_shape shape;
    double b;   /* children of a binomial root; mean at a geometric one's */
    uint32_t d; /* heights of a geometric tree */
    uint32_t seed;
    double q; /* a binomial node has m children with that probability, else none */
    uint32_t m;
};

/* "T1" … "T5", "T1L", "T2L", "T3L", "T1XL", "T3XXL", "T1XXL", "BOTS-tiny", in any case of letters. */
int uts_tree_find(const char *name, struct uts_tree *tree, struct tool_error *error);

/* "b,d,r": mean children, heights, seed; the shape is "fixed", "linear" or "cyclic". */
int uts_tree_parse_geometric(const char *text, const char *shape, struct uts_tree *tree,
                             struct tool_error *error);

/* "b,q,m,r": root's children, probability of m children, m, seed. */
int uts_tree_parse_binomial(const char *text, struct uts_tree *tree, struct tool_error *error);

/* "b,d,q,m,r": geometric as above below height d / 2, binomial from there on. */
int uts_tree_parse_hybrid(const char *text, const char *shape, struct uts_tree *tree,
                          struct tool_error *error);

/* How many children a node has, by the benchmark's formulae in floating-point numbers. */
uint32_t uts_tree_children(const struct uts_tree *tree, uint32_t height, uint32_t draw);

/* How many heights are geometric, from the root on. */
uint32_t uts_tree_heights(const struct uts_tree *tree);

/* The tree in integers, equal to uts_tree_children for every height and draw.
 * table  out: rule->table_heights rows for uts_child_count; the caller frees it; NULL when there are none. */
int uts_tree_rule(const struct uts_tree *tree, struct uts_rule *rule, uint32_t **table,
                  struct tool_error *error);

/* Counts "nodes", "leaves" and "depth" by one thread, depth first, by the formulae. Memory grows with the
 * depth. */
int uts_tree_count(const struct uts_tree *tree, struct answer *answer, struct tool_error *error);

#endif
