/* What a command that runs a workload of tasks prints. */
#ifndef TOOLS_TASKS_TASK_REPORT_H
#define TOOLS_TASKS_TASK_REPORT_H

#include "task_flow.h"
#include "task_options.h"
#include "task_team.h"

#include <coop/workqueue.h>

#define TASK_NOUN ((struct app_noun){"run", "runs"})

/* What was found and measured. */
struct task_results {
    struct app_results app;
    struct answer answer;                /* of the last run */
    struct task_team_results parts;      /* where there were several devices */
    struct coop_workqueue_counts counts; /* of all runs that were measured */
    struct task_flow_counts flow;        /* the same of a flow graph */
    uint64_t first_tasks;                /* of a run */
    double read_s;
    char wrong[512]; /* what was wrong first */
};

void task_report_for_people(const struct task_options *options, const struct work_problem *problem,
                            struct task_results *results);
void task_report_members(const struct task_options *options, const struct work_problem *problem,
                         struct task_results *results);

#endif
