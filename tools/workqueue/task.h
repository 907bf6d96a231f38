/* The commands of coop-app that run a workload of tasks. */
#ifndef TOOLS_APP_TASK_H
#define TOOLS_APP_TASK_H

#include "task_device.h"
#include "tools/runner/app.h"
#include "tools/runner/application.h"

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

/* A workload's part: application->form is one. */
struct task_form {
    enum work_kind kind;
    const char *operands; /* behind the command's name */
    const char *text;     /* of the usage: what it does, and its own options */
    uint64_t n;           /* the first argument may be a number, else this; 0: there is none */
};

/* 0; 1 after --help has been printed; -1 with a message. */
int task_options_parse(struct task_options *options, const struct application *application, int count,
                       char **arguments, struct tool_error *error);

void task_report_for_people(const struct task_options *options, const struct work_problem *problem,
                            struct task_results *results);
void task_report_json(const struct task_options *options, const struct work_problem *problem,
                      struct task_results *results);

/* The command; returns the process's exit code. */
int task_command(const struct application *application, int count, char **arguments);

#endif
