/* A tree given by how many children each node has, in breadth-first order. */
#ifndef TOOLS_WORK_CHILD_COUNTS_H
#define TOOLS_WORK_CHILD_COUNTS_H

#include "tools/report/answer.h"

#include <stdint.h>

#define CHILD_COUNTS_MAX ((uint64_t)INT32_MAX)

/* The number of levels that are counted one by one. */
#define CHILD_COUNTS_LEVELS 56

/* Node n's children are the nodes firsts[n] .. firsts[n + 1] - 1. */
struct child_counts {
    uint32_t *firsts; /* count + 1 of them */
    uint32_t count;
};

/* Reads raw little-endian 32-bit words. The counts must be those of one tree: their sum is one less than
 * their number, and every node appears as a child before its own children do. On failure *tree is empty. */
int child_counts_read(const char *path, struct child_counts *tree, struct tool_error *error);

/* The same from words in memory; `name` begins the messages. */
int child_counts_from_words(const char *name, const uint32_t *words, uint32_t count,
                            struct child_counts *tree, struct tool_error *error);

/* A tree of `count` nodes, at least 1, made from nothing else: half of the nodes are leaves, and a few have
 * most of the children. */
int child_counts_make(uint32_t count, struct child_counts *tree, struct tool_error *error);

/* Counts "nodes", "leaves", "widest" (the most children of a node), "depth", and the nodes on each level,
 * "level_0" … up to CHILD_COUNTS_LEVELS of them; those further down are "deeper". */
void child_counts_count(const struct child_counts *tree, struct answer *answer);

void child_counts_clear(struct child_counts *tree);

#endif
