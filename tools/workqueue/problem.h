/* A workload's task: what the command line names, its inputs once they are read, and the right result.
 *
 * Tools, rivals and tests go through these functions and need not know which workload they run. */
#ifndef TOOLS_WORK_PROBLEM_H
#define TOOLS_WORK_PROBLEM_H

#include "apps/contains/documents.h"
#include "apps/contains/words.h"
#include "apps/fib/fib_count.h"
#include "apps/game/board_ahead.h"
#include "apps/octree/particles.h"
#include "apps/queens/queens_count.h"
#include "apps/tree/child_counts.h"
#include "apps/uts/uts_tree.h"
#include "tools/report/answer.h"

#include <stdint.h>

enum work_kind {
    WORK_MEMSET,
    WORK_CONTAINS,
    WORK_UTS,
    WORK_QUEENS,
    WORK_OCTREE,
    WORK_GAME,
    WORK_FIB,
    WORK_TREE,
    WORK_KINDS
};

/* As given on a command line; what belongs to other workloads is not looked at. */
struct work_choice {
    enum work_kind kind;
    const char *uts_name; /* one of these four */
    const char *uts_geometric;
    const char *uts_binomial;
    const char *uts_hybrid;
    const char *uts_shape;
    const char *text; /* NULL: a made one */
    const char *word;
    const char *points; /* a file, or a number of points to be made */
    const char *counts; /* NULL: a made tree */
    const char *board;  /* NULL: the empty one */
    uint64_t n;         /* of queens and fib */
    uint64_t tasks;     /* of memset */
    uint64_t threshold;
    uint64_t depth; /* of game, in plies */
    uint64_t
        cutoff; /* queens: rows above it spawn tasks; fib: numbers from it on do; game: plies above it do */
};

struct work_problem {
    enum work_kind kind;
    char name[256]; /* "T3", "queens 12", "docs.txt.xz, word kernel" */
    struct uts_tree uts;
    struct documents documents;
    char word[WORD_LETTERS_MAX + 1];
    struct particles particles;
    struct child_counts tree;
    struct board board;
    uint32_t n;
    uint32_t tasks;
    uint32_t threshold;
    uint32_t depth;
    uint32_t cutoff;
};

#define WORK_TASKS_MAX ((uint64_t)1 << 28)
#define WORK_FIB_N_MAX 50      /* of a tree of calls */
#define WORK_GAME_CUTOFF_MAX 7 /* each position up to there has a record */

/* "uts"; the command's name. */
const char *work_kind_name(enum work_kind kind);

/* Fills in what was left 0 or NULL: sizes, the cut-off, the shape, and an input that takes a second or
 * two. */
void work_choice_default(struct work_choice *choice);

/* A tree of UTS in one word: "T3", "b,d,r" of a geometric tree, "b,q,m,r" of a binomial one. */
struct work_choice work_tree_choice(const char *text);

/* Checks what can be checked without touching a file: whatever is wrong with it is wrong with the command
 * line. */
int work_choice_check(const struct work_choice *choice, struct tool_error *error);

/* Reads what a checked choice names. On failure *problem is empty. */
int work_problem_make(const struct work_choice *choice, struct work_problem *problem,
                      struct tool_error *error);

/* The right result, by one thread and by a way of its own. */
int work_problem_solve(const struct work_problem *problem, struct answer *answer, struct tool_error *error);

void work_problem_clear(struct work_problem *problem);

#endif
