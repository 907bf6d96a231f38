/* The commands of coop-app that run a workload of tasks: memset, contains, uts, queens, octree, game, fib,
 * tree. */
#ifndef TOOLS_APP_TASK_H
#define TOOLS_APP_TASK_H

#include "task_device.h"
#include "tools/runner/app.h"

/* As given on the command line. */
struct task_options {
    struct app_options app;
    struct work_choice choice;
    uint64_t public_tasks;
    uint64_t overflow_tasks;
    uint64_t owners;
    int is_static;
};

#define TASK_NOUN ((struct app_noun){"run", "runs"})

/* What was found and measured. */
struct task_results {
    struct app_results app;
    struct answer answer;                /* of the last run */
    struct coop_workqueue_counts counts; /* of all runs that were measured */
    uint64_t first_tasks;                /* of a run */
    double read_s;
    char wrong[512]; /* what was wrong first */
};

/* Whether there is such a command. */
int task_command_find(const char *name, enum work_kind *kind);

/* Prints one line for each command. */
void task_command_list(FILE *file);

/* 0; 1 after --help has been printed; -1 with a sentence. */
int task_options_parse(struct task_options *options, enum work_kind kind, int count, char **arguments,
                       struct tool_error *error);

void task_report_for_people(const struct task_options *options, const struct work_problem *problem,
                            struct task_results *results);
void task_report_json(const struct task_options *options, const struct work_problem *problem,
                      struct task_results *results);

/* The command; returns the process's exit code. */
int task_command(enum work_kind kind, int count, char **arguments);

#endif
