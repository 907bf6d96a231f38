/* The options of the commands that run a workload of tasks. */
#ifndef TOOLS_TASKS_TASK_OPTIONS_H
#define TOOLS_TASKS_TASK_OPTIONS_H

#include "problem.h"
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

/* A workload's part: application->form is one. */
struct task_form {
    const struct workload *workload;
    const char *operands; /* behind the command's name */
    const char *text;     /* of the usage: what it does, and its own options */
    uint64_t n;           /* the first argument may be a number, else this; 0: there is none */
};

/* 0; 1 after --help has been printed; -1 with a message. */
int task_options_parse(struct task_options *options, const struct application *application, int count,
                       char **arguments, struct tool_error *error);

#endif
