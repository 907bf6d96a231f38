/* A workload's task: what the command line names, its inputs once they are read, and the right result.
 *
 * Tools, rivals and tests use these functions and need not know which workload they run. */
#ifndef TOOLS_WORK_PROBLEM_H
#define TOOLS_WORK_PROBLEM_H

#include "tools/options/options.h"
#include "tools/report/answer.h"

#include <stddef.h>
#include <stdint.h>

struct task_kernel;
struct workload;

/* Of the workload spin alone. */
struct spin_choice {
    const char *time; /* the name of a distribution */
    double mean_us;
    double rate;        /* rounds in a microsecond; 0: as measured */
    const char *spawn;  /* "children,levels"; NULL: none */
    const char *slow;   /* "device=factor,…"; NULL: none */
    const char *prefer; /* "cpu", "gpu", "none", or parts of a hundred: "cpu=30,gpu=50"; NULL: none */
    uint64_t seed;
};

/* As given on a command line; fields of other workloads are ignored. */
struct work_choice {
    const struct workload *workload;
    const char *uts_name; /* one of these four */
    const char *uts_geometric;
    const char *uts_binomial;
    const char *uts_hybrid;
    const char *uts_shape;
    const char *text; /* NULL: a made one */
    const char *word;
    const char *counts_of; /* words: "occurrences" or "documents"; wants an output */
    const char *output;    /* a file for the result; NULL: none */
    const char *points;    /* a file, or a number of points to be made */
    const char *board;     /* NULL: the empty one */
    uint64_t lanes;        /* of uts: children that a work-item makes at once */
    uint64_t n;            /* of queens, fib, sort and strassen */
    const char *scene;     /* of raster, as these two */
    const char *size;
    uint64_t triangles;
    uint64_t tasks; /* of memset and spin */
    struct spin_choice spin;
    uint32_t devices; /* that run the tasks; set before the choice is checked */
    uint64_t threshold;
    uint64_t depth; /* of game, in plies */
    uint64_t
        cutoff;   /* queens: rows above it spawn tasks; fib: numbers from it on do; game: plies above it do */
    int by_tasks; /* of fib and queens: workload->by_tasks is wanted */
    int by_group; /* of sort and strassen: workload->by_group is wanted */
    const char *keys;    /* of sort: how the keys are made */
    uint64_t base;       /* of sort: so many keys are sorted or merged within a task */
    const char *entries; /* of strassen: "integers" or "reals" */
    uint64_t products;   /* of strassen: 7, or 8 for the classical product */
    uint64_t leaf;       /* of strassen: rows of a product within a task */
};

struct work_problem {
    const struct workload *workload;
    char name[256]; /* "T3", "queens 12", "docs.txt.xz, word kernel" */
    void *input;    /* the workload's; NULL: there is none */
    uint32_t n;
    uint32_t tasks;
    uint32_t threshold;
    uint32_t depth;
    uint32_t cutoff;
    uint32_t lanes; /* above 1: workload->by_lanes is wanted */
    int by_tasks;   /* workload->by_tasks is wanted */
    int by_group;   /* workload->by_group is wanted */
};

/* A workload's part, which its application defines. Functions return 0, or -1 with a message. */
struct workload {
    const char *name; /* "uts"; the command's */
    const struct task_kernel *kernel;
    const struct task_kernel *by_channel; /* the same by a flow graph, with --channel; NULL: there is none */
    const struct task_kernel *by_each;    /* the same by item tasks, with --each; NULL: there is none */
    const struct task_kernel *by_lanes;   /* the same with vectors, with --lanes; NULL: there is none */
    const struct task_kernel *by_tasks;   /* the same by tasks that wait for others (docs/tasks.md), with
                                             --tasks; NULL: there is none */
    const struct task_kernel *by_group;   /* the same with leaves that a work-group runs together, with
                                             --by-group; NULL: there is none */
    size_t input_bytes;                   /* of work_problem.input; 0: there is none */
    /* Adds the options that only this workload has; may be NULL. */
    void (*add_options)(struct option *table, struct work_choice *choice);
    /* work_choice_default; may be NULL. */
    void (*complete)(struct work_choice *choice);
    /* work_choice_check; may be NULL. */
    int (*check)(const struct work_choice *choice, struct tool_error *error);
    /* Writes the name and the input, which is zeros, and whatever the choice's numbers do not tell. */
    int (*make)(const struct work_choice *choice, struct work_problem *problem, struct tool_error *error);
    /* Adds the counts of the right result to an empty answer. */
    int (*solve)(const struct work_problem *problem, struct answer *answer, struct tool_error *error);
    void (*clear)(void *input); /* frees what the input holds, but not the input; may be NULL */
};

/* Fills in the fields that are 0 or NULL: sizes, the cut-off, the shape, and an input that takes a second
 * or two. */
void work_choice_default(struct work_choice *choice);

/* Checks what can be checked without touching a file: whatever is wrong with it is wrong with the command
 * line. */
int work_choice_check(const struct work_choice *choice, struct tool_error *error);

/* Reads what a checked choice names. On failure *problem is empty. */
int work_problem_make(const struct work_choice *choice, struct work_problem *problem,
                      struct tool_error *error);

/* The right result, by one thread and another algorithm than the device's. */
int work_problem_solve(const struct work_problem *problem, struct answer *answer, struct tool_error *error);

void work_problem_clear(struct work_problem *problem);

/* For workloads: whether the option's number is in its range. */
int work_check_range(const char *what, uint64_t number, uint64_t least, uint64_t most,
                     struct tool_error *error);

/* For workloads: a path without its folders. */
const char *work_base_name(const char *path);

#endif
