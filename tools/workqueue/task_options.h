/* The options of the commands that run a workload of tasks. */
#ifndef TOOLS_TASKS_TASK_OPTIONS_H
#define TOOLS_TASKS_TASK_OPTIONS_H

#include "problem.h"
#include "task_team_options.h"
#include "tools/runner/app.h"
#include "tools/runner/application.h"

/* As given on the command line. */
struct task_options {
    struct app_options app;
    struct work_choice choice;
    struct task_team_options team;
    uint64_t all_groups; /* of all devices */
    uint64_t public_tasks;
    uint64_t overflow_tasks;
    uint64_t owners;
    uint64_t block_items;
    const char *flow_policy;
    int is_static;
    int shares_first; /* enough first tasks are made to share them out */
    int by_channel;
    int by_each;
    int by_rival;
    const char *rival; /* the option of that, with "--"; NULL: there is none */
};

/* A workload's part: application->form is one. */
struct task_form {
    const struct workload *workload;
    const char *operands; /* behind the command's name */
    const char *text;     /* of the usage: what it does, and its own options */
    uint64_t n;           /* the first argument may be a number, else this; 0: there is none */
    const char *rival;    /* an option: the same by the kernel that it is compared with; NULL: none */
};

/* 0; 1 after --help has been printed; -1 with a message. */
int task_options_parse(struct task_options *options, const struct application *application, int count,
                       char **arguments, struct tool_error *error);

/* The kernel of the workload that the options choose. */
const struct task_kernel *task_options_kernel(const struct task_options *options);

#endif
