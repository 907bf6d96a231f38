/* A workload on several devices at once: coop-app TASK --devices.
 *
 * Stands on: task_device.h, task_team_options.h, tools/runner/app.h, coop/team.h. */
#ifndef TOOLS_TASKS_TASK_TEAM_H
#define TOOLS_TASKS_TASK_TEAM_H

#include "task_device.h"
#include "task_team_options.h"
#include "tools/runner/app.h"

#include <coop/team.h>

/* What each device has done in all runs that were measured. */
struct task_team_results {
    uint32_t count; /* 0: it was one device */
    uint32_t groups[COOP_DEVICES_MAX];
    struct coop_workqueue_counts counts[COOP_DEVICES_MAX];
    uint64_t placed[COOP_DEVICES_MAX][2]; /* task_read_placed */
    int has_placed;                       /* some task prefers a kind of device */
    uint32_t domains[COOP_DEVICES_MAX];   /* the number of each one's */
    /* Of all runs, but for times of moves, the rate and the speed, which are of the last run that had
     * some. */
    struct coop_team_traffic traffic[COOP_DEVICES_MAX];
};

static inline int task_team_has_domains(const struct task_team_results *results)
{
    return results->count > 0 && results->domains[results->count - 1] > 0;
}

/* A run of a job, whose tasks are the device's. */
struct task_team_run {
    const struct task_team_options *team;
    const struct app_options *options;
    const struct app_job *job;
    struct task_device *device;
    struct app_results *results;
    struct task_team_results *parts;
};

/* Runs the job as app_run does, on each device. */
int task_team_run(const struct task_team_run *run, struct tool_error *error);

#endif
